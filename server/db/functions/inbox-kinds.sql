-- Families of kinds of the view inbox_seen. PostgreSQL puts these functions in place, so that they cost what they would cost in the view; that is
-- why none has a search path of its own. The shorter kinds stand in the view, where PostgreSQL may look up once for all items who has a key.

-- Homework, exams, activities, notes, conduct and attendance: the works, notes or records of a child that an item is about.
create or replace function things_of_item(item_kind text, of_school uuid, child uuid, subjects uuid[], item_day date)
returns table (id uuid, date date, course_name text, state text)
language sql stable
begin atomic
  select w.id, w.assignment_date, c.name, null::text
  from student_homework r
  join homework w on w.school_id = of_school and w.id = r.homework_id and w.removed_at is null
  join courses c on c.school_id = of_school and c.id = w.course_id
  where item_kind in ('homework', 'homeworkResult') and r.school_id = of_school and r.homework_id = any (subjects) and r.student_id = child
    and r.removed_at is null and (item_kind = 'homework' or r.result is not null or r.is_delivered is not null)
  union all
  select w.id, w.exam_date, c.name, null
  from student_exams_seen r
  join exams w on w.school_id = of_school and w.id = r.exam_id and w.removed_at is null
  join courses c on c.school_id = of_school and c.id = w.course_id
  where item_kind in ('exam', 'examResult', 'markCorrected') and r.school_id = of_school and r.exam_id = any (subjects) and r.student_id = child
    and r.removed_at is null and (item_kind = 'exam' or r.total_result is not null or r.is_attend is not null)
  union all
  select w.id, w.activity_date, c.name, null
  from student_activities r
  join activities w on w.school_id = of_school and w.id = r.activity_id and w.removed_at is null
  join courses c on c.school_id = of_school and c.id = w.course_id
  where item_kind in ('activity', 'activityResult') and r.school_id = of_school and r.activity_id = any (subjects) and r.student_id = child
    and r.removed_at is null and (item_kind = 'activity' or r.result is not null or r.is_attend is not null)
  union all
  select n.id, n.date, c.name, null
  from student_notes n
  left join courses c on c.school_id = of_school and c.id = n.course_id
  where item_kind = 'note' and n.school_id = of_school and n.id = any (subjects) and n.student_id = child and n.removed_at is null
  union all
  select r.id, r.day, null, null
  from conduct_records r
  where item_kind = 'conductRecorded' and r.school_id = of_school and r.id = any (subjects) and r.student_id = child
    and r.published_at is not null
  union all
  select m.id, m.date, null, m.state
  from attendance_marks m
  where item_kind = 'attendance' and m.school_id = of_school and m.student_id = child and m.date = item_day and m.class_room_id = any (subjects);
end;

-- What a school asks of a person until they answer. Who is asked again to teach or to take a role answers once: the newest item asks.
create or replace function asked_of_person(item_kind text, item uuid, reader uuid, of_school uuid, subjects uuid[], item_at timestamptz)
returns setof boolean
language sql stable
begin atomic
  select true
  where case item_kind
    when 'teacherInvited' then exists (
      select from school_teachers t where t.school_id = of_school and t.teacher_id = reader and t.accepted_at is null)
      and not exists (
        select from inbox_items l
        where l.person_id = reader and l.kind = item_kind and l.at_school_id = of_school and (l.at, l.id) > (item_at, item))
    when 'roleInvited' then exists (
      select from staff_invitations p join users u on u.phone_number = p.phone_number
      where u.id = reader and p.school_id = of_school and p.role_id is not null and p.taken_at is null and p.removed_at is null)
      and not exists (
        select from inbox_items l
        where l.person_id = reader and l.kind = item_kind and l.at_school_id = of_school and (l.at, l.id) > (item_at, item))
    when 'parentInvited' then exists (
      select from parent_invitations p join users u on u.phone_number = p.phone_number
      where u.id = reader and p.school_id = of_school and p.id = any (subjects) and p.accepted_at is null and p.removed_at is null)
  end;
end;
