-- The one bound below which no average of a class is shown: of fewer results another student's could be worked out.
create function fewest_for_average() returns integer
language sql immutable parallel safe
return 5;

create or replace function average_of_class(kind text, work uuid) returns numeric
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when count(*) >= fewest_for_average() then round(avg(result), 1) end
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

-- What the class reached, in percent, in exams in which the student has a result; null where one of them has too few
-- results. Only of exams in the schools of the call, and in a parent's call only for one of their children.
create function class_behind(student uuid, exam_ids uuid[]) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when min(results) >= fewest_for_average() and count(*) = cardinality(exam_ids)
    then round(100 * sum(reached) / sum(full_mark * results))::integer end
  from (
    select e.id, e.rate as full_mark, count(*) as results, sum(r.total_result) as reached
    from exams e
    join student_exams r on r.exam_id = e.id and r.removed_at is null and r.is_attend and r.total_result is not null
    where e.id = any (exam_ids) and e.removed_at is null and e.school_id = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or student = any ((select acting_children())::uuid[]))
      and exists (select from student_exams own where own.exam_id = e.id and own.student_id = student
        and own.removed_at is null and own.total_result is not null)
    group by e.id
  ) each_exam
$$;
revoke execute on function class_behind(uuid, uuid[]) from public;
grant execute on function class_behind(uuid, uuid[]) to kashkool_app;
