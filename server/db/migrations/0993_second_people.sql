-- What needs two people counts none who owe their right to the other, or to the same person, within 72 hours (decision 081).

-- From where people have keys, in a school or app-wide: since when, given by whom, and whether that is settled. A role that a person made
-- counts from its last change, because nobody knows who added its keys. A right of the operator, or with which an account or a school
-- began, has no giver. `side`: the place in the lists.
create function sources_of_keys(keys text[], schools uuid[])
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
create function are_two(people uuid[], keys text[], schools uuid[], mac bytea) returns boolean
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
create function new_since(person uuid, key text, mac bytea) returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'new since', person::text, key);
  return (
    select case when coalesce(bool_or(s.is_settled), false) then null else coalesce(min(s.given_at), 'infinity') end
    from public.sources_of_keys(array[key], array[null::uuid]) s where s.person_id = person);
end $$;

-- Whether somebody has a role, anywhere, since before a moment.
create function is_held_before(role uuid, moment timestamptz, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'is held before', role::text);
  return exists (select from public.user_roles ur where ur.role_id = role and ur.created_at < moment);
end $$;
