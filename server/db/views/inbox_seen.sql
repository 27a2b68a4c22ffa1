-- Every person's items as they may see them now: those whose object is gone, or no longer theirs, are missing. Parents see what is about
-- children whose link lets them see. What asks somebody to do something is here until it is done. Who was asked by a school to teach or
-- to take a role, and is asked again, answers once: the newest item asks. An item about a paper names its kind, one about a result its
-- term, and one about conduct what was recorded and its day, so that several of a child are not the same line several times; a notice on
-- a device says neither. Entries that were merged are named in no inbox. unread_of counts the most frequent kinds on a shorter way.
create or replace view inbox_seen with (security_invoker = true) as
select i.id, i.person_id, i.kind, i.at, i.read_at, i.is_on, s.id as at_school_id, s.name as school_name, st.id as student_id,
  st.first_name, about.things,
  case when i.kind = 'post' then i.subject_ids[1] else about.work_id end as work_id, about.course_name, case when i.kind = 'dayClosed' then i.day else about.date end as date,
  about.state,
  case
    when i.kind = 'classChanged' then st.class_room_id
    when i.kind in ('classActivation', 'classLink', 'registerMissing', 'stepReached') then i.subject_ids[1]
  end as class_room_id,
  case when i.kind = 'paperIssued' then (
    select p.kind from papers p
    where p.school_id = i.at_school_id and p.id = any (i.subject_ids) and p.student_id = st.id limit 1) end as paper_kind,
  case when i.kind = 'resultPublished' then (
    select t.name from term_closings c join terms t on t.school_id = i.at_school_id and t.id = c.term_id
    where c.school_id = i.at_school_id and c.id = i.subject_ids[1]) end as term_name,
  case when i.kind = 'conductRecorded' then (
    select r.name from conduct_records r where r.school_id = i.at_school_id and r.id = about.work_id) end as conduct_name
from inbox_items i
left join schools s on s.id = i.at_school_id
left join students st on st.school_id = i.at_school_id and st.id = i.student_id and st.merged_into is null
  and (st.active or st.left_on is not null) and s.active and exists (
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
    select r.id, r.day, null, null
    from conduct_records r
    where i.kind = 'conductRecorded' and r.school_id = i.at_school_id and r.id = any (i.subject_ids) and r.student_id = st.id
      and r.published_at is not null
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
  when i.kind = 'registerMissing' then (exists (
      select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
    or exists (
      select from class_teacher_courses t where t.school_id = i.at_school_id and t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id))
    and (i.at at time zone s.time_zone)::date = (now() at time zone s.time_zone)::date
    and not has_register(i.at_school_id, i.subject_ids[1], i.day)
  when i.kind = 'excuseAsked' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'DecideExcuses')
    and is_excuse_waiting(i.at_school_id, i.subject_ids[1])
  when i.kind = 'stepReached' then exists (
    select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'parentLink' then st.id is not null or not i.is_on
  when i.kind = 'classActivation' then exists (
    select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'teacherLink' then not i.is_on or exists (
    select from school_teachers t where t.school_id = i.at_school_id and t.teacher_id = i.person_id and t.accepted_at is not null)
  when i.kind = 'teacherInvited' then s.active and exists (
    select from school_teachers t where t.school_id = i.at_school_id and t.teacher_id = i.person_id and t.accepted_at is null)
    and not exists (
    select from inbox_items l where l.person_id = i.person_id and l.kind = i.kind and l.at_school_id = i.at_school_id and (l.at, l.id) > (i.at, i.id))
  when i.kind = 'roleInvited' then s.active and exists (
    select from staff_invitations p join users u on u.phone_number = p.phone_number
    where u.id = i.person_id and p.school_id = i.at_school_id and p.role_id is not null and p.taken_at is null and p.removed_at is null)
    and not exists (
    select from inbox_items l where l.person_id = i.person_id and l.kind = i.kind and l.at_school_id = i.at_school_id and (l.at, l.id) > (i.at, i.id))
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
    and exists (
      select from role_key_proposals p where p.decided_at is null and p.expires_at > now()
        and case when i.subject_ids = '{}' then p.proposed_by <> i.person_id else p.id = i.subject_ids[1] end)
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
  when i.kind = 'schoolSubmitted' then s.id is not null and s.coin_type_id is null and exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ChangeSchoolActivation')
  when i.kind = 'paymentRequested' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewPaymentsRequests')
  else false
end;
grant select on inbox_seen to kashkool_app;
