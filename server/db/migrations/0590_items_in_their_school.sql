-- What a database that is spread over several servers asks for, as in 0580. The meaning is the same.

-- Each item names its school wherever it asks for something of it. The rest is as it was (0390).
create or replace view inbox_seen with (security_invoker = true) as
select i.id, i.person_id, i.kind, i.at, i.read_at, i.is_on, s.id as at_school_id, s.name as school_name, st.id as student_id,
  st.first_name, about.things,
  case when i.kind = 'post' then i.subject_ids[1] else about.work_id end as work_id, about.course_name, case when i.kind = 'dayClosed' then i.day else about.date end as date,
  about.state,
  case
    when i.kind = 'classChanged' then st.class_room_id
    when i.kind in ('classActivation', 'classLink', 'registerMissing', 'stepReached') then i.subject_ids[1]
  end as class_room_id
from inbox_items i
left join schools s on s.id = i.at_school_id
left join students st on st.school_id = i.at_school_id and st.id = i.student_id and (st.active or st.left_on is not null) and s.active and exists (
  select from parent_links sp
  where sp.school_id = i.at_school_id and sp.student_id = st.id and sp.parent_id = i.person_id and sp.sees)
cross join lateral (
  select count(*)::integer as things, (array_agg(a.id order by a.id))[1] as work_id, max(a.date) as date, max(a.state) as state,
    case when count(*) = 1 then max(a.course_name) end as course_name
  from (
    select w.id, w.assignment_date as date, c.name as course_name, null::text as state
    from student_homework r
    join homework w on w.school_id = i.at_school_id and w.id = r.homework_id and w.removed_at is null
    join courses c on c.school_id = i.at_school_id and c.id = w.course_id
    where i.kind in ('homework', 'homeworkResult') and r.school_id = i.at_school_id and r.homework_id = any (i.subject_ids) and r.student_id = st.id
      and r.removed_at is null and (i.kind = 'homework' or r.result is not null or r.is_delivered is not null)
    union all
    select w.id, w.exam_date, c.name, null
    from student_exams_seen r
    join exams w on w.school_id = i.at_school_id and w.id = r.exam_id and w.removed_at is null
    join courses c on c.school_id = i.at_school_id and c.id = w.course_id
    where i.kind in ('exam', 'examResult', 'markCorrected') and r.school_id = i.at_school_id and r.exam_id = any (i.subject_ids) and r.student_id = st.id
      and r.removed_at is null and (i.kind = 'exam' or r.total_result is not null or r.is_attend is not null)
    union all
    select w.id, w.activity_date, c.name, null
    from student_activities r
    join activities w on w.school_id = i.at_school_id and w.id = r.activity_id and w.removed_at is null
    join courses c on c.school_id = i.at_school_id and c.id = w.course_id
    where i.kind in ('activity', 'activityResult') and r.school_id = i.at_school_id and r.activity_id = any (i.subject_ids) and r.student_id = st.id
      and r.removed_at is null and (i.kind = 'activity' or r.result is not null or r.is_attend is not null)
    union all
    select n.id, n.date, c.name, null
    from student_notes n
    left join courses c on c.school_id = i.at_school_id and c.id = n.course_id
    where i.kind = 'note' and n.school_id = i.at_school_id and n.id = any (i.subject_ids) and n.student_id = st.id and n.removed_at is null
    union all
    select m.id, m.date, null, m.state
    from attendance_marks m
    where i.kind = 'attendance' and m.school_id = i.at_school_id and m.student_id = st.id and m.date = i.day and m.class_room_id = any (i.subject_ids)
  ) a
  where a.date <= coalesce(st.seat_ended_on, 'infinity')
) about
where case
  when i.kind in ('attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'markCorrected', 'activity', 'activityResult', 'note')
    then about.things > 0
  when i.kind in ('classChanged', 'otherParent', 'studentLeft', 'excuseDecided', 'absenceStep', 'resultPublished', 'paperIssued', 'conductRecorded')
    then st.id is not null
  when i.kind = 'dayClosed'
    then s.active and (i.student_id is null or st.id is not null) and still_closed(i.at_school_id, i.subject_ids, i.day)
  when i.kind = 'registerMissing' then exists (
      select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
    or exists (
      select from class_teacher_courses t where t.school_id = i.at_school_id and t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id)
  when i.kind = 'excuseAsked' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'DecideExcuses')
  when i.kind = 'stepReached' then exists (
    select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'parentLink' then st.id is not null or not i.is_on
  when i.kind = 'classActivation' then exists (
    select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'teacherLink' then not i.is_on or exists (
    select from school_teachers t where t.school_id = i.at_school_id and t.teacher_id = i.person_id and t.accepted_at is not null)
  when i.kind = 'teacherInvited' then s.active and exists (
    select from school_teachers t where t.school_id = i.at_school_id and t.teacher_id = i.person_id and t.accepted_at is null)
  when i.kind = 'roleInvited' then s.active and exists (
    select from staff_invitations p join users u on u.phone_number = p.phone_number
    where u.id = i.person_id and p.school_id = i.at_school_id and p.role_id is not null and p.taken_at is null and p.removed_at is null)
  when i.kind = 'parentInvited' then s.active and exists (
    select from parent_invitations p join users u on u.phone_number = p.phone_number
    where u.id = i.person_id and p.school_id = i.at_school_id and p.id = any (i.subject_ids) and p.accepted_at is null and p.removed_at is null)
  when i.kind = 'classLink' then not i.is_on or exists (
    select from class_teacher_courses t where t.school_id = i.at_school_id and t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id)
  when i.kind = 'post' then s.active and exists (
    select from posts p where p.school_id = i.at_school_id and p.id = i.subject_ids[1] and p.taken_back_at is null)
  when i.kind = 'rightsChanged' then true
  when i.kind = 'roleChanged' then exists (select from school_managers m where m.person_id = i.person_id)
  when i.kind = 'roleProposed' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'AddPermissionsToRole')
  when i.kind = 'schoolActivation' then exists (
    select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind in ('schoolHandedOver', 'yearCompleted', 'paymentDecided')
    then (s.active or s.admin_id = i.person_id) and exists (
      select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind = 'coinsChanged' then (s.active or s.admin_id = i.person_id) and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'ViewSchoolData')
  when i.kind = 'unusualReading' then exists (
    select from school_managers m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind = 'supportWindow' then exists (
      select from school_managers m where m.school_id = i.at_school_id and m.person_id = i.person_id)
    or exists (
      select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewSchoolActionList')
  when i.kind = 'schoolSubmitted' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ChangeSchoolActivation')
  when i.kind = 'paymentRequested' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewPaymentsRequests')
  else false
end;

-- What of a school the notices of its people go by, by one name: the statement that stores items touches no table of schools.
create function notice_ways(of_school uuid) returns table (time_zone text, sms_notices boolean)
language sql stable rows 1
begin atomic
  select s.time_zone, s.sms_notices from schools s where s.id = of_school;
end;

-- A delete is not planned with a function of its columns, but with a list of what it is true for.
create or replace procedure renew_uncounted_registers(of_school uuid)
language sql
begin atomic
  delete from uncounted_registers u
  where u.school_id = of_school and (u.class_room_id, u.date) in (
    select open.class_room_id, open.date
    from uncounted_registers open
    join class_rooms c on c.school_id = open.school_id and c.id = open.class_room_id
    where open.school_id = of_school and open_day(c.school_id, c.grade_id, open.date));
  insert into uncounted_registers (school_id, class_room_id, date)
  select s.school_id, s.class_room_id, s.date
  from class_rooms c
  left join closures_of(c.school_id, c.grade_id) k on true
  join attendance_sheets s on s.school_id = c.school_id and s.class_room_id = c.id
  where c.school_id = of_school and not is_open(s.date, k.open_weekdays, k.closed)
  on conflict do nothing;
end;

-- As the next import and promotion (0580): jobs of several schools are looked through without a lock, and one of them is locked.
create or replace function next_job(of_kind text) returns table (id uuid, school_id uuid, state text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting record;
begin
  for waiting in
    select j.school_id, j.id from jobs j where j.kind = of_kind and j.state in ('running', 'undoing') order by j.modified_at, j.id
  loop
    return query select j.id, j.school_id, j.state from jobs j
      where j.school_id = waiting.school_id and j.id = waiting.id and j.state in ('running', 'undoing')
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end $$;

-- As before (0224), in the school of the replacement, and lists are inserted beside the person who teaches them.
create or replace function pass_teaching(replacement uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  r record;
  passed jsonb;
  courses uuid[];
  supervised uuid[];
  school uuid;
begin
  select t.school_id into school from public.teacher_replacements t where t.id = replacement;
  select * into r from public.teacher_replacements t
  where t.school_id = school and t.id = replacement and t.done_at is null and t.ended_at is null for update;
  if not found then
    return;
  end if;
  perform from public.schools s where s.id = school for no key update;
  if not exists (select from public.school_teachers t where t.school_id = school and t.teacher_id = r.to_teacher
    and t.accepted_at is not null) then
    update public.teacher_replacements t set ended_at = at, outcome = 'notTeacher', version = t.version + 1
    where t.school_id = school and t.id = r.id;
    return;
  end if;
  passed := coalesce((
    select jsonb_agg(jsonb_build_object('courseId', l.course_id, 'classRoomId', l.class_room_id, 'had', exists (
      select from public.class_teacher_courses o where o.school_id = school and o.class_room_id = l.class_room_id and o.course_id = l.course_id
        and o.teacher_id = r.to_teacher)))
    from public.class_teacher_courses l where l.school_id = school and l.teacher_id = r.from_teacher), '[]');
  select coalesce(array_agg(distinct l."courseId"), '{}') into courses
  from jsonb_to_recordset(passed) as l ("courseId" uuid)
  where not exists (select from public.school_teacher_courses c
    where c.school_id = school and c.teacher_id = r.to_teacher and c.course_id = l."courseId");
  insert into public.school_teacher_courses (school_id, teacher_id, course_id)
  select t.school_id, t.teacher_id, c from public.school_teachers t cross join unnest(courses) as c
  where t.school_id = school and t.teacher_id = r.to_teacher;
  insert into public.class_teacher_courses (school_id, class_room_id, teacher_id, course_id)
  select t.school_id, l."classRoomId", t.teacher_id, l."courseId"
  from public.school_teachers t cross join jsonb_to_recordset(passed) as l ("courseId" uuid, "classRoomId" uuid)
  where t.school_id = school and t.teacher_id = r.to_teacher on conflict do nothing;
  delete from public.class_teacher_courses l where l.school_id = school and l.teacher_id = r.from_teacher;
  select coalesce(array_agg(c.id), '{}') into supervised from public.class_rooms c
  where c.school_id = school and c.supervisor_id = r.from_teacher;
  perform public.pass_supervision(school, r.from_teacher, r.to_teacher, supervised, r.requested_by);
  update public.teacher_replacements t set links = passed, new_courses = courses, classes = supervised, done_at = at,
    version = t.version + 1, modified_at = now() where t.school_id = school and t.id = r.id;
  perform public.notify_of_teaching(school, r.requested_by, r.from_teacher, passed, false);
  perform public.notify_of_teaching(school, r.requested_by, r.to_teacher, passed, true);
end $$;
