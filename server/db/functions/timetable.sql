-- The week of a school: which hours apply, which version is in force, and what its lessons take (decision 116).

-- The hours of a grade on a weekday (0 is Sunday). Without any use, the first hours of the school; null if it has none.
create or replace function hours_set_of(of_school uuid, of_grade uuid, on_weekday integer) returns uuid
language sql stable parallel safe
return coalesce(
  (select u.hours_set_id from hours_uses u
    where u.school_id = of_school and (u.grade_id is null or u.grade_id = of_grade) and (u.weekday is null or u.weekday = on_weekday)
    order by u.grade_id nulls last, u.weekday nulls last limit 1),
  (select h.id from hours_sets h where h.school_id = of_school order by h.position, h.id limit 1));

-- The same on a day of the calendar, whose other hours count first.
create or replace function hours_set_on(of_school uuid, of_grade uuid, on_day date) returns uuid
language sql stable parallel safe
return coalesce(
  (select d.hours_set_id from calendar_days d
    where d.school_id = of_school and d.kind = 'otherHours' and d.removed_at is null and d.hours_set_id is not null
      and on_day between d.from_day and d.to_day and (d.grade_ids is null or of_grade = any (d.grade_ids))
    order by d.grade_ids is null, d.from_day desc, d.id limit 1),
  hours_set_of(of_school, of_grade, extract(dow from on_day)::integer));

-- The lessons' periods of the hours of a school: number n is the n-th period that is no break.
create or replace function numbered_periods(of_school uuid)
returns table (hours_set_id uuid, number integer, starts time, minutes integer)
language sql stable parallel safe rows 60
begin atomic
  select p.hours_set_id, row_number() over (partition by p.hours_set_id order by p.position)::integer, p.starts, p.minutes::integer
  from periods p where p.school_id = of_school and not p.is_break;
end;

-- The version in force on a day, and which week of its cycle that is: 1 for A, 2 for B.
create or replace function timetable_on(of_school uuid, on_day date)
returns table (timetable_id uuid, weeks integer, week integer)
language sql stable parallel safe rows 1
begin atomic
  select t.id, t.weeks::integer,
    case when t.weeks = 1 then 1 else 1 + (((floor((on_day - t.anchor) / 7.0)::integer % 2) + 2) % 2) end
  from timetables t
  where t.school_id = of_school and t.published_at is not null and t.valid_from <= on_day
  order by t.valid_from desc limit 1;
end;

-- In which group of each division a student is on a day.
create or replace function groups_on(of_school uuid, of_student uuid, on_day date) returns setof uuid
language sql stable parallel safe rows 3
begin atomic
  select latest.group_id from (
    select distinct on (g.division_id) g.group_id from group_students g
    where g.school_id = of_school and g.student_id = of_student and g.from_day <= on_day
    order by g.division_id, g.from_day desc) latest
  where latest.group_id is not null;
end;

-- Stores what changed lessons take. The constraints of lesson_slots and class_slots then refuse every clash within one shift, and a version
-- that is published does not change (timetable.test.ts). The version is locked, so that two people are judged one after another.
create or replace function keep_lesson_slots() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_school uuid;
  of_timetable uuid;
begin
  if tg_op = 'DELETE' then
    select was.school_id, was.timetable_id into of_school, of_timetable from was limit 1;
  else
    select placed.school_id, placed.timetable_id into of_school, of_timetable from placed limit 1;
    if exists (select from placed where school_id <> of_school or timetable_id <> of_timetable) then
      raise exception 'lessons of one version are changed together' using errcode = 'check_violation';
    end if;
  end if;
  if of_school is null then
    return null;
  end if;
  perform from timetables t
    where t.school_id = of_school and t.id = of_timetable and t.published_at is null and t.removed_at is null for no key update;
  if not found then
    raise exception 'a published version does not change'
      using errcode = 'check_violation', constraint = 'lessons_of_drafts', table = 'lessons';
  end if;

  if tg_op <> 'INSERT' then
    delete from lesson_slots s using was where s.school_id = of_school and s.lesson_id = was.id;
    delete from class_slots c using (
      select distinct unnest(was.class_ids) as class_id, was.weekday, was.number from was) freed
    where c.school_id = of_school and c.timetable_id = of_timetable and c.class_room_id = freed.class_id
      and c.weekday = freed.weekday and c.number = freed.number
      and not exists (select from lesson_slots s
        where s.school_id = of_school and s.timetable_id = of_timetable and s.class_room_id = c.class_room_id
          and s.weekday = c.weekday and s.number = c.number and s.week = c.week);
  end if;
  if tg_op <> 'DELETE' then
    insert into class_slots (school_id, timetable_id, class_room_id, weekday, number, week, divided_by)
    select distinct of_school, of_timetable, taken.class_id, l.weekday, l.number, w.week, coalesce(g.division_id, taken.class_id)
    from placed l
    cross join unnest(l.class_ids, l.group_ids) as taken (class_id, group_id)
    cross join (values (1), (2)) as w (week)
    left join class_groups g on g.school_id = of_school and g.id = taken.group_id
    where l.week in (0, w.week)
    on conflict do nothing;

    insert into lesson_slots (school_id, lesson_id, timetable_id, weekday, number, week, shift,
      teacher_id, room_id, class_room_id, division_id, group_id)
    select of_school, l.id, of_timetable, l.weekday, l.number, w.week,
      hours_set_of(of_school, c.grade_id, l.weekday), taken.teacher_id, taken.room_id, taken.class_id, taken.division_id, taken.group_id
    from placed l
    cross join (values (1), (2)) as w (week)
    left join class_rooms c on c.school_id = of_school and c.id = l.class_ids[1]
    cross join lateral (
      select one.teacher_id, null::uuid as room_id, null::uuid as class_id, null::uuid as division_id, null::uuid as group_id
      from unnest(l.teacher_ids) as one (teacher_id)
      union all
      select null, one.room_id, null, null, null from unnest(l.room_ids) as one (room_id)
      union all
      select null, null, one.class_id, g.division_id, one.group_id
      from unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
      left join class_groups g on g.school_id = of_school and g.id = one.group_id
    ) taken
    where l.week in (0, w.week);
  end if;
  return null;
