-- Rules of absence as data. The present version of a rule stands here, former ones are former values; a rule that is no more
-- keeps its row, because steps name it.
create table absence_rules (
  school_id uuid not null references schools,
  id uuid not null,
  position integer not null,
  name text not null constraint absence_rules_name_length check (fits(name, 1, 100)),
  grade_ids uuid[] not null default '{}',
  counts text not null constraint absence_rules_counts check (counts in ('running', 'separate', 'percent')),
  period text not null constraint absence_rules_period check (period in ('term', 'year')),
  counted text not null constraint absence_rules_counted check (counted in ('unexcused', 'all')),
  late_days integer constraint absence_rules_late check (late_days between 2 and 30),
  percent_of integer constraint absence_rules_percent_of check (percent_of between 1 and 370),
  source text constraint absence_rules_source_length check (fits(source, 0, 300)),
  steps jsonb not null constraint absence_rules_steps check (jsonb_typeof(steps) = 'array'),
  active boolean not null default true,
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint absence_rules_percent check (counts <> 'percent' or percent_of is not null)
);
call keep_former_values('absence_rules', 'id');
call keep_to_school('absence_rules');
grant select, insert, update on absence_rules to kashkool_app;

-- Steps that pupils reached: what was reached by which version of a rule, and on which days. A step that a correction undoes is
-- withdrawn and stays. period_id: the school year or term that it was counted in.
create table absence_steps (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  rule_id uuid not null,
  rule_version integer not null,
  period_id uuid not null,
  position integer not null,
  at integer not null,
  name text not null constraint absence_steps_name_length check (fits(name, 1, 100)),
  action text not null,
  points integer,
  reached_on date not null,
  days date[] not null constraint absence_steps_days check (cardinality(days) > 0),
  withdrawn_at timestamptz,
  handled_by uuid references users,
  handled_at timestamptz,
  handled_note text constraint absence_steps_note_length check (fits(handled_note, 0, 500)),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint absence_steps_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint absence_steps_rule_same_school foreign key (school_id, rule_id) references absence_rules (school_id, id),
  constraint absence_steps_handled check ((handled_by is null) = (handled_at is null))
);
create unique index absence_steps_once on absence_steps (student_id, rule_id, period_id, position) where withdrawn_at is null;
create index absence_steps_by_day on absence_steps (school_id, reached_on desc, id);
call keep_former_values('absence_steps', 'id');
call keep_to_students('absence_steps');
grant select, update on absence_steps to kashkool_app;

-- The stretches of time that rules count in: the current year, and its terms; without terms the year is the only one.
create function absence_periods(p_school uuid) returns table (id uuid, kind text, first_day date, last_day date)
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

-- The days that rules count of pupils, each numbered: within its run for running days, else within the period. Only open days with a
-- register count; all others neither count nor end a run. On the school's mission counts as being there,
-- suspension as no day at all. `is_last`: no register of the pupil is later.
create function absence_counted(p_school uuid, p_rules jsonb, p_students uuid[], p_until date)
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
    where st.school_id = p_school and st.active and st.id = any (p_students)
  ), special as materialized (
    select e.student_id, e.kind, e.from_day, e.to_day
    from excuses e join pupil on pupil.id = e.student_id
    where e.school_id = p_school and e.accepted and e.kind in ('mission', 'suspension')
  ), mark as materialized (
    select distinct on (m.student_id, m.date) m.student_id, m.date, m.state, pupil.grade_id,
      case when m.state = 'excused' then (
        select min(s.kind) from special s
        where s.student_id = m.student_id and m.date between s.from_day and s.to_day) end as special
    from pupil join attendance_marks m on m.student_id = pupil.id
    where m.school_id = p_school and m.date between (select min(first_day) from rule) and (select max(last_day) from rule)
      and not exists (select from uncounted_registers u where u.class_room_id = m.class_room_id and u.date = m.date)
    order by m.student_id, m.date, m.modified_at desc, m.id desc
  ), latest as materialized (
    select mark.student_id, max(mark.date) as date from mark group by mark.student_id
  ), judged as (
    select rule.id as rule_id, rule.period_id, rule.counts, rule.late_days, mark.student_id, mark.date, mark.state,
      mark.state = 'absent' or (rule.counted = 'all' and mark.state = 'excused' and mark.special is null) as counts_itself
    from rule join mark on mark.date between rule.first_day and rule.last_day
      and (cardinality(rule.grades) = 0 or mark.grade_id = any (rule.grades))
      and mark.special is distinct from 'suspension' and (rule.counts = 'running' or mark.state <> 'present')
  ), placed as (
    select j.*, row_number() over (partition by j.rule_id, j.period_id, j.student_id order by j.date) as place,
      row_number() over (partition by j.rule_id, j.period_id, j.student_id, j.state = 'late' order by j.date) as nth_late
    from judged j
  ), counted as (
    select p.rule_id, p.period_id, p.counts, p.student_id, p.date,
      case when p.counts = 'running'
        then p.place - row_number() over (partition by p.rule_id, p.period_id, p.student_id order by p.date) else 0 end as run
    from placed p
    where p.counts_itself or (p.counts <> 'running' and p.state = 'late' and p.nth_late % p.late_days = 0)
  )
  select c.rule_id, c.period_id, c.student_id, c.date, c.run,
    row_number() over (partition by c.rule_id, c.period_id, c.student_id, c.run order by c.date), c.date = latest.date
  from counted c join latest on latest.student_id = c.student_id;
