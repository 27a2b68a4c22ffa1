-- What makes somebody a person of a school, and who may vouch for them (decisions 056 and 080).

-- Everything that makes somebody a person of a school: since when, and whether they agreed to it.
create or replace function bonds_of(person uuid) returns table (school_id uuid, since timestamptz, accepted boolean)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select l.school_id, l.created_at, sp.accepted_at is not null from public.parent_links l
  join public.student_parents sp on sp.school_id = l.school_id and sp.id = l.id where l.parent_id = person
  union all
  select t.school_id, t.created_at, true from public.school_teachers t where t.teacher_id = person and t.accepted_at is not null
  union all
  select ur.school_id, ur.created_at, false from public.user_roles ur where ur.user_id = person and ur.school_id is not null
  union all
  select up.school_id, up.created_at, false from public.user_permissions up where up.user_id = person and up.school_id is not null
$$;
revoke execute on function bonds_of(uuid) from public;

-- Whether a person signed in, or made their account, since a moment. A session that only goes on confirms nothing.
create or replace function has_signed_in_since(person uuid, since timestamptz) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.users u where u.id = person and u.created_at >= since)
  or exists (select from public.sign_ins i where i.person_id = person and i.last_at > since);
revoke execute on function has_signed_in_since(uuid, timestamptz) from public;

create or replace function is_of_school(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.bonds_of(person) b where b.school_id = school);
revoke execute on function is_of_school(uuid, uuid) from public;

create or replace function is_of_platform(person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.user_roles ur where ur.user_id = person and ur.school_id is null
    and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  or exists (select from public.user_permissions up where up.user_id = person and up.school_id is null);
revoke execute on function is_of_platform(uuid) from public;

-- Whether a person accepted a bond with a school or signed in since, or the school wrote their number. Only of the schools of the call.
create or replace function has_answered(school uuid, person uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_act_in(array[school], false);
  return exists (select from public.bonds_of(person) b
      where b.school_id = school and (b.accepted or public.has_signed_in_since(person, b.since)))
    or exists (select from public.student_parents sp
      where sp.school_id = school and sp.parent_id = person and sp.ended_at is null and not sp.named_by_id);
end $$;

-- Whether a person belongs to another school too, or did until half a year ago: a school vouches alone only for people who belong to no other,
-- and one that has just linked somebody is not alone with them. A bond of less than a day was a mistake.
create or replace function belongs_elsewhere(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.bonds_of(person) b where b.school_id <> school)
  or exists (select from public.student_parents sp where sp.parent_id = person and sp.school_id <> school
    and sp.ended_at > public.current_moment() - interval '180 days' and sp.ended_at > sp.created_at + interval '1 day')
  or exists (select from public.former_values f
    where f.table_name in ('user_roles', 'user_permissions') and f.key ->> 'user_id' = person::text
      and f.school_id not in (school, '00000000-0000-0000-0000-000000000000')
      and f.changed_at > public.current_moment() - interval '180 days'
      and f.changed_at > (f.was ->> 'created_at')::timestamptz + interval '1 day');
revoke execute on function belongs_elsewhere(uuid, uuid) from public;

-- Whether somebody has, at each place, every key that a person has there.
create or replace function has_keys_of(voucher uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return not exists (
  select from public.held_keys k where k.person_id = person and not exists (
    select from public.held_keys v
    where v.person_id = voucher and v.key = k.key and v.school_id is not distinct from k.school_id));
revoke execute on function has_keys_of(uuid, uuid) from public;

-- Whether a school may vouch for a person: one of its staff or the parent of one of its students, by a bond that the person confirmed, or that
-- nobody contradicted for 30 days, and nobody of the platform.
create or replace function is_vouched(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return not public.is_of_platform(person) and exists (
  select from public.bonds_of(person) b
  where b.school_id = school and (b.accepted or b.since <= public.current_moment() - interval '30 days'
    or public.has_signed_in_since(person, b.since)));
revoke execute on function is_vouched(uuid, uuid) from public;

create or replace function vouching(school uuid, person uuid, voucher uuid, mac bytea)
returns table (is_ours boolean, is_confirmed boolean, is_alone boolean, has_keys boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'vouching', school::text, person::text, voucher::text);
  if not public.on_platform() then
    perform public.must_act_in(array[school], false);
  end if;
  return query select public.is_of_school(school, person) and not public.is_of_platform(person),
    public.is_vouched(school, person), not public.belongs_elsewhere(school, person), public.has_keys_of(voucher, person);
end $$;
