-- Who has which rights and who administers a school: written by raw SQL, each of them would open a school for good. What needs two people
-- is at the end (decisions 044 and 081).

-- Answers those that were not given before. The schools are those that the call acts in.
create or replace function give_roles(people uuid[], roles uuid[], schools uuid[], source text, giver uuid, mac bytea)
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

-- The same for single keys.
create or replace function give_keys(people uuid[], keys uuid[], schools uuid[], giver uuid, mac bytea)
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

create or replace function hand_over_school(school uuid, from_person uuid, to_person uuid, mac bytea) returns integer
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

-- Keys that the role has are left out before they are inserted: what a conflict leaves out is counted as inserted on some servers.
create or replace function add_role_keys(role uuid, keys uuid[], mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
begin
  perform public.must_be_signed(mac, 'add role keys', role::text, array_to_string(keys, ','));
  insert into public.role_permissions (role_id, permission_id)
  select distinct role, key from unnest(keys) as key
  where not exists (select from public.role_permissions p where p.role_id = role and p.permission_id = key)
  on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

create or replace function remove_role_keys(role uuid, keys uuid[], mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  perform public.must_be_signed(mac, 'remove role keys', role::text, array_to_string(keys, ','));
  delete from public.role_permissions p where p.role_id = role and p.permission_id = any (keys);
  get diagnostics removed = row_count;
  return removed;
end $$;

-- As adding keys itself, out of reach of raw SQL.
create or replace function propose_role_keys(new_id uuid, role uuid, adding boolean, keys uuid[], person uuid, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'propose role keys', new_id::text, role::text, adding::text, array_to_string(keys, ','),
    person::text);
  insert into public.role_key_proposals (id, role_id, adds, permission_ids, proposed_by)
  values (new_id, role, adding, keys, person);
end $$;

-- The inboxes that the proposal leaves are signalled: the call that decides sees no rights of others.
create or replace function decide_role_keys(proposal uuid, person uuid, yes boolean, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_decided boolean;
begin
  perform public.must_be_signed(mac, 'decide role keys', proposal::text, person::text, yes::text);
  update public.role_key_proposals p set decided_by = person, decided_at = public.current_moment(), confirmed = yes
  where p.id = proposal and p.decided_at is null and p.expires_at > public.current_moment();
  is_decided := found;
  perform public.signal_live('inbox', asked.person_id)
  from (select distinct k.person_id from public.held_keys k where k.school_id is null and k.key = 'AddPermissionsToRole') asked
  where is_decided;
  return is_decided;
end $$;

-- From where people have keys, in a school or app-wide: since when, given by whom, and whether that is settled. What needs two people counts none
-- who owe their right to the other, or to the same person, within 72 hours. A role that a person made counts from its last change,
-- because nobody knows who added its keys. A right of the operator, or with which an account or a school began, has no giver. `side`: the
-- place in the lists.
create or replace function sources_of_keys(keys text[], schools uuid[])
returns table (side bigint, person_id uuid, giver uuid, given_at timestamptz, is_settled boolean)
language sql stable set search_path = pg_catalog, pg_temp as $$
  with wanted as (
    select w.side, w.school_id, p.id as permission_id
    from unnest(keys, schools) with ordinality as w (key, school_id, side) join public.permissions p on p.key = w.key
  ), given as (
    select w.side, ur.user_id, nullif(ur.given_by, ur.user_id) as giver, ur.created_at from wanted w
    join public.role_permissions rp on rp.permission_id = w.permission_id
    join public.roles r on r.id = rp.role_id and r.active
      and (r.built_in or greatest(rp.created_at, r.modified_at) <= public.current_moment() - interval '72 hours')
    join public.user_roles ur on ur.role_id = r.id and ur.school_id is not distinct from w.school_id
    union all
    select w.side, up.user_id, nullif(up.given_by, up.user_id), up.created_at from wanted w
    join public.user_permissions up on up.permission_id = w.permission_id and up.school_id is not distinct from w.school_id
  )
  select g.side, g.user_id, g.giver, g.created_at,
    g.giver is null or g.created_at <= public.current_moment() - interval '72 hours'
  from given g
$$;
revoke execute on function sources_of_keys(text[], uuid[]) from public;

-- Whether two people are two: each has their key settled, or from somebody who has, and nobody stands behind both of them. Behind somebody
-- whose key is not settled stands everybody who gave it, and behind these again.
create or replace function are_two(people uuid[], keys text[], schools uuid[], mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'are two', array_to_string(people, ','), array_to_string(keys, ','),
    array_to_string(schools, ',', ''));
  return (
    with recursive sources as materialized (
      select * from public.sources_of_keys(keys, schools)
    ), settled as (
      select distinct s.side, s.person_id from sources s where s.is_settled
    ), behind as (
      select p.side, p.person_id from unnest(people) with ordinality as p (person_id, side)
      union
      select b.side, s.giver from behind b join sources s on s.side = b.side and s.person_id = b.person_id
      where s.giver is not null and not exists (
        select from settled t where t.side = b.side and t.person_id = b.person_id)
    )
    select count(distinct b.side) = 2 and not exists (
        select from behind one join behind other on other.person_id = one.person_id where one.side = 1 and other.side = 2)
    from behind b join settled t on t.side = b.side and t.person_id = b.person_id);
end $$;

-- Since when a person has a key app-wide, if somebody gave it to them within 72 hours: `infinity` if only through a role that was changed
-- lately. Null if it is settled.
create or replace function new_since(person uuid, key text, mac bytea) returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'new since', person::text, key);
  return (
    select case when coalesce(bool_or(s.is_settled), false) then null else coalesce(min(s.given_at), 'infinity') end
    from public.sources_of_keys(array[key], array[null::uuid]) s where s.person_id = person);
end $$;

-- Whether somebody has a role, anywhere, since before a moment.
create or replace function is_held_before(role uuid, moment timestamptz, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'is held before', role::text);
  return exists (select from public.user_roles ur where ur.role_id = role and ur.created_at < moment);
end $$;
