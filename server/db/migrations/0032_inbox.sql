-- What a person was told of (api.md §13). Ids only: names, days and states are read anew whenever an item is shown, so that
-- nobody sees what he may see no more. occasion: the event that told of it. An event delivered twice tells once.
create table inbox_items (
  id uuid primary key,
  person_id uuid not null references users,
  occasion text not null,
  kind text not null,
  at_school_id uuid references schools,
  student_id uuid,
  subject_ids uuid[] not null default '{}',
  day date,
  is_on boolean,
  at timestamptz not null default now(),
  read_at timestamptz,
  constraint inbox_items_once unique nulls not distinct (person_id, occasion, student_id)
);
create index inbox_items_by_person on inbox_items (person_id, at desc, id desc);
create index inbox_items_unread on inbox_items (person_id, student_id) where read_at is null;
create index inbox_items_by_age on inbox_items (at);
-- Its wall is the person, not the school.
call wall_off('inbox_items');
create policy own on inbox_items using (person_id = (select acting_user()));
grant select, update (read_at) on inbox_items to kashkool_app;

-- Who belongs to a school (api.md §3): once for every reason.
create view school_members with (security_invoker = true) as
  select id as school_id, admin_id as person_id from schools
  union all select school_id, teacher_id from school_teachers
  union all select school_id, supervisor_id from class_rooms where supervisor_id is not null
  union all select ur.school_id, ur.user_id from user_roles ur join roles r on r.id = ur.role_id and r.active
    where ur.school_id is not null
  union all select school_id, user_id from user_permissions where school_id is not null;

-- Its administrator and whoever holds the built-in role School Manager there.
create view school_managers with (security_invoker = true) as
  select id as school_id, admin_id as person_id from schools
  union all select school_id, user_id from user_roles where role_id = '01900000-0000-7000-8000-000000000002';

-- Who holds which key: in a school, or app-wide where school_id is null.
create view held_keys with (security_invoker = true) as
  select ur.user_id as person_id, ur.school_id, p.key
  from user_roles ur
  join roles r on r.id = ur.role_id and r.active
  join role_permissions rp on rp.role_id = r.id
  join permissions p on p.id = rp.permission_id
  where case when ur.school_id is null then p.app_scope else p.school_scope end
  union all
  select up.user_id, up.school_id, p.key
  from user_permissions up
  join permissions p on p.id = up.permission_id
  where case when up.school_id is null then p.app_scope else p.school_scope end;

-- Every person's items as he may see them now: those whose object is gone, or his no more, are missing.
create view inbox_seen with (security_invoker = true) as
select i.id, i.person_id, i.kind, i.at, i.read_at, i.is_on, s.id as at_school_id, s.name as school_name, st.id as student_id,
  st.first_name, about.things, about.work_id, about.course_name, about.date, about.state,
  case
    when i.kind = 'classChanged' then st.class_room_id
    when i.kind in ('classActivation', 'classLink') then i.subject_ids[1]
  end as class_room_id
from inbox_items i
left join schools s on s.id = i.at_school_id
left join students st on st.id = i.student_id and st.active and s.active and exists (
  select from student_parents sp
  where sp.student_id = st.id and sp.parent_id = i.person_id and sp.ended_at is null)
cross join lateral (
  select count(*)::integer as things, (array_agg(a.id order by a.id))[1] as work_id, max(a.date) as date, max(a.state) as state,
    case when count(*) = 1 then max(a.course_name) end as course_name
  from (
    select w.id, w.assignment_date as date, c.name as course_name, null::text as state
    from student_homework r
    join homework w on w.id = r.homework_id and w.removed_at is null
    join courses c on c.id = w.course_id
    where i.kind in ('homework', 'homeworkResult') and r.homework_id = any (i.subject_ids) and r.student_id = st.id
      and r.removed_at is null and (i.kind = 'homework' or r.result is not null or r.is_delivered is not null)
    union all
    select w.id, w.exam_date, c.name, null
    from student_exams r
    join exams w on w.id = r.exam_id and w.removed_at is null
    join courses c on c.id = w.course_id
    where i.kind in ('exam', 'examResult') and r.exam_id = any (i.subject_ids) and r.student_id = st.id
      and r.removed_at is null and (i.kind = 'exam' or r.total_result is not null or r.is_attend is not null)
    union all
    select w.id, w.activity_date, c.name, null
    from student_activities r
    join activities w on w.id = r.activity_id and w.removed_at is null
    join courses c on c.id = w.course_id
    where i.kind in ('activity', 'activityResult') and r.activity_id = any (i.subject_ids) and r.student_id = st.id
      and r.removed_at is null and (i.kind = 'activity' or r.result is not null or r.is_attend is not null)
    union all
    select n.id, n.date, c.name, null
    from student_notes n
    left join courses c on c.id = n.course_id
    where i.kind = 'note' and n.id = any (i.subject_ids) and n.student_id = st.id and n.removed_at is null
    union all
    select m.id, m.date, null, m.state
    from attendance_marks m
    where i.kind = 'attendance' and m.student_id = st.id and m.date = i.day and m.class_room_id = any (i.subject_ids)
  ) a
  where a.date <= coalesce(st.seat_ended_on, 'infinity')
) about
where case
  when i.kind in ('attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'activity', 'activityResult', 'note')
    then about.things > 0
  when i.kind in ('classChanged', 'otherParent') then st.id is not null
  when i.kind = 'parentLink' then st.id is not null or not i.is_on
  when i.kind = 'classActivation' then exists (
    select from class_rooms c where c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'teacherLink' then not i.is_on or exists (
    select from school_teachers t where t.school_id = s.id and t.teacher_id = i.person_id)
  when i.kind = 'classLink' then not i.is_on or exists (
    select from class_teacher_courses t where t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id)
  when i.kind = 'rightsChanged' then true
  when i.kind = 'schoolActivation' then exists (
    select from school_members m where m.school_id = s.id and m.person_id = i.person_id)
  when i.kind in ('schoolHandedOver', 'yearCompleted', 'paymentDecided')
    then (s.active or s.admin_id = i.person_id) and exists (
      select from school_members m where m.school_id = s.id and m.person_id = i.person_id)
  when i.kind = 'coinsChanged' then (s.active or s.admin_id = i.person_id) and exists (
    select from held_keys k where k.school_id = s.id and k.person_id = i.person_id and k.key = 'ViewSchoolData')
  when i.kind = 'unusualReading' then exists (
    select from school_managers m where m.school_id = s.id and m.person_id = i.person_id)
  when i.kind = 'supportWindow' then exists (
      select from school_managers m where m.school_id = s.id and m.person_id = i.person_id)
    or exists (
      select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewSchoolActionList')
  when i.kind = 'schoolSubmitted' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ChangeSchoolActivation')
  when i.kind = 'paymentRequested' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewPaymentsRequests')
  else false
end;
grant select on school_members, school_managers, held_keys, inbox_seen to kashkool_app;
