-- What the rules of a school count of the absences of its pupils, and the steps that follow (decision 054).

-- The stretches of time that rules count in: the current year, and its terms; without terms the year is the only one.
create or replace function absence_periods(p_school uuid) returns table (id uuid, kind text, first_day date, last_day date)
language sql stable
begin atomic
  with year as (
    select y.id, y.first_day, y.last_day from school_year_days y where y.school_id = p_school and y.current
  ), term as (
    select t.id, t.start_date, t.end_date from terms t join year on year.id = t.school_year_id where t.school_id = p_school
  )
  select year.id, 'year', year.first_day, year.last_day from year
  union all
  select term.id, 'term', term.start_date, term.end_date from term
  union all
  select year.id, 'term', year.first_day, year.last_day from year where not exists (select from term);
end;

-- The days that rules count of pupils, each numbered: within its run for running days, else within the period. Only open days with a register
-- count; all others neither count nor end a run. On the school's mission counts as being there, suspension as no day at all. `is_last`: no
-- register of the pupil is later. Counted in one pass: the days of a pupil are numbered as the index of marks gives them, the latest
-- first, and only those on which the pupil was not simply there go on to the rules. A run is days whose numbers follow each other. Of
-- everybody who is asked for, also who left; who records steps or tries rules asks for the active students alone.
create or replace function absence_counted(p_school uuid, p_rules jsonb, p_students uuid[], p_until date)
returns table (rule_id uuid, period_id uuid, student_id uuid, day date, run bigint, n bigint, is_last boolean)
language sql stable
begin atomic
  with rule as materialized (
    select r.id, r.counts, r.counted, r."lateDays" as late_days, r."gradeIds" as grades, p.id as period_id, p.first_day,
      least(p.last_day, p_until) as last_day
    from jsonb_to_recordset(p_rules) as r (id uuid, counts text, period text, counted text, "lateDays" integer, "gradeIds" uuid[])
    join absence_periods(p_school) p on p.kind = r.period
  ), pupil as materialized (
    select st.id, c.grade_id
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = p_school and st.id = any (p_students)
  ), special as materialized (
    select e.student_id, one.day::date as date, min(e.kind) as kind
    from excuses e join pupil on pupil.id = e.student_id
    cross join generate_series(e.from_day::timestamp, e.to_day::timestamp, interval '1 day') as one (day)
    where e.school_id = p_school and e.accepted and e.kind in ('mission', 'suspension')
    group by e.student_id, one.day
  ), settled as (
    select pupil.id as student_id, pupil.grade_id, numbered.date, numbered.state, numbered.place
    from (select min(rule.first_day) as first_day, max(rule.last_day) as last_day from rule) span
    cross join pupil
    cross join lateral (
      select m.date, m.state, row_number() over (order by m.date desc) as place
      from attendance_marks m
      where m.student_id = pupil.id and m.school_id = p_school and m.date between span.first_day and span.last_day
        and not m.superseded
        and (m.class_room_id, m.date) not in (
          select u.class_room_id, u.date from uncounted_registers u where u.school_id = p_school)
    ) numbered
    where numbered.state <> 'present'
  ), day as materialized (
    select s.student_id, s.grade_id, s.date, s.state, s.place, case when s.state = 'excused' then special.kind end as special
    from settled s left join special on special.student_id = s.student_id and special.date = s.date
  ), placed as (
    select rule.id as rule_id, rule.period_id, rule.counts, rule.late_days, day.student_id, day.date, day.place, day.state = 'late' as is_late,
      day.state = 'absent' or (rule.counted = 'all' and day.state = 'excused' and day.special is null) as counts_itself,
      count(*) filter (where day.special = 'suspension') over in_order as suspended,
      count(*) filter (where day.state = 'late') over in_order as nth_late
    from rule join day on day.date between rule.first_day and rule.last_day
      and (cardinality(rule.grades) = 0 or day.grade_id = any (rule.grades))
    window in_order as (partition by day.student_id, rule.id, rule.period_id order by day.date)
  ), counted as (
    select p.*, case when p.counts = 'running'
      then p.place + p.suspended + row_number() over (partition by p.student_id, p.rule_id, p.period_id order by p.date) else 0 end as run
    from placed p
    where p.counts_itself or (p.counts <> 'running' and p.is_late and p.nth_late % p.late_days = 0)
  )
  select c.rule_id, c.period_id, c.student_id, c.date, c.run,
    row_number() over (partition by c.student_id, c.rule_id, c.period_id, c.run order by c.date), c.place = 1
  from counted c;
end;

-- The steps that pupils have reached by rules, with the days that reached them as they are counted; the grade of a pupil is looked up once.
create or replace function absence_reached(p_school uuid, p_rules jsonb, p_students uuid[], p_until date)
returns table (rule_id uuid, rule_version integer, period_id uuid, student_id uuid, "position" integer, at integer, name text,
  action text, points integer, reached_on date, days date[])
