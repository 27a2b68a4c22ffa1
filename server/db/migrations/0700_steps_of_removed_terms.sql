-- As in 0400, and a step that was counted in a term that the school has no more stands as one of the present: nothing reaches it, and it
-- is withdrawn. Steps of former years and terms stay as they were.
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
    where c.id is null
    returning absence_steps.student_id, absence_steps.id
  )
  select w.student_id, w.id, false from withdrawn w
  union all
  select a.student_id, a.id, true from added a;
end $$;
