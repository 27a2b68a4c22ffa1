-- A school changes the number of a person it knows, who has the old one no more (decision 056): asked for by one person of the
-- school, confirmed by a second one of the school or the platform, done 48 hours later unless it is cancelled.
create table phone_changes (
  id uuid primary key,
  school_id uuid not null references schools,
  person_id uuid not null references users,
  old_number text not null constraint phone_changes_old_form check (old_number ~ '^01[0-9]{9}$'),
  new_number text not null constraint phone_changes_new_form check (new_number ~ '^01[0-9]{9}$'),
  requested_by uuid not null references users,
  requested_at timestamptz not null,
  confirmed_by uuid references users,
  applies_at timestamptz,
  ended_at timestamptz,
  outcome text constraint phone_changes_outcome check (
    outcome in ('done', 'withdrawn', 'cancelled', 'numberTaken', 'notOfSchool', 'expired')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint phone_changes_another_number check (new_number <> old_number),
  constraint phone_changes_not_by_oneself check (requested_by <> person_id and confirmed_by is distinct from person_id),
  constraint phone_changes_two_people check (confirmed_by is distinct from requested_by),
  constraint phone_changes_confirmed check ((confirmed_by is null) = (applies_at is null)),
  constraint phone_changes_ended check ((ended_at is null) = (outcome is null))
);
create unique index phone_changes_one_of_person on phone_changes (person_id) where ended_at is null;
create unique index phone_changes_one_of_number on phone_changes (new_number) where ended_at is null;
create index phone_changes_due on phone_changes (applies_at) where ended_at is null;
call keep_former_values('phone_changes', 'id');
call keep_to_school('phone_changes');
call show_own_rows('phone_changes', 'person_id');
call show_to_platform('phone_changes');
grant select on phone_changes to kashkool_app;

-- Whether a school may vouch for a person: one of its staff or the parent of one of its students, and nobody of the platform.
create function is_vouched(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return (
    exists (select from public.student_parents sp
      where sp.school_id = school and sp.parent_id = person and sp.ended_at is null)
    or exists (select from public.school_teachers t
      where t.school_id = school and t.teacher_id = person and t.accepted_at is not null)
    or exists (select from public.user_roles ur where ur.school_id = school and ur.user_id = person)
    or exists (select from public.user_permissions up where up.school_id = school and up.user_id = person)
  ) and not exists (select from public.user_roles ur where ur.user_id = person and ur.school_id is null
      and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  and not exists (select from public.user_permissions up where up.user_id = person and up.school_id is null);
revoke execute on function is_vouched(uuid, uuid) from public;

create function may_vouch(school uuid, person uuid, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'may vouch', school::text, person::text);
  perform public.must_act_in(array[school], false);
  return public.is_vouched(school, person);
end $$;

create function request_phone_change(
  new_id uuid, school uuid, person uuid, number text, requester uuid, at text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(
    mac, 'request phone change', new_id::text, school::text, person::text, number, requester::text, at);
  perform public.must_act_in(array[school], false);
  insert into public.phone_changes (id, school_id, person_id, old_number, new_number, requested_by, requested_at)
  select new_id, school, u.id, u.phone_number, number, requester, at::timestamptz from public.users u where u.id = person;
end $$;

-- Answers the old number; none where the request does not wait any more.
create function confirm_phone_change(change uuid, school uuid, confirmer uuid, at text, mac bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number text;
begin
  perform public.must_be_signed(mac, 'confirm phone change', change::text, school::text, confirmer::text, at);
  if not public.on_platform() then
    perform public.must_act_in(array[school], false);
  end if;
  update public.phone_changes c
  set confirmed_by = confirmer, applies_at = at::timestamptz + interval '48 hours', version = c.version + 1,
    modified_at = public.current_moment()
  where c.id = change and c.school_id = school and c.ended_at is null and c.confirmed_by is null
    and c.requested_at > at::timestamptz - interval '7 days' and public.is_vouched(school, c.person_id)
  returning c.old_number into number;
  return number;
end $$;

-- By the school, or by the person. Answers whose it was.
create function end_phone_change(change uuid, why text, at text, mac bytea) returns uuid
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

-- The open change of the account of a number, which the number itself may cancel.
create function phone_change_of(number text, mac bytea) returns table (id uuid, school_id uuid, person_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'phone change of', number);
  return query select c.id, c.school_id, c.person_id from public.phone_changes c
    join public.users u on u.id = c.person_id and u.phone_number = number
    where c.ended_at is null and not exists (select from public.account_doubts d where d.person_id = u.id);
end $$;

-- By the person, with a code to both numbers. False when the number is not the old one any more.
create function change_phone(person uuid, was text, number text, mac bytea) returns boolean
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
  return true;
end $$;

-- Does what is due. The new number is the only proof from then on: sessions, devices and the password end, and a password is
-- chosen with a code to the new number. For the owner alone. Answers how many ended in some way.
create function apply_phone_changes(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due record;
  why text;
  ended integer := 0;
begin
  for due in
    select c.* from public.phone_changes c where c.ended_at is null
      and (c.applies_at <= at or c.applies_at is null and c.requested_at <= at - interval '7 days')
    order by c.id for update skip locked
  loop
    perform from public.users u where u.id = due.person_id for update;
    why := case
      when due.applies_at is null then 'expired'
      when not public.is_vouched(due.school_id, due.person_id) then 'notOfSchool'
      when exists (select from public.users u where u.phone_number = due.new_number)
        or not exists (select from public.users u where u.id = due.person_id and u.phone_number = due.old_number)
        then 'numberTaken'
      else 'done' end;
    if why = 'done' then
      begin
        -- Of the form of a password's hash, and of no password.
        update public.users u set phone_number = due.new_number, version = u.version + 1, modified_at = now(),
          password_set_at = now(), password_hash = concat('$argon2id$v=19$m=19456,t=2,p=1$',
            translate(encode(decode(md5(gen_random_uuid()::text), 'hex'), 'base64'), '=', ''), '$',
            translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '=', ''))
        where u.id = due.person_id;
      exception when unique_violation then
        why := 'numberTaken';
      end;
    end if;
    if why = 'done' then
      delete from public.account_doubts d where d.person_id = due.person_id;
      insert into public.sign_ins (person_id, last_at) values (due.person_id, at)
      on conflict (person_id) do update set last_at = excluded.last_at;
      delete from public.push_subscriptions p where p.person_id = due.person_id;
      delete from public.sessions s where s.user_id = due.person_id;
      delete from public.known_devices d where d.user_id = due.person_id;
      insert into public.outbox (event, payload)
      select 'phone changed', jsonb_build_object('phoneNumber', number)
      from unnest(array[due.old_number, due.new_number]) as number;
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