language sql stable
begin atomic
  with counted as materialized (
    select c.rule_id, c.period_id, c.student_id, c.day, c.n,
      array_agg(c.day) over (partition by c.student_id, c.rule_id, c.period_id, c.run order by c.day rows unbounded preceding) as days
    from absence_counted(p_school, p_rules, p_students, p_until) c
  ), rule as materialized (
    select r.id, r.version, r.counts, r."percentOf" as percent_of, r.steps, r.counts = 'percent' and r."percentOf" is null as of_calendar
    from jsonb_to_recordset(p_rules) as r (id uuid, version integer, counts text, "percentOf" integer, steps jsonb)
  ), graded as materialized (
    select st.id as student_id, c.grade_id
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = p_school and st.id = any (p_students) and exists (select from rule where rule.of_calendar)
  ), whole as materialized (
    select p.id as period_id, g.grade_id, open_days_of_period(p_school, g.grade_id, p.id) as days
    from absence_periods(p_school) p cross join (select distinct graded.grade_id from graded) g
  ), step as (
    select r.id as rule_id, r.version, w.period_id, w.grade_id, s.nth::integer as position, (s.step ->> 'at')::integer as at,
      s.step ->> 'name' as name, s.step ->> 'action' as action, (s.step ->> 'points')::integer as points,
      case when r.counts = 'percent' then ceil((s.step ->> 'at')::numeric * coalesce(r.percent_of, w.days) / 100)
        else (s.step ->> 'at')::numeric end as needed
    from rule r left join whole w on r.of_calendar
    cross join jsonb_array_elements(r.steps) with ordinality as s (step, nth)
  )
  select distinct on (c.student_id, c.rule_id, c.period_id, step.position) c.rule_id, step.version, c.period_id, c.student_id,
    step.position, step.at, step.name, step.action, step.points, c.day, c.days
  from counted c join step on step.rule_id = c.rule_id and step.needed = c.n
  left join graded g on g.student_id = c.student_id
  where step.period_id is null or (step.period_id = c.period_id and step.grade_id = g.grade_id)
  order by c.student_id, c.rule_id, c.period_id, step.position, c.day;
end;

-- The rules of a school that count, as they are given to the functions above.
create or replace function absence_rules_of(p_school uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'counts', r.counts, 'period', r.period,
    'counted', r.counted, 'lateDays', r.late_days, 'gradeIds', r.grade_ids, 'percentOf', r.percent_of, 'steps', r.steps)), '[]')
  from absence_rules r where r.school_id = p_school and r.active and r.removed_at is null;
end;

-- Records for pupils what they have reached by now: new steps, changed days of steps nobody has handled, and withdrawn ones. Counting takes
-- time in which others may record too: one at a time in a school. What is reached now is compared with what stands by a full join, which
-- is never worked out pupil by pupil, however few rows the planner expects. A step that was counted in a term that the school has no more
-- stands as one of the present: nothing reaches it, and it is withdrawn. Steps of former years and terms stay as they were. What was reached by
-- days that came from another system is no new step: somebody acted there, or did not (decision 150). A day of the school that is marked
-- afterwards reaches steps with them.
create or replace function record_absence_steps(p_school uuid, p_students uuid[], p_until date)
returns table (student_id uuid, step_id uuid, reached boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('absence steps ' || p_school, 0));
  return query
  with standing as materialized (
    select s.* from absence_steps s
    where s.school_id = p_school and s.student_id = any (p_students) and s.withdrawn_at is null
      and (s.period_id in (select p.id from absence_periods(p_school) p) or not (
        exists (select from terms t where t.school_id = p_school and t.id = s.period_id)
        or exists (select from school_years y where y.school_id = p_school and y.id = s.period_id)))
  ), compared as materialized (
    select s.id, s.rule_id as standing_rule, s.handled_at,
      (s.rule_version, s.reached_on, s.days) is distinct from (r.rule_version, r.reached_on, r.days) as differs, r.*
    from absence_reached(p_school, absence_rules_of(p_school), p_students, p_until) r
    full join standing s on s.student_id = r.student_id and s.rule_id = r.rule_id and s.period_id = r.period_id
      and s.position = r.position
  ), withdrawn as (
    update absence_steps s set withdrawn_at = now(), modified_at = now()
    from compared c
    where s.school_id = p_school and s.id = c.id and c.student_id is null
      and (c.handled_at is null or exists (select from absence_rules l
        where l.school_id = p_school and l.id = c.standing_rule and l.active and l.removed_at is null))
    returning s.student_id, s.id
  ), changed as (
    update absence_steps s set rule_version = c.rule_version, at = c.at, name = c.name, action = c.action, points = c.points,
      reached_on = c.reached_on, days = c.days, modified_at = now()
    from compared c
    where s.school_id = p_school and s.id = c.id and c.student_id is not null and c.handled_at is null and c.differs
  ), added as (
    insert into absence_steps (school_id, id, student_id, rule_id, rule_version, period_id, position, at, name, action, points,
      reached_on, days)
    select p_school, gen_random_uuid(), c.student_id, c.rule_id, c.rule_version, c.period_id, c.position, c.at, c.name, c.action,
      c.points, c.reached_on, c.days
    from compared c
    where c.id is null and not exists (
      select from attendance_marks b
      where b.school_id = p_school and b.student_id = c.student_id and b.import_id is not null and not b.superseded and b.state <> 'present'
        and b.date <= c.reached_on and b.modified_at >= (
          select max(r.modified_at) from attendance_marks r
          where r.school_id = p_school and r.student_id = c.student_id and r.date = c.reached_on and not r.superseded))
    returning absence_steps.student_id, absence_steps.id
  )
  select w.student_id, w.id, false from withdrawn w
  union all
  select a.student_id, a.id, true from added a;
