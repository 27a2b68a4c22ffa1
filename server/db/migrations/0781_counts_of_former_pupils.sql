-- As in 0400, of everybody who is asked for: the counts of a child who left are still read. Who records steps or tries rules asks for the
-- active students alone (0610).
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
  ), away as materialized (
    select pupil.id as student_id, pupil.grade_id, numbered.date, numbered.state, numbered.place, numbered.is_twice
    from (select min(rule.first_day) as first_day, max(rule.last_day) as last_day from rule) span
    cross join pupil
    cross join lateral (
      select m.date, m.state, dense_rank() over latest_first as place,
        coalesce(m.date = lag(m.date) over latest_first, false) or coalesce(m.date = lead(m.date) over latest_first, false) as is_twice
      from attendance_marks m
      where m.student_id = pupil.id and m.school_id = p_school and m.date between span.first_day and span.last_day
        and (m.class_room_id, m.date) not in (
          select u.class_room_id, u.date from uncounted_registers u where u.school_id = p_school)
      window latest_first as (order by m.date desc)
    ) numbered
    where numbered.state <> 'present' or numbered.is_twice
  ), settled as (
    select a.student_id, a.grade_id, a.date, a.state, a.place from away a where not a.is_twice
    union all
    select latest.* from (
      select distinct on (a.student_id, a.date) a.student_id, a.grade_id, a.date, m.state, a.place
      from away a join attendance_marks m on m.student_id = a.student_id and m.date = a.date and m.school_id = p_school
      where a.is_twice and (m.class_room_id, m.date) not in (
        select u.class_room_id, u.date from uncounted_registers u where u.school_id = p_school)
      order by a.student_id, a.date, m.modified_at desc, m.id desc
    ) latest
    where latest.state <> 'present'
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
