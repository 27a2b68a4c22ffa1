-- What the platform sees of how much a school works with the product: counts, and nothing of a class or a student.
create index attendance_sheets_by_day on attendance_sheets (date, school_id);

create function activity_of_schools(since date) returns table (school_id uuid, registers integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.school_id, count(*)::integer from attendance_sheets s
  where (select on_platform()) and s.date >= since and exists (
    select from attendance_marks m where m.class_room_id = s.class_room_id and m.date = s.date)
  group by s.school_id
$$;
revoke execute on function activity_of_schools(date) from public;
grant execute on function activity_of_schools(date) to kashkool_app;
