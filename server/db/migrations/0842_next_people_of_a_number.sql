-- Somebody who gives a number up leaves what it was invited to, unanswered, to the next person of it, who is asked then (0281).
create function ask_next_of_number(number text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update public.staff_invitations i set asked_at = null
  where i.phone_number = number and i.role_id is not null and i.asked_at is not null and i.taken_at is null and i.removed_at is null
$$;
revoke execute on function ask_next_of_number(text) from public;

-- As before (0791), and the old number is given up.
create or replace function change_phone(person uuid, was text, number text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'change phone', person::text, was, number);
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

-- As before (0820), and the old number is given up. Who invites a new number meanwhile waits, or is waited for, as where a person changes
-- their own (decision 014): the locks of `lockPhones`, before any row.
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
