-- Every person's items as they may see them now: those whose object is gone, or no longer theirs, are missing. Parents see what is about
-- children whose link lets them see. What asks somebody to do something is here until it is done. An item about a paper names its kind, one
-- about a result its term, one about conduct what was recorded and its day, and one about covers their lessons, so that several are not the same
-- line several times; a notice on a device says none of it. Entries that were merged are named in no inbox. Longer families of kinds are in
-- functions/inbox-kinds.sql; unread_of counts the most frequent kinds on a shorter way.
create or replace view inbox_seen with (security_invoker = true) as
select i.id, i.person_id, i.kind, i.at, i.read_at, i.is_on, s.id as at_school_id, s.name as school_name, st.id as student_id,
  st.first_name, about.things,
  case when i.kind in ('post', 'message', 'messageReported') then i.subject_ids[1] else about.work_id end as work_id, about.course_name,
  case when i.kind in ('dayClosed', 'timetablePublished', 'childTimetable', 'coverGiven', 'meetingsOpen', 'meetingAsked', 'meetingChanged', 'meetingsTomorrow', 'formWaits') then i.day else about.date end as date, about.state,
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
    select r.name from conduct_records r where r.school_id = i.at_school_id and r.id = about.work_id) end as conduct_name,
  case when i.kind in ('platformRightGiven', 'marksMissing', 'remarkToChange') then (
    select concat_ws(' ', u.first_name, u.middle_name, u.last_name) from users u
    where u.id = i.subject_ids[case when i.kind = 'remarkToChange' then 2 else 1 end]) end as person_name,
  case when i.kind = 'platformRightGiven' then (
    select concat_ws(' ', u.first_name, u.middle_name, u.last_name) from users u where u.id = i.subject_ids[2]) end as given_by_name,
  case when i.kind = 'platformRightGiven' then (select r.name from roles r where r.id = i.subject_ids[3]) end as role_name,
  case when i.kind = 'registerMissing' then missing_lesson(i.at_school_id, i.subject_ids, i.day, i.person_id) end as number,
  case when i.kind = 'coverGiven' then covers_in_words(i.at_school_id, i.subject_ids, i.person_id) end as covers
from inbox_items i
left join schools s on s.id = i.at_school_id
left join students st on st.school_id = i.at_school_id and st.id = i.student_id and st.merged_into is null
  and (st.active or st.left_on is not null) and s.active and exists (
  select from parent_links sp
  where sp.school_id = i.at_school_id and sp.student_id = st.id and sp.parent_id = i.person_id and sp.sees)
