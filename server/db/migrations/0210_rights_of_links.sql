-- What a link gives a parent: to see the child, to be notified, to fetch, to pay. Each has its first and its last day, null:
-- until further notice. A right that was taken on its first day, or never given, ends on the day before it began.
alter table student_parents
  add column see_from date, add column see_until date,
  add column notify_from date, add column notify_until date,
  add column fetch_from date, add column fetch_until date,
  add column pay_from date, add column pay_until date;

alter table student_parents disable trigger user;
update student_parents sp
set see_from = day.began, notify_from = day.began, fetch_from = day.began, pay_from = day.began
from (
  select l.id, (l.created_at at time zone s.time_zone)::date as began
  from student_parents l join schools s on s.id = l.school_id) day
where day.id = sp.id;
alter table student_parents enable trigger user;

-- A person who links, by whatever way, gives all four from that day on.
create function give_rights_to_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  began constant date :=
    (select (new.created_at at time zone s.time_zone)::date from schools s where s.id = new.school_id);
begin
  new.see_from := coalesce(new.see_from, began);
  new.notify_from := coalesce(new.notify_from, began);
  new.fetch_from := coalesce(new.fetch_from, began);
  new.pay_from := coalesce(new.pay_from, began);
  return new;
end $$;
create trigger give_rights before insert on student_parents for each row execute function give_rights_to_link();

alter table student_parents
  alter column see_from set not null, alter column notify_from set not null,
  alter column fetch_from set not null, alter column pay_from set not null,
  add constraint student_parents_see_order check (see_until >= see_from - 1),
  add constraint student_parents_notify_order check (notify_until >= notify_from - 1),
  add constraint student_parents_fetch_order check (fetch_until >= fetch_from - 1),
  add constraint student_parents_pay_order check (pay_until >= pay_from - 1);

-- The one place that decides what a present link gives on the civil day of its school. A parent who does not see a child is not
-- notified about it either: a notice says something about the child.
create view parent_links with (security_invoker = true) as
select sp.id, sp.school_id, sp.student_id, sp.parent_id, sp.relation_id, sp.created_at, s.active as school_active, day.today,
  day.today between sp.see_from and coalesce(sp.see_until, 'infinity') as sees,
  day.today between sp.see_from and coalesce(sp.see_until, 'infinity')
    and day.today between sp.notify_from and coalesce(sp.notify_until, 'infinity') as is_notified,
  day.today between sp.fetch_from and coalesce(sp.fetch_until, 'infinity') as fetches,
  day.today between sp.pay_from and coalesce(sp.pay_until, 'infinity') as pays
from student_parents sp
join schools s on s.id = sp.school_id
cross join lateral (select (now() at time zone s.time_zone)::date as today) day
where sp.ended_at is null;
grant select on parent_links to kashkool_app;

-- As before, for links that let the parent see.
create or replace function rights_of_person(person uuid)
returns table (
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    with roles_held as materialized (
      select ur.school_id, r.id, r.type from public.user_roles ur join public.roles r on r.id = ur.role_id and r.active
      where ur.user_id = person
    ), held as materialized (
      select h.school_id, p.key collate "C" as key, p.school_scope, p.app_scope
      from (
        select rh.school_id, rp.permission_id from roles_held rh join public.role_permissions rp on rp.role_id = rh.id
        union all
        select up.school_id, up.permission_id from public.user_permissions up where up.user_id = person
      ) h join public.permissions p on p.id = h.permission_id
    ), taught as materialized (
      select t.school_id from public.school_teachers t where t.teacher_id = person and t.accepted_at is not null
    ), visible as materialized (
      select s.id, s.active, s.time_zone, s.admin_id = person is true as is_admin
      from (
        select a.id as school_id from public.schools a where a.admin_id = person
        union select t.school_id from taught t
        union select c.school_id from public.class_rooms c where c.supervisor_id = person
        union select rh.school_id from roles_held rh where rh.school_id is not null
        union select h.school_id from held h where h.school_id is not null
      ) b
      -- One by one: a join would read every school of the installation, because what a person belongs to is not known.
      cross join lateral (select * from public.schools x where x.id = b.school_id limit 1) s
      where s.active or s.admin_id = person
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'active', v.active, 'timeZone', v.time_zone,
        'isAdmin', v.is_admin, 'keys', coalesce((
          select jsonb_agg(distinct h.key order by h.key) from held h
          where h.school_id = v.id and h.school_scope), '[]'))) from visible v), '[]'),
      coalesce((select jsonb_agg(distinct h.key order by h.key) from held h
        where h.school_id is null and h.app_scope), '[]'),
      exists (select from taught t join visible v on v.id = t.school_id where v.active),
      exists (select from roles_held rh where rh.type = 2 and rh.id <> '01900000-0000-7000-8000-000000000001'),
      exists (select from roles_held rh where rh.id = '01900000-0000-7000-8000-000000000002'),
      coalesce((select jsonb_agg(distinct sp.school_id)
        from public.parent_links sp where sp.parent_id = person and sp.sees and sp.school_active), '[]');
end $$;

-- As before, for children that the person sees.
create or replace view inbox_seen with (security_invoker = true) as
select i.id, i.person_id, i.kind, i.at, i.read_at, i.is_on, s.id as at_school_id, s.name as school_name, st.id as student_id,
  st.first_name, about.things, about.work_id, about.course_name, about.date, about.state,
  case
    when i.kind = 'classChanged' then st.class_room_id
    when i.kind in ('classActivation', 'classLink') then i.subject_ids[1]
  end as class_room_id
from inbox_items i
left join schools s on s.id = i.at_school_id
left join students st on st.id = i.student_id and (st.active or st.left_on is not null) and s.active and exists (
  select from parent_links sp
  where sp.student_id = st.id and sp.parent_id = i.person_id and sp.sees)
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
  when i.kind in ('classChanged', 'otherParent', 'studentLeft') then st.id is not null
  when i.kind = 'parentLink' then st.id is not null or not i.is_on
  when i.kind = 'classActivation' then exists (
    select from class_rooms c where c.id = i.subject_ids[1] and c.supervisor_id = i.person_id)
  when i.kind = 'teacherLink' then not i.is_on or exists (
    select from school_teachers t where t.school_id = s.id and t.teacher_id = i.person_id and t.accepted_at is not null)
  when i.kind = 'teacherInvited' then s.active and exists (
    select from school_teachers t where t.school_id = s.id and t.teacher_id = i.person_id and t.accepted_at is null)
  when i.kind = 'parentInvited' then s.active and exists (
    select from parent_invitations p join users u on u.phone_number = p.phone_number
    where u.id = i.person_id and p.id = any (i.subject_ids) and p.accepted_at is null and p.removed_at is null)
  when i.kind = 'classLink' then not i.is_on or exists (
    select from class_teacher_courses t where t.class_room_id = i.subject_ids[1] and t.teacher_id = i.person_id)
  when i.kind = 'rightsChanged' then true
  when i.kind = 'roleChanged' then exists (select from school_managers m where m.person_id = i.person_id)
  when i.kind = 'roleProposed' then exists (
    select from held_keys k where k.school_id is null and k.person_id = i.person_id and k.key = 'AddPermissionsToRole')
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
