-- How a day follows from the lessons of a student (decision 163).

-- The rule of a grade on a day; no row where the register of the day is taken.
create or replace function day_rule_on(of_school uuid, of_grade uuid, on_day date)
returns table (rule text, share integer)
language sql stable parallel safe rows 1
begin atomic
  select latest.rule, latest.share::integer from (
    select d.rule, d.share from day_rules d
    where d.school_id = of_school and d.grade_id = of_grade and d.from_day <= on_day
    order by d.from_day desc limit 1) latest
  where latest.rule <> 'day';
end;

-- The accepted excuse of hours within which a lesson of a class is, at least in part, for a student (decision 185). The hours of the lesson are looked
-- up only where there is such an excuse, because a condition that is a value is asked last.
create or replace function excused_hours(of_school uuid, of_student uuid, in_class uuid, on_day date, of_number smallint) returns table (kind text)
language sql stable parallel safe rows 1
begin atomic
  select e.kind from excuses e
  where e.school_id = of_school and e.student_id = of_student and e.accepted and e.of_hours and e.from_day = on_day and (
    select (e.from_time is null or p.starts + make_interval(mins => p.minutes) > e.from_time) and (e.to_time is null or p.starts < e.to_time)
    from class_rooms c
    join numbered_periods(of_school) p on p.hours_set_id = hours_set_on(of_school, c.grade_id, on_day) and p.number = of_number
    where c.school_id = of_school and c.id = in_class)
  order by e.from_time nulls first, e.id limit 1;
end;

-- What a student is at for the school, by which mark `mark` of a lesson counts as there (decision 179). Absence that was recorded after that was
-- entered counts as absence.
create or replace function event_of_mark(of_school uuid, mark lesson_marks) returns table (name text)
language sql stable parallel safe rows 1
begin atomic
  select e.name from students_elsewhere e
  where e.school_id = of_school and e.student_id = mark.student_id and e.day = mark.day and mark.number between e.from_number and e.to_number
    and (mark.state = 'present' or mark.state = 'absent' and e.created_at > mark.modified_at)
  order by e.created_at desc, e.id limit 1;
end;

-- The state as which mark `mark` of a lesson counts: absence within excused hours is excused, and who is elsewhere on the school's business is there.
-- PostgreSQL puts it in place, and looks nothing up for who was not absent.
create or replace function counted_mark(of_school uuid, mark lesson_marks) returns table (state text)
language sql stable parallel safe rows 1
begin atomic
  select coalesce(h.state, n.state, mark.state)
  from (select) one
  left join lateral (
    select 'excused' as state from excused_hours(of_school, mark.student_id, mark.class_room_id, mark.day, mark.number)
    where mark.state = 'absent') h on true
  left join lateral (select 'present' as state from event_of_mark(of_school, mark) where mark.state = 'absent') n on true;
end;

-- The days of students by the marks of their lessons, without excuses. A lesson that nobody took has no mark and counts in no rule.
-- first: the state of the first lesson. missed: one missed lesson is an absent day. share: absent if fewer than that many percent of the lessons
-- that were not excused were attended. Of both latter, a day of excused lessons alone is excused, and the minutes of late arrivals are added up.
create or replace function days_by_lessons(of_school uuid, of_students uuid[], first_day date, last_day date, by_rule text, by_share integer)
returns table (student_id uuid, day date, state text, minutes_late integer, left_at time)
language sql stable parallel safe
begin atomic
  select d.student_id, d.day, d.state, case when d.state = 'late' then d.minutes_late end,
    case when d.state in ('present', 'late') then d.left_at end
  from (
    select m.student_id, m.day,
      case
        when by_rule = 'first' then (array_agg(m.state order by m.number))[1]
        when bool_and(m.state = 'excused') then 'excused'
        when by_rule = 'missed' and bool_or(m.state = 'absent') then 'absent'
        when by_rule = 'share' and count(*) filter (where m.state in ('present', 'late')) * 100
          < by_share * count(*) filter (where m.state <> 'excused') then 'absent'
        when bool_or(m.state = 'late') then 'late'
        else 'present'
      end as state,
      case when by_rule = 'first' then (array_agg(m.minutes_late order by m.number))[1]::integer
        when sum(m.minutes_late) > 600 then 600 else sum(m.minutes_late)::integer end as minutes_late,
      (array_agg(m.left_at order by m.number desc) filter (where m.state in ('present', 'late')))[1] as left_at
    from (
      select l.student_id, l.day, l.number, l.minutes_late, l.left_at, c.state
      from lesson_marks l cross join lateral counted_mark(of_school, l) c
      where l.school_id = of_school and l.student_id = any (of_students) and l.day between first_day and last_day) m
    group by m.student_id, m.day) d;
