-- The changes of a student's mark in an exam, the latest first. A parent's call sees those of a published mark alone, and not who
-- made them. Rows that were kept before there were drafts are of published marks.
create function changes_of_mark(exam uuid, student uuid)
returns table (
  changed_at timestamptz, changed_by uuid, was_draft boolean, former_result numeric, former_attend boolean, new_result numeric,
  new_attend boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with now_stored as (
    select r.* from student_exams r
    where r.exam_id = exam and r.student_id = student and r.removed_at is null
      and r.school_id = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or r.student_id = any ((select acting_children())::uuid[]))
  ), state as (
    select f.id as nth, f.changed_at, f.changed_by, (f.was ->> 'total_result')::numeric as result,
      (f.was ->> 'is_attend')::boolean as attend, coalesce((f.was ->> 'is_draft')::boolean, false) as draft
    from former_values f
    where exists (select from now_stored) and f.table_name = 'student_exams'
      and f.key = jsonb_build_object('exam_id', exam, 'student_id', student)
    union all
    select null, null, null, total_result, is_attend, is_draft from now_stored
  ), step as (
    select *, lead(result) over following as result_then, lead(attend) over following as attend_then
    from state window following as (order by nth nulls last)
  )
  select changed_at, case when (select acting_children()) is null then changed_by end, draft, result, attend, result_then, attend_then
  from step
  where nth is not null and (result, attend) is distinct from (result_then, attend_then)
    and ((select acting_children()) is null or (not draft and (result is not null or attend is not null)))
  order by nth desc
$$;
revoke execute on function changes_of_mark(uuid, uuid) from public;
grant execute on function changes_of_mark(uuid, uuid) to kashkool_app;
