-- A child has one mark a day, in whatever class. Second marks of a day from before stay readable in the register in which they were made,
-- and count nowhere: `superseded`. As until now, the mark counts that was saved last in a register that counts.
alter table attendance_marks add column superseded boolean not null default false;

update attendance_marks m set superseded = true
from (
  select d.school_id, d.id, row_number() over (
    partition by d.school_id, d.student_id, d.date order by u.date is not null, d.modified_at desc, d.id desc) as nth
  from (select school_id, id, student_id, class_room_id, date, modified_at,
      count(*) over (partition by school_id, student_id, date) as marks
    from attendance_marks) d
  left join uncounted_registers u on u.school_id = d.school_id and u.class_room_id = d.class_room_id and u.date = d.date
  where d.marks > 1
) twice
where twice.nth > 1 and m.school_id = twice.school_id and m.id = twice.id;

create unique index attendance_marks_one_a_day on attendance_marks (school_id, student_id, date)
  include (class_room_id, state) where not superseded;
-- Days of a student are read by that index, single marks by the key of the student, the day and the class.
drop index attendance_marks_by_student;

-- As in 0781, with one mark a day.
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
