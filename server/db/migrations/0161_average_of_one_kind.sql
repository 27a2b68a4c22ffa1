-- Asks only the table of that kind of work, with a plan that is kept: planned anew at every call, this took more than all
-- else of a parent's Today.
create or replace function average_of_class(kind text, work uuid) returns numeric
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Believed only with the signature, which stands with the schools.
  own constant uuid[] := case when acting_schools() is not null then acting_children() end;
begin
  if kind = 'exam' then
    return (select case when count(*) >= fewest_for_average() then round(avg(total_result), 1) end from student_exams
      where exam_id = work and removed_at is null and is_attend and total_result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'homework' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_homework
      where homework_id = work and removed_at is null and is_delivered and result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'activity' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_activities
      where activity_id = work and removed_at is null and is_attend and result is not null
      having bool_or(student_id = any (own)));
  end if;
  return null;
end $$;
