-- A person gets another number: by themselves with codes, or by a school that vouches for them (decision 056).

create or replace function request_phone_change(
  new_id uuid, school uuid, person uuid, number text, requester uuid, at text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(
    mac, 'request phone change', new_id::text, school::text, person::text, number, requester::text, at);
  perform public.must_act_in(array[school], false);
  insert into public.phone_changes (id, school_id, person_id, old_number, new_number, requested_by, requested_at)
  select new_id, school, u.id, u.phone_number, number, requester, at::timestamptz from public.users u where u.id = person;
end $$;

-- Answers the old number; none where the request does not wait any more, or waits for the platform. Keeps where it was confirmed. Who asked has
-- the person's keys still, as has who confirms for the school.
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

-- By the school, or by the person. Answers whose it was.
create or replace function end_phone_change(change uuid, why text, at text, mac bytea) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
begin
  perform public.must_be_signed(mac, 'end phone change', change::text, why, at);
  update public.phone_changes c set ended_at = at::timestamptz, outcome = why, version = c.version + 1,
    modified_at = public.current_moment()
  where c.id = change and c.ended_at is null returning c.person_id into person;
  return person;
end $$;

-- The open change of the account of a number, which the number itself may cancel; also of an account in doubt: the code is the owner's only
-- defence against people of the school.
create or replace function phone_change_of(number text, mac bytea) returns table (id uuid, school_id uuid, person_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'phone change of', number);
  return query select c.id, c.school_id, c.person_id from public.phone_changes c
    join public.users u on u.id = c.person_id and u.phone_number = number
    where c.ended_at is null;
end $$;

-- Locks the change that goes on of the account of a number, before the account.
create or replace function lock_phone_change_of(number text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'lock phone change of', number);
  perform from public.phone_changes c join public.users u on u.id = c.person_id and u.phone_number = number
  where c.ended_at is null for update of c;
end $$;

-- Invitations of parents that wait for a number become questions in the inbox of the person who gets that number, as an import asks people who
-- have an account.
create or replace function ask_invited_parents(number text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into public.outbox (event, school_id, actor_id, payload)
  select 'parents invited', i.school_id, i.consent_by, jsonb_build_object('invitationIds', jsonb_agg(i.id order by i.id))
  from public.parent_invitations i
  where i.phone_number = number and i.accepted_at is null and i.removed_at is null
  group by i.school_id, i.consent_by
$$;
revoke execute on function ask_invited_parents(text) from public;

-- Somebody who gives a number up leaves what it was invited to, unanswered, to the next person of it, who is asked then.
create or replace function ask_next_of_number(number text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.staff_invitations i set asked_at = null
  where i.phone_number = number and i.role_id is not null and i.asked_at is not null and i.taken_at is null and i.removed_at is null
$$;
revoke execute on function ask_next_of_number(text) from public;

-- By the person, with a code to both numbers. False when the number is not the old one any more. The change of a number that goes on is locked
-- before its person, as the work locks them that does what is due: each waited for the other where both came at one moment. The old
-- number is given up, and the parent is asked whom the new number waits for.
create or replace function change_phone(person uuid, was text, number text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'change phone', person::text, was, number);
  perform from public.phone_changes c where c.person_id = person and c.ended_at is null for update;
  update public.users u set phone_number = number, version = u.version + 1, modified_at = public.current_moment()
  where u.id = person and u.phone_number = was;
  if not found then
    return false;
  end if;
  delete from public.account_doubts d where d.person_id = person;
  update public.phone_changes c set ended_at = public.current_moment(), outcome = 'cancelled', version = c.version + 1
  where c.person_id = person and c.ended_at is null;
  perform public.ask_next_of_number(was);
  perform public.ask_invited_parents(number);
  return true;
end $$;

-- Does what is due. The new number is the only proof from then on: sessions, devices and the password end, and a password is chosen with a
-- code to the new number. The rights of who asked are looked at again. What is drawn at random is drawn before the row is written. Who
-- invites a new number meanwhile waits, or is waited for, as where a person changes their own (decision 014): the locks of `lockPhones`,
-- before any row. For the owner alone. Answers how many ended in some way.
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
revoke execute on function apply_phone_changes(timestamptz) from public;