end $$;
create or replace trigger keep_slots_on_insert after insert on lessons referencing new table as placed
  for each statement execute function keep_lesson_slots();
create or replace trigger keep_slots_on_update after update on lessons referencing old table as was new table as placed
  for each statement execute function keep_lesson_slots();
create or replace trigger keep_slots_on_delete after delete on lessons referencing old table as was
  for each statement execute function keep_lesson_slots();

-- The courses of the next day with lessons of a student, within a week, in their order, shortened and at most seven; null without one.
create or replace function next_lessons(of_school uuid, of_student uuid, of_class uuid, of_grade uuid, after_day date) returns jsonb
language sql stable parallel safe
begin atomic
  select jsonb_build_object('day', d.day::date, 'courses', to_jsonb((array_agg(
    case when length(c.name) > 16 then left(c.name, 14) || '…' else c.name end order by l.number, c.name))[1:7]))
  from generate_series(after_day + 1, after_day + 7, interval '1 day') as d (day)
  cross join lateral timetable_on(of_school, d.day::date) t
  join lessons l on l.school_id = of_school and l.timetable_id = t.timetable_id
    and l.weekday = extract(dow from d.day) and l.week in (0, t.week)
  cross join lateral unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
  join courses c on c.school_id = of_school and c.id = l.course_id
  where one.class_id = of_class and open_day(of_school, of_grade, d.day::date)
    and (one.group_id is null or one.group_id in (select groups_on(of_school, of_student, d.day::date)))
  group by d.day order by d.day limit 1;
end;

-- Whether a version is still published from the day on of which people were notified: not if it was withdrawn, or published again later.
create or replace function is_week_announced(at_school uuid, versions uuid[], on_day date, announced timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (
  select from timetables t
  where t.school_id = at_school and t.id = any (versions) and t.published_at is not null and t.valid_from = on_day
    and t.published_at <= announced);
revoke execute on function is_week_announced(uuid, uuid[], date, timestamptz) from public;
grant execute on function is_week_announced(uuid, uuid[], date, timestamptz) to kashkool_app;

-- The lessons for whoever reads a calendar at an address (feeds.test.ts): those that its person gives, and those of each of their children, on
-- open days whose hours have the number. Times are instants.
create or replace function feed_lessons(hash bytea, from_day date, many integer)
returns table (lesson_id uuid, student_id uuid, day date, starts_at timestamptz, minutes integer, course_name text, about text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select l.id, whose.student_id, d.day::date, (d.day::date + p.starts) at time zone s.time_zone, p.minutes, co.name, whose.about
  from calendar_feeds f
  join schools s on s.id = f.school_id and s.active
  cross join generate_series(from_day::timestamp, from_day::timestamp + (many - 1) * interval '1 day', interval '1 day') as d (day)
  cross join lateral timetable_on(f.school_id, d.day::date) t
  join lessons l on l.school_id = f.school_id and l.timetable_id = t.timetable_id
    and l.weekday = extract(dow from d.day) and l.week in (0, t.week)
  join courses co on co.school_id = f.school_id and co.id = l.course_id
  join class_rooms c on c.school_id = f.school_id and c.id = l.class_ids[1]
  join numbered_periods(f.school_id) p
    on p.hours_set_id = hours_set_on(f.school_id, c.grade_id, d.day::date) and p.number = l.number
  cross join lateral (
    select null::uuid as student_id, (
      select string_agg(k.name, ' · ' order by k.name) from class_rooms k
      where k.school_id = f.school_id and k.id = any (l.class_ids)) as about
    where f.person_id = any (l.teacher_ids) and exists (
      select from school_members m where m.school_id = f.school_id and m.person_id = f.person_id)
    union all
    select st.id, st.first_name from parent_links k
    join students st on st.school_id = k.school_id and st.id = k.student_id and st.active and st.merged_into is null
    where k.school_id = f.school_id and k.parent_id = f.person_id and k.sees and exists (
      select from unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
      where one.class_id = st.class_room_id
        and (one.group_id is null or one.group_id in (select groups_on(f.school_id, st.id, d.day::date))))
  ) whose
  where f.token_hash = hash and f.revoked_at is null and open_day(f.school_id, c.grade_id, d.day::date)
  order by 4, 1, 2 limit 3000;
end;
revoke execute on function feed_lessons(bytea, date, integer) from public;
grant execute on function feed_lessons(bytea, date, integer) to kashkool_app;
