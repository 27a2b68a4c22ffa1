-- Who calls, and with which rights: asked by every call, and half of what the database did for most of them. Rows of the person
-- are found by the person here, so that row-level security need not look at each table again, whose settings it
-- would verify each time. Only the owner's functions call this one: it answers for anybody.
create function rights_of_person(person uuid)
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
        from public.student_parents sp join public.schools s on s.id = sp.school_id
        where sp.parent_id = person and sp.ended_at is null and s.active), '[]');
end $$;
revoke execute on function rights_of_person(uuid) from public;

-- Of the person that the transaction acts as. Of others it says what everybody may know: who administers a school.
create function rights_of(person uuid)
returns table (
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acting_user() is distinct from person then
    return query
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'active', s.active, 'timeZone', s.time_zone, 'isAdmin', true,
        'keys', '[]'::jsonb)), '[]'), '[]'::jsonb, false, false, false, '[]'::jsonb
      from public.schools s where s.admin_id = person;
  else
    return query select * from public.rights_of_person(person);
  end if;
end $$;

-- The session of a secret with its person, the person as a setting with its proof (0106), and the rights of the person.
create function caller_of(hash bytea)
returns table (
  id uuid, shared_computer boolean, created_at timestamptz, last_used_at timestamptz, person_id uuid, acting text,
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select s.id, s.shared_computer, s.created_at, s.last_used_at, s.user_id,
      (select concat(s.user_id, ' ', encode(sha256(k.outer_pad || sha256(k.inner_pad
          || convert_to(concat('["user","', s.user_id, '"]'), 'UTF8'))), 'hex'))
        from public.signing_keys k order by k.inner_pad limit 1),
      r.*
    from public.sessions s cross join lateral public.rights_of_person(s.user_id) r
    where s.token_hash = hash;
end $$;
