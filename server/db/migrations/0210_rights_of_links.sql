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
