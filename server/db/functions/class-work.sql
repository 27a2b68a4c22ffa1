-- Marks of homework, exams and activities: what parents may know of a class, drafts, and corrections (decision 059).

-- The one bound below which no average of a class is shown: of fewer results another student's could be worked out.
create or replace function fewest_for_average() returns integer
language sql immutable parallel safe
return 5;

-- What a parent's call may know of the other students in a class: the average of a piece of work in which one of their own children has a
-- result, and only of enough results, so that no other child's result can be worked out. Drafts do not count. Asks only the table of that
-- kind of work, with a plan that is kept.
create or replace function average_of_class(of_school uuid, kind text, work uuid) returns numeric
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Believed only with the signature, which stands with the schools.
  own constant uuid[] := case when acting_schools() is not null then acting_children() end;
begin
  if kind = 'exam' then
    return (select case when count(*) >= fewest_for_average() then round(avg(total_result), 1) end from student_exams
      where school_id = of_school and exam_id = work and removed_at is null and not is_draft and is_attend and total_result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'homework' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_homework
      where school_id = of_school and homework_id = work and removed_at is null and is_delivered and result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'activity' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_activities
      where school_id = of_school and activity_id = work and removed_at is null and is_attend and result is not null
      having bool_or(student_id = any (own)));
  end if;
  return null;
end $$;
revoke execute on function average_of_class(uuid, text, uuid) from public;
grant execute on function average_of_class(uuid, text, uuid) to kashkool_app;

-- What the class reached, in percent, in exams in which the student has a result; null where one of them has too few results. Only of
-- exams in the schools of the call, and in a parent's call only for one of their children, without drafts.
create or replace function class_behind(of_school uuid, student uuid, exam_ids uuid[]) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when min(results) >= fewest_for_average() and count(*) = cardinality(exam_ids)
    then round(100 * sum(reached) / sum(full_mark * results))::integer end
  from (
    select e.id, e.rate as full_mark, count(*) as results, sum(r.total_result) as reached
    from exams e
    join student_exams r on r.school_id = of_school and r.exam_id = e.id and r.removed_at is null and r.is_attend
      and r.total_result is not null and (not r.is_draft or (select acting_children()) is null)
    where e.school_id = of_school and e.id = any (exam_ids) and e.removed_at is null
      and of_school = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or student = any ((select acting_children())::uuid[]))
      and exists (select from student_exams own where own.school_id = of_school and own.exam_id = e.id and own.student_id = student
        and own.removed_at is null and own.total_result is not null)
    group by e.school_id, e.id
  ) each_exam
$$;
revoke execute on function class_behind(uuid, uuid, uuid[]) from public;
grant execute on function class_behind(uuid, uuid, uuid[]) to kashkool_app;

-- When the marks of a new exam are published: now, or not before somebody does it.
create or replace function marks_published_at(school uuid) returns timestamptz
language sql stable
begin atomic
  select now() from schools where id = school and marks_shown = 'atOnce';
end;
revoke execute on function marks_published_at(uuid) from public;
grant execute on function marks_published_at(uuid) to kashkool_app;

-- A mark of an exam whose marks are not published is a draft.
create or replace function draft_as_its_exam() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_draft := coalesce(
    (select e.published_at is null from exams e where e.school_id = new.school_id and e.id = new.exam_id), false);
  return new;
end $$;

-- What is published or taken back of an exam is so of each of its marks.
create or replace function keep_marks_published() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.published_at is not null then
    raise exception 'published marks stay published' using errcode = 'check_violation';
  end if;
  update student_exams set is_draft = false, modified_at = now() where school_id = new.school_id and exam_id = new.id;
  return null;
end $$;

-- A mark was corrected when its row was changed: the clock of the server that keeps it says another moment.
create or replace function remember_published_mark() returns trigger
language plpgsql as $$
begin
  new.corrected_at := new.modified_at;
  new.former_result := old.total_result;
  new.former_attend := old.is_attend;
  return new;
end $$;

-- The changes of a student's mark in an exam, the latest first. A parent's call sees those of a published mark alone, and not who
-- made them. Rows that were kept before there were drafts are of published marks.
create or replace function changes_of_mark(exam uuid, student uuid)
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

-- Notes that the acting person has read notes about their children; answers how many of these were new to them. The rows are counted by what
-- was inserted: what is selected is inserted on several servers only by a statement of its own.
create or replace function read_own_notes(note_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare noted integer;
begin
  insert into note_readers (school_id, note_id, person_id)
  select distinct n.school_id, n.id, acting_user()
  from student_notes n
  join parent_links sp on sp.school_id = n.school_id and sp.student_id = n.student_id and sp.sees and sp.school_active
  where n.id = any (note_ids) and n.removed_at is null and sp.parent_id = acting_user()
  order by 2
  on conflict do nothing;
  get diagnostics noted = row_count;
  return noted;
end $$;
revoke execute on function read_own_notes(uuid[]) from public;
grant execute on function read_own_notes(uuid[]) to kashkool_app;

-- How many parents have opened a notice about these works of their children, whose items the caller cannot read.
create or replace function openers_of_works(of_school uuid, work_ids uuid[], student_ids uuid[]) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct i.person_id)::integer
  from inbox_items i
  where i.person_id in (
      select l.parent_id from student_parents l where l.school_id = of_school and l.student_id = any (student_ids))
    and i.at_school_id = of_school and i.student_id = any (student_ids) and i.subject_ids && work_ids and i.read_at is not null
    and i.kind in ('examResult', 'homeworkResult', 'activityResult', 'markCorrected')
    and of_school = any (acting_schools()) and acting_children() is null
$$;
revoke execute on function openers_of_works(uuid, uuid[], uuid[]) from public;
grant execute on function openers_of_works(uuid, uuid[], uuid[]) to kashkool_app;
