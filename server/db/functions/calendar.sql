-- Which days are open for a grade, and how the stored closures follow from terms, weeks and days (decision 050).

-- Whether a day is open by a row of calendar_closures; by none, it is.
create or replace function is_open(day date, open_weekdays smallint, closed datemultirange) returns boolean
language sql immutable parallel safe
return coalesce((open_weekdays >> extract(dow from day)::integer) & 1 = 1 and not day <@ closed, true);

-- The row that applies to a grade, if there is one.
create or replace function closures_of(of_school uuid, of_grade uuid)
returns table (open_weekdays smallint, closed datemultirange)
language sql stable parallel safe rows 1
begin atomic
  select k.open_weekdays, k.closed from calendar_closures k
  where k.school_id = of_school and (k.grade_id = of_grade or k.grade_id is null)
  order by k.grade_id nulls last limit 1;
end;

-- Whether a day is open for a grade.
create or replace function open_day(of_school uuid, of_grade uuid, day date) returns boolean
language sql stable parallel safe
return coalesce((select is_open(day, k.open_weekdays, k.closed) from closures_of(of_school, of_grade) k), true);

-- The open days of a grade between two days.
create or replace function open_days(of_school uuid, of_grade uuid, from_day date, to_day date) returns setof date
language sql stable parallel safe rows 180
begin atomic
  select one.day::date
  from generate_series(from_day::timestamp, to_day::timestamp, interval '1 day') as one (day)
  left join closures_of(of_school, of_grade) k on true
  where is_open(one.day::date, k.open_weekdays, k.closed)
  order by 1;
end;

-- How many days of a period are open for a grade. A period without an end has no number of days. A year lasts until the next one begins, so
-- its open days are those between its first and last dated day.
create or replace function open_days_of_period(p_school uuid, p_grade uuid, p_period uuid) returns integer
language sql stable
begin atomic
  select case when d.ends - d.starts < 800 then (
    select count(*)::integer from open_days(p_school, p_grade, d.starts, d.ends)) end
  from (
    select min(one.starts) as starts, max(one.ends) as ends
    from (
      select t.start_date as starts, t.end_date as ends from terms t
      where t.school_id = p_school and p_period in (t.id, t.school_year_id)
      union all
      select m.start_date, m.end_date from school_year_months m where m.school_id = p_school and m.school_year_id = p_period
    ) one) d;
end;

-- Whether a day is still closed for one of these grades. The inbox of a person who teaches sees no calendar of a school by itself.
create or replace function still_closed(of_school uuid, of_grades uuid[], day date) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (select from unnest(of_grades) as g (id) where not open_day(of_school, g.id, day));
revoke execute on function still_closed(uuid, uuid[], date) from public;
grant execute on function still_closed(uuid, uuid[], date) to kashkool_app;

-- The feed of an address, as its person stands now: grade_ids null for staff, who see every day; none for people who are neither staff
-- nor parents of a student there any more.
create or replace function calendar_feed_of(hash bytea)
returns table (school_id uuid, school_name text, time_zone text, language text, grade_ids uuid[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select s.id, s.name, s.time_zone, f.language,
    case when not exists (
      select from school_members m where m.school_id = f.school_id and m.person_id = f.person_id)
    then coalesce((
      select array_agg(distinct c.grade_id)
      from parent_links l
      join students st on st.school_id = l.school_id and st.id = l.student_id and st.active
      join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
      where l.school_id = f.school_id and l.parent_id = f.person_id and l.sees), '{}') end
  from calendar_feeds f
  join schools s on s.id = f.school_id and s.active
  where f.token_hash = hash and f.revoked_at is null;
end;

-- The registers of a school that do not count because their day is closed. A delete is not planned with a function of its columns, but
-- with a list of what it is true for.
create or replace procedure renew_uncounted_registers(of_school uuid)
language sql
begin atomic
  delete from uncounted_registers u
  where u.school_id = of_school and (u.class_room_id, u.date) in (
    select open.class_room_id, open.date
    from uncounted_registers open
    join class_rooms c on c.school_id = open.school_id and c.id = open.class_room_id
    where open.school_id = of_school and open_day(c.school_id, c.grade_id, open.date));
  insert into uncounted_registers (school_id, class_room_id, date)
  select s.school_id, s.class_room_id, s.date
  from class_rooms c
  left join closures_of(c.school_id, c.grade_id) k on true
  join attendance_sheets s on s.school_id = c.school_id and s.class_room_id = c.id
  where c.school_id = of_school and not is_open(s.date, k.open_weekdays, k.closed)
  on conflict do nothing;
end;

-- Works the closures of a school out again. Terms close what lies between them, in years that have terms: a year whose terms nobody entered yet
-- is open.
create or replace procedure renew_closures(of_school uuid)
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

-- What renew_closures_with puts on a table.
create or replace function renew_changed_closures() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_school uuid;
begin
  for of_school in select distinct school_id from changed loop
    call renew_closures(of_school);
  end loop;
  return null;
end $$;

create or replace function renew_closures_of_class() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  call renew_closures(new.school_id);
  return null;
end $$;

-- Closures follow from the rows of this table. The days of a year follow from its months and from those of the next year, so these count as
-- well.
create or replace procedure renew_closures_with(t regclass)
language plpgsql as $$
begin
  execute format('create trigger renew_closures_on_insert after insert on %s referencing new table as changed
    for each statement execute function renew_changed_closures()', t);
  execute format('create trigger renew_closures_on_update after update on %s referencing new table as changed
    for each statement execute function renew_changed_closures()', t);
  execute format('create trigger renew_closures_on_delete after delete on %s referencing old table as changed
    for each statement execute function renew_changed_closures()', t);
end $$;
