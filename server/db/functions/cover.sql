-- Covers of lessons and the rights that last as long as the lesson (decision 154).

-- The covers that a person gives at an instant: from 20 minutes before the lesson until 60 minutes after it, by the clock of the school, or all
-- day where the school has no hours. is_reopened: the time is over, but somebody who covers lessons still lets the register in.
create or replace function covers_now(of_school uuid, of_person uuid, at timestamptz)
returns table (cover_id uuid, class_ids uuid[], day date, is_reopened boolean)
language sql stable parallel safe rows 2
begin atomic
  select one.cover_id, one.class_ids, one.day, not one.is_open
  from (
    select c.id as cover_id, l.class_ids, c.day, c.reopened_until,
      case when p.number is null then c.day = (at at time zone s.time_zone)::date
      else at >= (c.day + p.starts) at time zone s.time_zone - interval '20 minutes'
        and at < (c.day + p.starts) at time zone s.time_zone + make_interval(mins => p.minutes + 60) end as is_open
    from covers c
    join schools s on s.id = of_school
    join lessons l on l.school_id = of_school and l.id = c.lesson_id
    join lateral timetable_on(of_school, c.day) t on t.timetable_id = l.timetable_id
    join class_rooms k on k.school_id = of_school and k.id = l.class_ids[1]
    left join numbered_periods(of_school) p
      on p.hours_set_id = hours_set_on(of_school, k.grade_id, c.day) and p.number = l.number
    where c.school_id = of_school and c.teacher_id = of_person and c.state = 'given'
      and c.day between (at at time zone s.time_zone)::date - 1 and (at at time zone s.time_zone)::date
  ) one
  where one.is_open or one.reopened_until > at;
end;

-- Whether a person still gives one of these covers, or is asked to (notices.test.ts).
create or replace function is_covering(of_school uuid, of_covers uuid[], of_person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (
  select from covers c
  where c.school_id = of_school and c.id = any (of_covers) and c.teacher_id = of_person and c.state in ('asked', 'given'));
revoke execute on function is_covering(uuid, uuid[], uuid) from public;
grant execute on function is_covering(uuid, uuid[], uuid) to kashkool_app;

-- Those of these covers that a person gives or is asked to give, in words, by number (cover-notices.test.ts). In the inbox staff see no rows of
-- other people, hence the owner asks. Null if there are none.
create or replace function covers_in_words(of_school uuid, of_covers uuid[], of_person uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select jsonb_agg(jsonb_build_object(
      'number', c.number,
      'classNames', (
        select jsonb_agg(k.name || coalesce(' · ' || g.name, '') order by k.name, g.name)
        from unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
        join class_rooms k on k.school_id = of_school and k.id = one.class_id
        left join class_groups g on g.school_id = of_school and g.id = one.group_id),
      'absentName', (select concat_ws(' ', u.first_name, u.middle_name, u.last_name) from users u where u.id = c.absent_id),
      'roomNames', coalesce((
        select jsonb_agg(r.name order by one.place)
        from unnest(l.room_ids) with ordinality as one (id, place)
        join rooms r on r.school_id = of_school and r.id = one.id), '[]')
    ) order by c.number, c.id)
  from covers c
  join lessons l on l.school_id = of_school and l.id = c.lesson_id
  where c.school_id = of_school and c.id = any (of_covers) and c.teacher_id = of_person and c.state in ('asked', 'given'));
revoke execute on function covers_in_words(uuid, uuid[], uuid) from public;
grant execute on function covers_in_words(uuid, uuid[], uuid) to kashkool_app;

-- Whether an absence that a teacher told of, a cover that somebody declined, or a register that came late still waits for a decision.
create or replace function is_cover_to_decide(of_school uuid, of_thing uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (
      select from staff_absences a
      where a.school_id = of_school and a.id = of_thing and a.decided_by is null and a.removed_at is null)
    or exists (
      select from covers c
      where c.school_id = of_school and c.id = of_thing and (
        c.state = 'given' and c.late_asked_at is not null and c.reopened_until is null
        or c.state = 'declined' and not exists (
          select from covers o
          where o.school_id = of_school and o.day = c.day and o.lesson_id = c.lesson_id and o.state in ('asked', 'given'))));
end;
revoke execute on function is_cover_to_decide(uuid, uuid) from public;
grant execute on function is_cover_to_decide(uuid, uuid) to kashkool_app;
