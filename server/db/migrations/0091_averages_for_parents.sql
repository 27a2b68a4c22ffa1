-- What a parent's call may know of the other students in a class: the average of a piece of work that one of the own
-- children has a result in, and only of five results or more, so that no other child's result can be worked out.
create function average_of_class(kind text, work uuid) returns numeric
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when count(*) >= 5 then round(avg(result), 1) end
  from (
    select student_id, total_result as result from student_exams where kind = 'exam' and exam_id = work
      and removed_at is null and is_attend and total_result is not null
    union all
    select student_id, result from student_homework where kind = 'homework' and homework_id = work
      and removed_at is null and is_delivered and result is not null
    union all
    select student_id, result from student_activities where kind = 'activity' and activity_id = work
      and removed_at is null and is_attend and result is not null
  ) of_class
  having bool_or(student_id = any ((select acting_children())::uuid[]))
$$;
revoke execute on function average_of_class(text, uuid) from public;
grant execute on function average_of_class(text, uuid) to kashkool_app;