end;

-- The gaps of a day: who was there in one lesson (seen_in) and absent in a later one, by the first lesson missed (number) and the last of that
-- run (until). None for a day with an accepted excuse; who is elsewhere on the school's business is there, as above. is_open: nobody has settled
-- it, and the gate did not hand the child over.
create or replace function lesson_gaps_on(of_school uuid, on_day date)
returns table (student_id uuid, class_room_id uuid, part uuid, seen_in smallint, left_at time, number smallint, until smallint, is_open boolean)
language sql stable parallel safe rows 20
begin atomic
  select m.student_id, m.class_room_id, m.part, m.seen_in, m.left_at, m.number, m.until,
    not exists (
      select from lesson_gaps g
      where g.school_id = of_school and g.student_id = m.student_id and g.day = on_day and g.number = m.number and g.outcome is not null)
    and not exists (
      select from hand_overs h
      where h.school_id = of_school and h.student_id = m.student_id and h.day = on_day and h.act = 'handedOver')
  from (
    -- attended: how many lessons before were attended, which is the same in a run of missed ones.
    select l.*, max(l.number) over (partition by l.student_id, l.attended) as until
    from (
      select c.*, lag(c.number) over w as seen_in, lag(c.state) over w as state_before, lag(c.leaves) over w as left_at,
        count(*) filter (where c.state <> 'absent') over w as attended
      from (
        select l.student_id, l.class_room_id, l.part, l.number, l.left_at as leaves, counted.state
        from lesson_marks l cross join lateral counted_mark(of_school, l) counted
        where l.school_id = of_school and l.day = on_day) c
      window w as (partition by c.student_id order by c.number)) l) m
  where m.state = 'absent' and m.state_before in ('present', 'late') and not exists (
    select from excuses e
    where e.school_id = of_school and e.student_id = m.student_id and e.accepted and not e.of_hours and on_day between e.from_day and e.to_day);
end;

-- Who takes the register of a lesson on a day: its teachers, and in place of who is absent who covers it.
create or replace function takers_of_lesson(of_school uuid, of_lesson uuid, on_day date) returns setof uuid
language sql stable parallel safe rows 2
begin atomic
  select one.teacher_id from lessons l cross join lateral unnest(l.teacher_ids) as one (teacher_id)
  where l.school_id = of_school and l.id = of_lesson and not exists (
    select from covers v
    where v.school_id = of_school and v.day = on_day and v.lesson_id = of_lesson and v.state = 'given' and v.absent_id = one.teacher_id)
  union
  select v.teacher_id from covers v
  where v.school_id = of_school and v.day = on_day and v.lesson_id = of_lesson and v.state = 'given' and v.teacher_id is not null;
end;

-- The number of a lesson whose register a person still has to take; null if it is there, or not theirs. subjects: the class, the lesson, and
-- the group or class whose register it is. In the inbox staff see the rows of no student, hence the owner asks.
create or replace function missing_lesson(of_school uuid, subjects uuid[], of_day date, of_person uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select l.number::integer from lessons l
  where l.school_id = of_school and l.id = subjects[2] and of_person in (select takers_of_lesson(of_school, l.id, of_day))
    and not exists (
      select from lesson_marks m
      where m.school_id = of_school and m.class_room_id = subjects[1] and m.day = of_day and m.number = l.number and m.part = subjects[3]));
revoke execute on function missing_lesson(uuid, uuid[], date, uuid) from public;
grant execute on function missing_lesson(uuid, uuid[], date, uuid) to kashkool_app;

