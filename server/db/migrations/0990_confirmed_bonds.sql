-- A school vouches for a person only by a bond that the person confirmed, and nobody does for somebody who has more rights than they have
-- themselves (decision 080).

-- Set where the person agreed: they answered an invitation, or registered with an invited number.
alter table student_parents add column accepted_at timestamptz;

-- Which school reported the number: ending its bond with the person lifts the doubt. Null: the operator, a year of silence, or several.
alter table account_doubts add column reported_by_school uuid references schools;

-- Rights that a person once had, found by the person.
create index former_values_of_rights on former_values ((key ->> 'user_id')) where table_name in ('user_roles', 'user_permissions');

-- Everything that makes somebody a person of a school: since when, and whether they agreed to it.
create function bonds_of(person uuid) returns table (school_id uuid, since timestamptz, accepted boolean)
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
create function has_signed_in_since(person uuid, since timestamptz) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.users u where u.id = person and u.created_at >= since)
  or exists (select from public.sign_ins i where i.person_id = person and i.last_at > since);
revoke execute on function has_signed_in_since(uuid, timestamptz) from public;

create function is_of_school(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.bonds_of(person) b where b.school_id = school);
revoke execute on function is_of_school(uuid, uuid) from public;

create function is_of_platform(person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.user_roles ur where ur.user_id = person and ur.school_id is null
    and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  or exists (select from public.user_permissions up where up.user_id = person and up.school_id is null);
revoke execute on function is_of_platform(uuid) from public;

-- As before (0873), by a bond that the person confirmed, or that nobody contradicted for 30 days.
create or replace function is_vouched(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return not public.is_of_platform(person) and exists (
  select from public.bonds_of(person) b
  where b.school_id = school and (b.accepted or b.since <= public.current_moment() - interval '30 days'
    or public.has_signed_in_since(person, b.since)));

-- As before (0873), and half a year after a bond ended, so that a school that has just linked somebody is not alone with them. A bond of
-- less than a day was a mistake.
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

-- Whether somebody has, at each place, every key that a person has there.
create function has_keys_of(voucher uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return not exists (
  select from public.held_keys k where k.person_id = person and not exists (
    select from public.held_keys v
    where v.person_id = voucher and v.key = k.key and v.school_id is not distinct from k.school_id));
revoke execute on function has_keys_of(uuid, uuid) from public;

-- In place of may_vouch and may_vouch_alone. `is_ours`: a person of the school, and not of the platform.
drop function may_vouch(uuid, uuid, bytea);
drop function may_vouch_alone(uuid, uuid, bytea);
create function vouching(school uuid, person uuid, voucher uuid, mac bytea)
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

-- As before (0792), and who asked has the person's keys still, as has who confirms for the school.
create or replace function confirm_phone_change(change uuid, school uuid, confirmer uuid, at text, mac bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number text;
begin
  perform public.must_be_signed(mac, 'confirm phone change', change::text, school::text, confirmer::text, at);
  if not public.on_platform() then
    perform public.must_act_in(array[school], false);
  end if;
  update public.phone_changes c
  set confirmed_by = confirmer, confirmed_on_platform = public.on_platform(),
    applies_at = at::timestamptz + interval '48 hours', version = c.version + 1, modified_at = public.current_moment()
  where c.id = change and c.school_id = school and c.ended_at is null and c.confirmed_by is null
    and c.requested_at > at::timestamptz - interval '7 days' and public.is_vouched(school, c.person_id)
    and public.has_keys_of(c.requested_by, c.person_id)
    and (public.on_platform()
      or public.has_keys_of(confirmer, c.person_id) and not public.belongs_elsewhere(school, c.person_id))
  returning c.old_number into number;
  return number;
end $$;

-- As before (0223), also of an account in doubt: the code is the owner's only defence against people of the school.
create or replace function phone_change_of(number text, mac bytea) returns table (id uuid, school_id uuid, person_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'phone change of', number);
  return query select c.id, c.school_id, c.person_id from public.phone_changes c
    join public.users u on u.id = c.person_id and u.phone_number = number
    where c.ended_at is null;
end $$;

-- As before (0820), with the school that reports. The doubt of somebody else is not its own to lift.
drop function doubt_number(uuid, text, bytea);
drop function doubt_number_of(uuid, timestamptz);
create function doubt_number_of(person uuid, at timestamptz, school uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  number text;
begin
  select u.phone_number into number from public.users u where u.id = person for no key update;
  insert into public.account_doubts as d (person_id, since, because, sms_proves, reported_by_school)
  values (person, at, 'notice', false, school)
  on conflict (person_id) do update set since = excluded.since, because = 'notice', sms_proves = false,
    reported_by_school = case when d.reported_by_school = excluded.reported_by_school then d.reported_by_school end;
  delete from public.sessions s where s.user_id = person;
  delete from public.push_subscriptions p where p.person_id = person;
  delete from public.known_devices d where d.user_id = person;
  delete from public.identity_grants g where g.phone_number = number;
end $$;
revoke execute on function doubt_number_of(uuid, timestamptz, uuid) from public;

create function doubt_number(person uuid, school uuid, at text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'doubt number', person::text, school::text, at);
  perform public.must_act_in(array[school], false);
  perform public.doubt_number_of(person, at::timestamptz, school);
end $$;

-- As before (0222), after the doubt of a school whose person this is not any more. What waited for a proof could not get one now (0790).
create or replace function doubt_silence_of(person uuid, at timestamptz, by_code boolean) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.account_doubts d
  where d.person_id = person and d.reported_by_school is not null and not public.is_of_school(d.reported_by_school, person);
  if found then
    delete from public.sessions s where s.user_id = person and s.proof_due;
  end if;
  insert into public.account_doubts (person_id, since, because, sms_proves)
  select i.person_id, at, 'silence', not by_code from public.sign_ins i
  where i.person_id = person and i.last_at < at - interval '12 months' and public.has_ties(person)
  on conflict do nothing;
  if by_code then
    update public.account_doubts d set sms_proves = false where d.person_id = person and d.sms_proves;
  end if;
  return exists (select from public.account_doubts d where d.person_id = person);
end $$;

-- What was decided stays as it was asked for: the person has no right that who asked lacks (`moreRights`).
alter table phone_changes
  drop constraint phone_changes_outcome,
  add constraint phone_changes_outcome check (outcome in (
    'done', 'withdrawn', 'cancelled', 'numberTaken', 'notOfSchool', 'ofAnotherSchool', 'moreRights', 'expired'));

-- As before (0842), and asks for the rights again.
create or replace function apply_phone_changes(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due record;
  why text;
  nobodys text;
  ended integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended(in_order.number, 0))
  from (
    select c.new_number as number from public.phone_changes c where c.ended_at is null and c.applies_at <= at order by 1) in_order;
  for due in
    select c.* from public.phone_changes c where c.ended_at is null
      and (c.applies_at <= at or c.applies_at is null and c.requested_at <= at - interval '7 days')
    order by c.id for update skip locked
  loop
    perform from public.users u where u.id = due.person_id for update;
    why := case
      when due.applies_at is null then 'expired'
      when not public.is_vouched(due.school_id, due.person_id) then 'notOfSchool'
      when not due.confirmed_on_platform and public.belongs_elsewhere(due.school_id, due.person_id) then 'ofAnotherSchool'
      when not public.has_keys_of(due.requested_by, due.person_id)
        or not due.confirmed_on_platform and not public.has_keys_of(due.confirmed_by, due.person_id) then 'moreRights'
      when exists (select from public.users u where u.phone_number = due.new_number)
        or not exists (select from public.users u where u.id = due.person_id and u.phone_number = due.old_number)
        then 'numberTaken'
      else 'done' end;
    if why = 'done' then
      -- Of the form of a password's hash, and of no password.
      nobodys := concat('$argon2id$v=19$m=19456,t=2,p=1$',
        translate(encode(decode(md5(gen_random_uuid()::text), 'hex'), 'base64'), '=', ''), '$',
        translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '=', ''));
      begin
        update public.users u set phone_number = due.new_number, version = u.version + 1, modified_at = now(),
          password_set_at = now(), password_hash = nobodys
        where u.id = due.person_id;
      exception when unique_violation then
        why := 'numberTaken';
      end;
    end if;
    if why = 'done' then
      delete from public.account_doubts d where d.person_id = due.person_id;
      insert into public.sign_ins (person_id, last_at) values (due.person_id, at)
      on conflict (person_id) do update set last_at = excluded.last_at;
      delete from public.sessions s where s.user_id = due.person_id;
      delete from public.push_subscriptions p where p.person_id = due.person_id;
      delete from public.known_devices d where d.user_id = due.person_id;
      insert into public.outbox (event, payload)
      select 'phone changed', jsonb_build_object('phoneNumber', number)
      from unnest(array[due.old_number, due.new_number]) as number;
      perform public.ask_next_of_number(due.old_number);
      perform public.ask_invited_parents(due.new_number);
      insert into public.audit_lines (operation, outcome, school_id, target_kind, target_id)
      values ('PhoneChange/Apply', 'done', due.school_id, 'person', due.person_id);
    end if;
    update public.phone_changes c set ended_at = at, outcome = why, version = c.version + 1, modified_at = now()
    where c.id = due.id;
    ended := ended + 1;
  end loop;
  return ended;
end $$;
