-- Schools, their grades and their years.

-- The marks of a register are in its school, which narrows the index by class too.
create or replace function activity_of_schools(since date) returns table (school_id uuid, registers integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.school_id, count(*)::integer from attendance_sheets s
  where (select on_platform()) and s.date >= since and exists (
    select from attendance_marks m where m.school_id = s.school_id and m.class_room_id = s.class_room_id and m.date = s.date)
  group by s.school_id
$$;
revoke execute on function activity_of_schools(date) from public;
grant execute on function activity_of_schools(date) to kashkool_app;

-- A new grade (position 0) stands before the first one that its name puts it before; in an order that a school made, too.
create or replace function place_grade() returns trigger
language plpgsql as $$
declare
  -- A generated column is not known yet before the row is stored.
  rank_here integer := grade_rank(new.name);
begin
  select min(position) into new.position from grades
  where school_id = new.school_id
    and (natural_rank, name collate by_name) > (rank_here, new.name collate by_name);
  if new.position is null then
    select coalesce(max(position), 0) + 1 into new.position from grades where school_id = new.school_id;
  else
    update grades set position = position + 1 where school_id = new.school_id and position >= new.position;
  end if;
  return new;
end $$;

create or replace function forget_ended_year() returns trigger
language plpgsql as $$
begin
  new.ended_with_year_id := null;
  return new;
end $$;
