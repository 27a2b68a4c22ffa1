-- The calendar of a school: when it is open, and for whom. A school without a row here has no calendar and is open on every day.
create table school_calendars (
  school_id uuid primary key references schools,
  shows_hijri boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
call keep_former_values('school_calendars', 'school_id');
call keep_to_school('school_calendars');
grant select, insert, update on school_calendars to kashkool_app;

create table terms (
  school_id uuid not null references school_calendars,
  id uuid not null,
  school_year_id uuid not null,
  name text not null constraint terms_name_length check (fits(name, 1, 100)),
  position smallint not null constraint terms_position_range check (position between 1 and 20),
  start_date date not null,
  end_date date not null,
  created_at timestamptz not null default now(),
  constraint terms_key primary key (school_id, id),
  constraint terms_year_same_school foreign key (school_id, school_year_id) references school_years (school_id, id),
  constraint terms_day_order check (start_date <= end_date)
);
create index terms_by_year on terms (school_id, school_year_id, start_date);
call keep_former_values('terms', 'id');
call keep_to_school('terms');
grant select, insert, update, delete on terms to kashkool_app;

-- open_weekdays: bit n is set when weekday n is open, Sunday is 0. grade_id null: the whole school.
create table school_week (
  school_id uuid not null references school_calendars,
  grade_id uuid,
  open_weekdays smallint not null constraint school_week_weekdays_known check (open_weekdays between 0 and 127),
  constraint school_week_once unique nulls not distinct (school_id, grade_id),
  constraint school_week_grade_same_school foreign key (school_id, grade_id) references grades (school_id, id)
);
call keep_former_values('school_week', 'grade_id');
call keep_to_school('school_week');
grant select, insert, update, delete on school_week to kashkool_app;

create table hours_sets (
  school_id uuid not null references school_calendars,
  id uuid not null,
  name text not null constraint hours_sets_name_length check (fits(name, 1, 60)),
  position smallint not null default 1,
  created_at timestamptz not null default now(),
  constraint hours_sets_key primary key (school_id, id)
);
create unique index hours_sets_name_taken on hours_sets (school_id, fold(name));
call keep_former_values('hours_sets', 'id');
call keep_to_school('hours_sets');
grant select, insert, update, delete on hours_sets to kashkool_app;

create table periods (
  school_id uuid not null references schools,
  hours_set_id uuid not null,
  position smallint not null constraint periods_position_range check (position between 1 and 30),
  name text not null constraint periods_name_length check (fits(name, 1, 60)),
  starts time not null,
  minutes smallint not null constraint periods_minutes_range check (minutes between 1 and 300),
  is_break boolean not null default false,
  constraint periods_key primary key (school_id, hours_set_id, position),
  constraint periods_set_same_school foreign key (school_id, hours_set_id) references hours_sets (school_id, id)
    on delete cascade
);
call keep_to_school('periods');
grant select, insert, update, delete on periods to kashkool_app;

-- Only a holiday closes. grade_ids null: every grade; they have no foreign key, because grades are never removed once used.
create table calendar_days (
  school_id uuid not null references school_calendars,
  id uuid not null,
  kind text not null constraint calendar_days_kind_known
    check (kind in ('holiday', 'exam', 'remote', 'event', 'otherHours')),
  from_day date not null,
  to_day date not null,
  name text not null constraint calendar_days_name_length check (fits(name, 1, 100)),
  grade_ids uuid[],
  hours_set_id uuid,
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint calendar_days_key primary key (school_id, id),
  constraint calendar_days_day_order check (from_day <= to_day and to_day - from_day < 370),
  constraint calendar_days_hours_same_school foreign key (school_id, hours_set_id) references hours_sets (school_id, id)
);
create index calendar_days_by_day on calendar_days (school_id, from_day) where removed_at is null;
call keep_former_values('calendar_days', 'id');
call keep_to_school('calendar_days');
grant select, insert, update on calendar_days to kashkool_app;

-- What follows from the tables above, so that a read of attendance looks up one row and works nothing out. One row for the
-- school (grade_id null), and one for each grade that differs. Written by renew_closures alone.
create table calendar_closures (
  school_id uuid not null references school_calendars,
  grade_id uuid,
  open_weekdays smallint not null,
  closed datemultirange not null,
  constraint calendar_closures_once unique nulls not distinct (school_id, grade_id)
);
call keep_to_school('calendar_closures');
grant select on calendar_closures to kashkool_app;

-- Whether a day is open by a row of calendar_closures; by none, it is.
create function is_open(day date, open_weekdays smallint, closed datemultirange) returns boolean
language sql immutable parallel safe
return coalesce((open_weekdays >> extract(dow from day)::integer) & 1 = 1 and not day <@ closed, true);

-- The row that applies to a grade, if there is one.
create function closures_of(of_school uuid, of_grade uuid)
returns table (open_weekdays smallint, closed datemultirange)
language sql stable parallel safe rows 1
begin atomic
  select k.open_weekdays, k.closed from calendar_closures k
  where k.school_id = of_school and (k.grade_id = of_grade or k.grade_id is null)
  order by k.grade_id nulls last limit 1;
end;

create function open_day(of_school uuid, of_grade uuid, day date) returns boolean
language sql stable parallel safe
return coalesce((select is_open(day, k.open_weekdays, k.closed) from closures_of(of_school, of_grade) k), true);

create function open_days(of_school uuid, of_grade uuid, from_day date, to_day date) returns setof date
language sql stable parallel safe rows 180
begin atomic
  select one.day::date
  from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') as one (day)
  left join closures_of(of_school, of_grade) k on true
  where is_open(one.day::date, k.open_weekdays, k.closed)
  order by 1;
end;

-- Registers whose day is closed: they stay and count no more. Nearly always few, so that a read of attendance is hardly longer
-- for leaving them out.
create table uncounted_registers (
  school_id uuid not null references schools,
  class_room_id uuid not null,
  date date not null,
  constraint uncounted_registers_key primary key (class_room_id, date),
  constraint uncounted_registers_same_school foreign key (school_id, class_room_id, date)
    references attendance_sheets (school_id, class_room_id, date) on delete cascade
);
create index uncounted_registers_by_school on uncounted_registers (school_id, date);
call keep_to_school('uncounted_registers');
grant select, insert on uncounted_registers to kashkool_app;

create procedure renew_uncounted_registers(of_school uuid)
language sql
begin atomic
  delete from uncounted_registers u using class_rooms c
  where u.school_id = of_school and c.school_id = u.school_id and c.id = u.class_room_id
    and open_day(c.school_id, c.grade_id, u.date);
  insert into uncounted_registers (school_id, class_room_id, date)
  select s.school_id, s.class_room_id, s.date
  from class_rooms c
  left join closures_of(c.school_id, c.grade_id) k on true
  join attendance_sheets s on s.school_id = c.school_id and s.class_room_id = c.id
  where c.school_id = of_school and not is_open(s.date, k.open_weekdays, k.closed)
  on conflict do nothing;
end;

-- Terms close what lies between them, in years that have terms: a year whose terms nobody entered yet is open.
create procedure renew_closures(of_school uuid)
language plpgsql as $$
begin
  perform from school_calendars where school_id = of_school for update;
  if not found then
    return;
  end if;

  delete from calendar_closures where school_id = of_school;
  insert into calendar_closures (school_id, grade_id, open_weekdays, closed)
  with of_year as (
    select t.school_year_id as id, min(t.start_date) as starts, max(t.end_date) as ends
    from terms t where t.school_id = of_school group by t.school_year_id
  ), governed as (
    select range_agg(case when d.id is null then daterange(y.starts, y.ends, '[]')
      else daterange(least(nullif(d.first_day, '-infinity'), y.starts),
        nullif(greatest(d.last_day, y.ends), 'infinity'), '[]') end) as days
    from of_year y
    left join school_year_days d on d.school_id = of_school and d.id = y.id
  ), taught as (
    select range_agg(daterange(t.start_date, t.end_date, '[]')) as days from terms t where t.school_id = of_school
  ), holidays as (
    select daterange(h.from_day, h.to_day, '[]') as days, h.grade_ids from calendar_days h
    where h.school_id = of_school and h.kind = 'holiday' and h.removed_at is null
  ), differing as (
    select null::uuid as grade_id
    union
    select unnest(h.grade_ids) from holidays h
    union
    select w.grade_id from school_week w where w.school_id = of_school
  )
  select of_school, differing.grade_id,
    coalesce(
      (select w.open_weekdays from school_week w where w.school_id = of_school and w.grade_id = differing.grade_id),
      (select w.open_weekdays from school_week w where w.school_id = of_school and w.grade_id is null), 127),
    coalesce(governed.days - coalesce(taught.days, '{}'), '{}') + coalesce((
      select range_agg(h.days) from holidays h
      where h.grade_ids is null or differing.grade_id = any (h.grade_ids)), '{}')
  from differing, governed, taught;
  call renew_uncounted_registers(of_school);
end $$;

create function renew_changed_closures() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_school uuid;
begin
  for of_school in select distinct school_id from changed loop
    call renew_closures(of_school);
  end loop;
  return null;
end $$;

create function renew_closures_of_class() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  call renew_closures(new.school_id);
  return null;
end $$;

-- A class that comes into another grade has the open days of that one.
create trigger renew_closures_on_grade after update of grade_id on class_rooms
  for each row when (old.grade_id <> new.grade_id) execute function renew_closures_of_class();

-- The days of a year follow from its months and from those of the next year, so these count as well.
create procedure renew_closures_with(t regclass)
language plpgsql as $$
begin
  execute format('create trigger renew_closures_on_insert after insert on %s referencing new table as changed
    for each statement execute function renew_changed_closures()', t);
  execute format('create trigger renew_closures_on_update after update on %s referencing new table as changed
    for each statement execute function renew_changed_closures()', t);
  execute format('create trigger renew_closures_on_delete after delete on %s referencing old table as changed
    for each statement execute function renew_changed_closures()', t);
end $$;
call renew_closures_with('terms');
call renew_closures_with('school_week');
call renew_closures_with('calendar_days');
call renew_closures_with('school_years');
call renew_closures_with('school_year_months');

-- A register of a closed day is taken only with a reason (it stays, and counts no more than any other of a closed day).
alter table attendance_sheets
  add column closed_reason text constraint attendance_sheets_closed_reason_length check (fits(closed_reason, 1, 200)),
  add column closed_reason_by uuid references users;
