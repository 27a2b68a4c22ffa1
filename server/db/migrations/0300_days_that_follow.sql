-- A share without a number of days is of the open days of the calendar, in the period and for the grade of the pupil.
alter table absence_rules drop constraint absence_rules_percent;

-- How many days of a period are open for a grade. A period without an end has no number of days.
create function open_days_of_period(p_school uuid, p_grade uuid, p_period uuid) returns integer
language sql stable
begin atomic
  select (select count(*)::integer from open_days(p_school, p_grade, p.first_day, p.last_day))
  from absence_periods(p_school) p
  where p.id = p_period and isfinite(p.first_day) and isfinite(p.last_day) and p.last_day - p.first_day < 800
  limit 1;
end;

-- Otherwise as in 0243.
create or replace function absence_reached(p_school uuid, p_rules jsonb, p_students uuid[], p_until date)
returns table (rule_id uuid, rule_version integer, period_id uuid, student_id uuid, "position" integer, at integer, name text,
  action text, points integer, reached_on date, days date[])
language sql stable
begin atomic
  with counted as materialized (
    select * from absence_counted(p_school, p_rules, p_students, p_until)
  ), rule as materialized (
    select r.id, r.version, r.counts, r."percentOf" as percent_of, r.steps, r.counts = 'percent' and r."percentOf" is null as of_calendar
    from jsonb_to_recordset(p_rules) as r (id uuid, version integer, counts text, "percentOf" integer, steps jsonb)
  ), graded as materialized (
    select st.id as student_id, c.grade_id
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = p_school and st.id = any (p_students) and exists (select from rule where rule.of_calendar)
  ), whole as materialized (
    select one.period_id, one.grade_id, open_days_of_period(p_school, one.grade_id, one.period_id) as days
    from (
      select distinct c.period_id, g.grade_id
      from counted c join rule on rule.id = c.rule_id and rule.of_calendar join graded g on g.student_id = c.student_id) one
  ), step as (
    select r.id as rule_id, r.version, w.period_id, w.grade_id, s.nth::integer as position, (s.step ->> 'at')::integer as at,
      s.step ->> 'name' as name, s.step ->> 'action' as action, (s.step ->> 'points')::integer as points,
      case when r.counts = 'percent' then ceil((s.step ->> 'at')::numeric * coalesce(r.percent_of, w.days) / 100)
        else (s.step ->> 'at')::numeric end as needed
    from rule r left join whole w on r.of_calendar
    cross join jsonb_array_elements(r.steps) with ordinality as s (step, nth)
  ), first as (
    select distinct on (c.student_id, c.rule_id, c.period_id, step.position) c.*, step.version, step.position, step.at, step.name,
      step.action, step.points
    from counted c join step on step.rule_id = c.rule_id and step.needed = c.n
    where step.period_id is null or (step.period_id = c.period_id
      and step.grade_id = (select g.grade_id from graded g where g.student_id = c.student_id))
    order by c.student_id, c.rule_id, c.period_id, step.position, c.day
  )
  select f.rule_id, f.version, f.period_id, f.student_id, f.position, f.at, f.name, f.action, f.points, f.day,
    array_agg(d.day order by d.day)
  from first f
  join counted d on d.student_id = f.student_id and d.rule_id = f.rule_id and d.period_id = f.period_id and d.run = f.run and d.n <= f.n
  group by f.rule_id, f.version, f.period_id, f.student_id, f.position, f.at, f.name, f.action, f.points, f.day;
end;

-- Whether a person sees Hijri dates beside the others, at schools that do not show them to everybody.
alter table notice_preferences add column shows_hijri boolean not null default false;

-- Whether a day is still closed for one of these grades. The inbox of a person who teaches sees no calendar of a school by itself.
create function still_closed(of_school uuid, of_grades uuid[], day date) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (select from unnest(of_grades) as g (id) where not open_day(of_school, g.id, day));
revoke all on function still_closed(uuid, uuid[], date) from public;
grant execute on function still_closed(uuid, uuid[], date) to kashkool_app;