end $$;

-- Records the steps of the pupils that an event names, or whose class and day it names. A statement about the outbox calls it by one name, so
-- that it touches no table of the school.
create or replace function record_changed_steps(of_school uuid, changed jsonb)
returns table (student_id uuid, step_id uuid, reached boolean)
language plpgsql as $$
declare
  today date;
  concerned uuid[];
begin
  select (now() at time zone s.time_zone)::date into today from schools s where s.id = of_school;
  select array_agg(st.id) into concerned from students st
  where st.school_id = of_school and st.active and (
    st.id in (select jsonb_array_elements_text(changed -> 'studentIds')::uuid)
    or st.class_room_id = (changed ->> 'classRoomId')::uuid
    or st.id in (select m.student_id from attendance_marks m
      where m.school_id = of_school and m.class_room_id = (changed ->> 'classRoomId')::uuid and m.date = (changed ->> 'date')::date));
  return query select r.student_id, r.step_id, r.reached from record_absence_steps(of_school, coalesce(concerned, '{}'), today) r;
end $$;

-- Whether a class has a register of a day. In the inbox staff see the rows of no student, hence the owner asks.
create or replace function has_register(of_school uuid, of_class uuid, of_day date) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (
  select from attendance_marks m where m.school_id = of_school and m.class_room_id = of_class and m.date = of_day);
revoke execute on function has_register(uuid, uuid, date) from public;
grant execute on function has_register(uuid, uuid, date) to kashkool_app;

-- Whether nobody has decided an excuse yet. An excuse of a child who is no longer on the roll is not listed at the desk (excusesIn), so the
-- inbox asks nobody to decide it either.
create or replace function is_excuse_waiting(of_school uuid, excuse uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (
  select from excuses e join students st on st.school_id = of_school and st.id = e.student_id and st.active
  where e.school_id = of_school and e.id = excuse and e.accepted is null);
revoke execute on function is_excuse_waiting(uuid, uuid) from public;
grant execute on function is_excuse_waiting(uuid, uuid) to kashkool_app;

-- Notes at the steps of absence to which items of inboxes belong that their people were told, in a way (inbox, push, sms).
create or replace function note_step_notices(of_items uuid[], in_way text)
returns void language sql set search_path = pg_catalog, public, pg_temp as $$
  update absence_steps s set notices = s.notices || told.notices
  from (
    select i.at_school_id, step.id, jsonb_agg(jsonb_build_object('personId', i.person_id, 'way', in_way, 'at', now())) as notices
    from inbox_items i cross join unnest(i.subject_ids) as step (id)
    where i.id = any (of_items) and i.kind = 'absenceStep' group by i.at_school_id, step.id
  ) told
  where s.school_id = told.at_school_id and s.id = told.id;
$$;
revoke execute on function note_step_notices(uuid[], text) from public;

-- Who was told of a step, and since when an item of it is read in that inbox. Security definer, because inboxes are their people's own.
create or replace function notices_of_step(of_school uuid, of_step uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return (
  select coalesce(jsonb_agg(jsonb_build_object('personName', concat_ws(' ', u.first_name, u.middle_name, u.last_name), 'way', n.told ->> 'way',
    'at', to_char((n.told ->> 'at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'readAt', (select to_char(max(i.read_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from inbox_items i
      where n.told ->> 'way' = 'inbox' and i.person_id = u.id and i.kind = 'absenceStep' and i.student_id = s.student_id
        and s.id = any (i.subject_ids))) order by n.told ->> 'at', u.id), '[]')
  from absence_steps s
  cross join jsonb_array_elements(s.notices) as n (told)
  join users u on u.id = (n.told ->> 'personId')::uuid
  where s.school_id = of_school and s.id = of_step and of_school = any (acting_schools()));
revoke execute on function notices_of_step(uuid, uuid) from public;
grant execute on function notices_of_step(uuid, uuid) to kashkool_app;