-- The lessons of a day with a time by which they end, in grades that take lessons, of classes with students. is_taken: the register is there.
create or replace function lessons_to_take_on(of_school uuid, on_day date)
returns table (class_room_id uuid, group_id uuid, lesson_id uuid, number smallint, ends time, is_taken boolean)
language sql stable parallel safe rows 100
begin atomic
  select c.id, one.group_id, l.id, l.number, p.starts + make_interval(mins => p.minutes), exists (
    select from lesson_marks m
    where m.school_id = of_school and m.class_room_id = c.id and m.day = on_day and m.number = l.number
      and m.part = coalesce(one.group_id, c.id))
  from timetable_on(of_school, on_day) t
  join lessons l on l.school_id = of_school and l.timetable_id = t.timetable_id and l.weekday = extract(dow from on_day) and l.week in (0, t.week)
  cross join lateral unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
  join class_rooms c on c.school_id = of_school and c.id = one.class_id and c.active
  cross join lateral day_rule_on(of_school, c.grade_id, on_day) r
  join numbered_periods(of_school) p on p.hours_set_id = hours_set_on(of_school, c.grade_id, on_day) and p.number = l.number
  where open_day(of_school, c.grade_id, on_day)
    and exists (select from students st where st.school_id = of_school and st.class_room_id = c.id and st.active);
end;

-- Whether lessons of a day are missing. In the inbox staff see the rows of no student, hence the owner asks.
create or replace function has_missing_lessons(of_school uuid, of_day date) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (select from lessons_to_take_on(of_school, of_day) l where not l.is_taken);
revoke execute on function has_missing_lessons(uuid, date) from public;
grant execute on function has_missing_lessons(uuid, date) to kashkool_app;

-- Reminds, a quarter of an hour after its end, who takes a lesson that nobody took; and the office of all of them, a quarter of an hour after the last
-- lesson of the day (decision 184). Each once, and nobody more than an hour later, as after an evening's start. Answers how many lessons it
-- reminded of. For the owner alone.
create or replace function remind_of_lessons(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  school record;
  new_ones integer;
  reminded integer := 0;
begin
  for school in
    select s.id, (at at time zone s.time_zone)::date as today, (at at time zone s.time_zone)::time as time from schools s
    where s.active and exists (select from day_rules d where d.school_id = s.id)
  loop
    with all_lessons as materialized (
      select l.*, max(l.ends) over () as last_ends from lessons_to_take_on(school.id, school.today) l
    ), missing as (
      select l.class_room_id, l.group_id, l.lesson_id, l.number, f.to_office
      from all_lessons l cross join lateral (values (false, l.ends), (true, l.last_ends)) as f (to_office, ends)
      where not l.is_taken and school.time between f.ends + interval '15 minutes' and f.ends + interval '75 minutes'
        and not exists (
          select from register_reminders k
          where k.school_id = school.id and k.class_room_id = l.class_room_id and k.day = school.today and k.number = l.number
            and k.group_id is not distinct from l.group_id and k.to_office = f.to_office)
    ), stored as (
      insert into register_reminders (school_id, id, class_room_id, group_id, day, number, to_office)
      select school.id, gen_random_uuid(), m.class_room_id, m.group_id, school.today, m.number, m.to_office from missing m
      on conflict do nothing
      returning class_room_id, group_id, number, to_office
    ), published as (
      insert into outbox (event, school_id, payload)
      select 'register missing', school.id, jsonb_build_object('classRoomId', m.class_room_id, 'date', school.today,
        'lesson', jsonb_build_object('lessonId', m.lesson_id, 'groupId', m.group_id))
      from stored k join missing m on m.class_room_id = k.class_room_id and m.number = k.number and m.group_id is not distinct from k.group_id
        and m.to_office = k.to_office
      where not k.to_office
      union all
      select 'lessons missing', school.id, jsonb_build_object('date', school.today) where exists (select from stored k where k.to_office)
      returning 1
    )
    select count(*) filter (where not k.to_office) into new_ones from stored k;
    reminded := reminded + new_ones;
  end loop;
  return reminded;
end $$;
revoke execute on function remind_of_lessons(timestamptz) from public;
