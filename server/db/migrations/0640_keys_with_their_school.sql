-- Rows of schools are found by their school and what names them in it, as 0530 began: a database that is spread by school takes no key
-- without it (docs/scale.md). What other tables refer to was a second unique key until now; it becomes the primary one, and the
-- references are made again. They are not checked here, in which everything waits, but by 0641. No statement of this release or the
-- one before names these keys by their columns.
do $$
declare
  by_id text[] := '{activities, class_moves, class_rooms, courses, exams, grades, guardians, homework, imports, jobs,
    payment_requests, payment_transactions, school_year_months, school_years, seats, student_classes, student_merges, student_notes,
    students}';
  referred text[] := by_id || 'attendance_sheets'::text;
  again jsonb;
  one text;
  reference record;
begin
  select jsonb_agg(jsonb_build_object('name', conname, 'of', conrelid::regclass::text, 'says', pg_get_constraintdef(oid))) into again
  from pg_constraint where contype = 'f' and confrelid::regclass::text = any (referred);

  for reference in select * from jsonb_to_recordset(again) as r (name text, of text, says text) loop
    execute format('alter table %s drop constraint %I', reference.of, reference.name);
  end loop;

  foreach one in array by_id loop
    execute format('alter table %1$I drop constraint %2$I, drop constraint %3$I, add constraint %2$I primary key (school_id, id)',
      one, one || '_pkey', one || '_school_id_id_key');
    execute format('create index %I on %I (id)', one || '_by_id', one);
  end loop;
  alter table attendance_sheets drop constraint attendance_sheets_once,
    drop constraint attendance_sheets_school_id_class_room_id_date_key,
    add constraint attendance_sheets_once primary key (school_id, class_room_id, date);
  create index attendance_sheets_by_class on attendance_sheets (class_room_id, date);

  for reference in select * from jsonb_to_recordset(again) as r (name text, of text, says text) loop
    execute format('alter table %s add constraint %I %s not valid', reference.of, reference.name, reference.says);
  end loop;
end $$;

alter table class_move_students drop constraint class_move_students_once,
  add constraint class_move_students_once primary key (school_id, move_id, student_id);
alter table class_teacher_courses drop constraint class_teacher_courses_once,
  add constraint class_teacher_courses_once primary key (school_id, class_room_id, teacher_id, course_id);
alter table import_progress drop constraint import_progress_once,
  add constraint import_progress_once primary key (school_id, import_id);
alter table import_rows drop constraint import_rows_once,
  add constraint import_rows_once primary key (school_id, import_id, "row");
alter table job_students drop constraint job_students_once,
  add constraint job_students_once primary key (school_id, job_id, nth);
alter table student_activities drop constraint student_activities_once,
  add constraint student_activities_once primary key (school_id, activity_id, student_id);
alter table student_exams drop constraint student_exams_once,
  add constraint student_exams_once primary key (school_id, exam_id, student_id);
alter table student_homework drop constraint student_homework_once,
  add constraint student_homework_once primary key (school_id, homework_id, student_id);
alter table uncounted_registers drop constraint uncounted_registers_key,
  add constraint uncounted_registers_key primary key (school_id, class_room_id, date);
alter table former_values drop constraint former_values_pkey,
  add constraint former_values_pkey primary key (school_id, id);

-- What 0.1.0 called, which grouped by the id alone.
drop function class_behind(uuid, uuid[]);
drop function average_of_class(text, uuid);

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