cross join lateral (
  select count(*)::integer as things, (array_agg(a.id order by a.id))[1] as work_id, max(a.date) as date, max(a.state) as state,
    case when count(*) = 1 then max(a.course_name) end as course_name
  from things_of_item(i.kind, i.at_school_id, st.id, i.subject_ids, i.day) a
  where a.date <= coalesce(st.seat_ended_on, 'infinity')
) about
where case
  -- Class work, with attendance and notes.
  when i.kind in ('attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'markCorrected', 'activity', 'activityResult', 'note')
    then about.things > 0
  -- Children and their parents.
  when i.kind in ('classChanged', 'otherParent', 'studentLeft', 'excuseDecided', 'lessonMissed', 'proposalDecided', 'absenceStep', 'resultPublished', 'paperIssued', 'conductRecorded')
    then st.id is not null
  when i.kind in ('feeReceipt', 'feesDue', 'feesOverdue', 'feeDeclined', 'feeCredited', 'transferRefused') then st.id is not null and exists (
    select from parent_links sp
    where sp.school_id = i.at_school_id and sp.student_id = st.id and sp.parent_id = i.person_id and sp.pays)
  when i.kind in ('timetablePublished', 'childTimetable')
    then s.active and (i.student_id is null or st.id is not null) and is_week_announced(i.at_school_id, i.subject_ids, i.day, i.at)
  when i.kind = 'formWaits' then st.id is not null and is_form_waiting(i.at_school_id, i.subject_ids[1], st.id)
  when i.kind = 'meetingsOpen' then s.active and is_meeting_ahead(i.at_school_id, i.subject_ids[1], i.person_id)
  when i.kind = 'meetingsTomorrow'
    then (i.student_id is null or st.id is not null) and is_meeting_ahead(i.at_school_id, i.subject_ids[1], i.person_id)
  when i.kind in ('meetingAsked', 'meetingChanged')
    then st.id is not null and is_meeting_ahead(i.at_school_id, i.subject_ids[1], i.person_id)
  when i.kind = 'parentLink' then st.id is not null or not i.is_on
  when i.kind = 'dayClosed'
    then s.active and (i.student_id is null or st.id is not null) and still_closed(i.at_school_id, i.subject_ids, i.day)
  when i.kind = 'message' then s.active and (st.id is not null or i.is_on is not true)
    and thread_side(i.at_school_id, i.subject_ids[1], i.person_id) in ('asker', 'school')
  when i.kind = 'messageReported' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'ReviewMessages')
    and thread_side(i.at_school_id, i.subject_ids[1], i.person_id) is not null
  when i.kind = 'post' then s.active and exists (
    select from posts p where p.school_id = i.at_school_id and p.id = i.subject_ids[1] and p.taken_back_at is null)
  -- The staff of a school.
  when i.kind = 'registerMissing' and cardinality(i.subject_ids) = 3
    then (i.at at time zone s.time_zone)::date = (now() at time zone s.time_zone)::date
      and missing_lesson(i.at_school_id, i.subject_ids, i.day, i.person_id) is not null
  when i.kind = 'registerMissing' then (exists (
      select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
    or exists (
      select from class_teacher_courses t where t.school_id = i.at_school_id and t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id))
    and (i.at at time zone s.time_zone)::date = (now() at time zone s.time_zone)::date
    and not has_register(i.at_school_id, i.subject_ids[1], i.day)
  when i.kind = 'lessonsMissing' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'HandleAbsence')
    and i.day = (now() at time zone s.time_zone)::date and has_missing_lessons(i.at_school_id, i.day)
  when i.kind = 'remarkToChange' then exists (
    select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
    and is_change_asked(i.at_school_id, i.subject_ids[1], i.person_id)
  when i.kind = 'marksMissing' then exists (
    select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind in ('stepReached', 'classActivation') then exists (
    select from class_rooms c where c.school_id = i.at_school_id and c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'teacherLink' then not i.is_on or exists (
    select from school_teachers t where t.school_id = i.at_school_id and t.teacher_id = i.person_id and t.accepted_at is not null)
  when i.kind = 'classLink' then not i.is_on or exists (
    select from class_teacher_courses t where t.school_id = i.at_school_id and t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id)
  when i.kind = 'excuseAsked' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'DecideExcuses')
    and is_excuse_waiting(i.at_school_id, i.subject_ids[1])
  when i.kind = 'feesToLook' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'TakeFees')
    and is_fee_to_look(i.at_school_id, i.subject_ids[1])
  when i.kind = 'coverGiven' then s.active and exists (
    select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
    and is_covering(i.at_school_id, i.subject_ids, i.person_id)
  when i.kind = 'coverToDecide' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'ManageCover')
    and is_cover_to_decide(i.at_school_id, i.subject_ids[1])
  -- The school itself.
  when i.kind = 'schoolActivation' then exists (
    select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind in ('schoolHandedOver', 'yearCompleted', 'paymentDecided')
    then (s.active or s.admin_id = i.person_id) and exists (
      select from school_members m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind = 'coinsChanged' then (s.active or s.admin_id = i.person_id) and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'ViewSchoolData')
  when i.kind = 'webhookPaused' then s.active and exists (
    select from held_keys k where k.school_id = i.at_school_id and k.person_id = i.person_id and k.key = 'ManageConnections')
    and is_webhook_paused(i.at_school_id, i.subject_ids[1])
  when i.kind = 'unusualReading' then exists (
    select from school_managers m where m.school_id = i.at_school_id and m.person_id = i.person_id)
  when i.kind = 'supportWindow' then exists (
      select from school_managers m where m.school_id = i.at_school_id and m.person_id = i.person_id)
    or exists (
      select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewSchoolActionList')
  -- Invitations.
  when i.kind in ('teacherInvited', 'roleInvited', 'parentInvited')
    then s.active and exists (select from asked_of_person(i.kind, i.id, i.person_id, i.at_school_id, i.subject_ids, i.at))
  -- Rights and the platform. A proposal that an item of the release before does not name waits as long as one of somebody else does.
  when i.kind = 'rightsChanged' then true
  when i.kind = 'roleChanged' then exists (select from school_managers m where m.person_id = i.person_id)
  -- Everybody with an account has these two keys; who has another one belongs to the platform.
  when i.kind = 'platformRightGiven' then exists (
    select from held_keys k
    where k.school_id is null and k.person_id = i.person_id and k.key not in ('ViewChildernsList', 'CreateSchool'))
  when i.kind = 'roleProposed' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'AddPermissionsToRole')
    and exists (
      select from role_key_proposals p where p.decided_at is null and p.expires_at > now()
        and case when i.subject_ids = '{}' then p.proposed_by <> i.person_id else p.id = i.subject_ids[1] end)
  when i.kind = 'schoolSubmitted' then s.id is not null and s.coin_type_id is null and exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ChangeSchoolActivation')
  when i.kind = 'paymentRequested' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'ViewPaymentsRequests')
  else false
end;
grant select on inbox_seen to kashkool_app;