end;

-- The steps that pupils have reached by rules, with the days that reached them.
create function absence_reached(p_school uuid, p_rules jsonb, p_students uuid[], p_until date)
returns table (rule_id uuid, rule_version integer, period_id uuid, student_id uuid, "position" integer, at integer, name text,
  action text, points integer, reached_on date, days date[])
language sql stable
begin atomic
  with counted as materialized (
    select * from absence_counted(p_school, p_rules, p_students, p_until)
  ), step as (
    select r.id as rule_id, r.version, s.nth::integer as position, (s.step ->> 'at')::integer as at, s.step ->> 'name' as name,
      s.step ->> 'action' as action, (s.step ->> 'points')::integer as points,
      case when r.counts = 'percent' then ceil((s.step ->> 'at')::numeric * r."percentOf" / 100)
        else (s.step ->> 'at')::numeric end as needed
    from jsonb_to_recordset(p_rules) as r (id uuid, version integer, counts text, "percentOf" integer, steps jsonb)
    cross join jsonb_array_elements(r.steps) with ordinality as s (step, nth)
  ), first as (
    select distinct on (c.student_id, c.rule_id, c.period_id, step.position) c.*, step.version, step.position, step.at, step.name,
      step.action, step.points
    from counted c join step on step.rule_id = c.rule_id and step.needed = c.n
    order by c.student_id, c.rule_id, c.period_id, step.position, c.day
  )
  select f.rule_id, f.version, f.period_id, f.student_id, f.position, f.at, f.name, f.action, f.points, f.day,
    array_agg(d.day order by d.day)
  from first f
  join counted d on d.student_id = f.student_id and d.rule_id = f.rule_id and d.period_id = f.period_id and d.run = f.run and d.n <= f.n
  group by f.rule_id, f.version, f.period_id, f.student_id, f.position, f.at, f.name, f.action, f.points, f.day;
end;

-- The rules of a school that count, as they are given to the functions above.
create function absence_rules_of(p_school uuid) returns jsonb
language sql stable
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'counts', r.counts, 'period', r.period,
    'counted', r.counted, 'lateDays', r.late_days, 'gradeIds', r.grade_ids, 'percentOf', r.percent_of, 'steps', r.steps)), '[]')
  from absence_rules r where r.school_id = p_school and r.active and r.removed_at is null;
end;

-- Records for pupils what they have reached by now: new steps, changed days of steps nobody has handled, and withdrawn ones.
-- Counting takes time in which others may record too: one at a time in a school.
create function record_absence_steps(p_school uuid, p_students uuid[], p_until date)
returns table (student_id uuid, step_id uuid, reached boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('absence steps ' || p_school, 0));
  return query
  with now_reached as materialized (
    select * from absence_reached(p_school, absence_rules_of(p_school), p_students, p_until)
  ), withdrawn as (
    update absence_steps s set withdrawn_at = now(), modified_at = now()
    where s.school_id = p_school and s.student_id = any (p_students) and s.withdrawn_at is null
      and s.period_id in (select p.id from absence_periods(p_school) p)
      and not exists (select from now_reached r where r.student_id = s.student_id and r.rule_id = s.rule_id
        and r.period_id = s.period_id and r.position = s.position)
      and (s.handled_at is null or exists (select from absence_rules l
        where l.school_id = s.school_id and l.id = s.rule_id and l.active and l.removed_at is null))
    returning s.student_id, s.id
  ), changed as (
    update absence_steps s set rule_version = r.rule_version, at = r.at, name = r.name, action = r.action, points = r.points,
      reached_on = r.reached_on, days = r.days, modified_at = now()
    from now_reached r
    where s.school_id = p_school and s.student_id = r.student_id and s.rule_id = r.rule_id and s.period_id = r.period_id
      and s.position = r.position and s.withdrawn_at is null and s.handled_at is null
      and (s.rule_version, s.reached_on, s.days) is distinct from (r.rule_version, r.reached_on, r.days)
  ), added as (
    insert into absence_steps (school_id, id, student_id, rule_id, rule_version, period_id, position, at, name, action, points,
      reached_on, days)
    select p_school, gen_random_uuid(), r.student_id, r.rule_id, r.rule_version, r.period_id, r.position, r.at, r.name, r.action,
      r.points, r.reached_on, r.days
    from now_reached r
    where not exists (select from absence_steps s where s.student_id = r.student_id and s.rule_id = r.rule_id
      and s.period_id = r.period_id and s.position = r.position and s.withdrawn_at is null)
    returning absence_steps.student_id, absence_steps.id
  )
  select w.student_id, w.id, false from withdrawn w
  union all
  select a.student_id, a.id, true from added a;
end $$;
