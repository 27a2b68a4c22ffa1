-- Who has which rights, whose phone was confirmed, whose number an account has and who administers a school: written
-- by raw SQL, each of them would open an account or a school for good.

-- Gives roles; answers those that were not given before. The schools are still those that the call acts in.
create function give_roles(people uuid[], roles uuid[], schools uuid[], source text, giver uuid, mac bytea)
returns table (user_id uuid, role_id uuid, school_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'give roles', array_to_string(people, ','), array_to_string(roles, ','),
    array_to_string(schools, ',', ''), source, giver::text);
  perform public.must_act_in(schools, roles = array['01900000-0000-7000-8000-000000000001']::uuid[]);
  return query
    insert into public.user_roles as given (user_id, role_id, school_id, source, given_by)
    select u, r, s, give_roles.source, giver from unnest(people, roles, schools) as named (u, r, s)
    on conflict on constraint user_roles_once do nothing
    returning given.user_id, given.role_id, given.school_id;
end $$;

create function give_keys(people uuid[], keys uuid[], schools uuid[], giver uuid, mac bytea)
returns table (user_id uuid, permission_id uuid, school_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'give keys', array_to_string(people, ','), array_to_string(keys, ','),
    array_to_string(schools, ',', ''), giver::text);
  perform public.must_act_in(schools, false);
  return query
    insert into public.user_permissions as given (user_id, permission_id, school_id, given_by)
    select u, k, s, giver from unnest(people, keys, schools) as named (u, k, s)
    on conflict on constraint user_permissions_once do nothing
    returning given.user_id, given.permission_id, given.school_id;
end $$;

-- What row-level security says of these rows, which does not bind the functions above: in the schools of the call, and
-- without a school by the platform, or where an account begins.
create function must_act_in(schools uuid[], is_beginning boolean) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if not (array_remove(schools, null) <@ coalesce(public.acting_schools(), '{}'))
    or (array_position(schools, null) is not null and not is_beginning and not public.on_platform()) then
    raise exception 'rights are given where the call acts' using errcode = 'insufficient_privilege';
  end if;
end $$;
revoke execute on function must_act_in(uuid[], boolean) from public;

revoke insert on user_roles, user_permissions from kashkool_app;
drop policy standard on user_roles;

-- Names are looked up here and not where it is called, which chooses the search path.
create function current_moment() returns timestamptz
language sql stable
return now();

create function put_grant(hash bytea, phone text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'put grant', encode(hash, 'hex'), phone);
  insert into public.identity_grants (grant_hash, phone_number, expires_at)
  values (hash, phone, public.current_moment() + interval '10 minutes');
end $$;

-- Only who has the secret of a grant knows its hash.
create function use_grant(hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  phone text;
begin
  update public.identity_grants g set used_at = public.current_moment()
  where g.grant_hash = hash and g.used_at is null and g.expires_at > public.current_moment()
  returning g.phone_number into phone;
  return phone;
end $$;

revoke select, insert, update, delete on identity_grants from kashkool_app;
create function hand_over_school(school uuid, from_person uuid, to_person uuid, mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed integer;
begin
  perform public.must_be_signed(mac, 'hand over school', school::text, from_person::text, to_person::text);
  perform public.must_act_in(array[school], false);
  update public.schools s set admin_id = to_person where s.id = school and s.admin_id = from_person;
  get diagnostics changed = row_count;
  return changed;
end $$;

revoke update on users, schools from kashkool_app;
call grant_columns('users', array['update'], 'id', 'phone_number', 'password_hash', 'password_set_at', 'created_at');
call grant_columns('schools', array['update'], 'id', 'admin_id', 'created_at');
