-- An excuse of a child who is no longer on the roll is not listed at the desk (excusesIn), so the inbox asks nobody to decide it either.
create or replace function is_excuse_waiting(of_school uuid, excuse uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (
  select from excuses e join students st on st.school_id = of_school and st.id = e.student_id and st.active
  where e.school_id = of_school and e.id = excuse and e.accepted is null);
