-- An account whose number may have passed to somebody else is in doubt until a second proof (decision 080).

-- Whether an account opens anything that is worth a second proof. A link that stayed with an entry that was merged with another gives
-- nothing: it makes nobody a person of the school either.
create or replace function has_ties(person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.parent_links l where l.parent_id = person)
  or exists (select from public.school_teachers t where t.teacher_id = person)
  or exists (select from public.user_permissions up where up.user_id = person)
  or exists (select from public.user_roles ur where ur.user_id = person
    and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  or exists (select from public.schools s where s.admin_id = person);
revoke execute on function has_ties(uuid) from public;

-- After a year of silence an account that opens something is in doubt. Answers whether it is. So is one after the doubt of a school whose
-- person this is not any more: what waited for a proof could not get one now.
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
revoke execute on function doubt_silence_of(uuid, timestamptz, boolean) from public;

-- Before a password counts that was set by a code.
create or replace function doubt_silence(person uuid, at text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'doubt silence', person::text, at);
  insert into public.sign_ins (person_id, last_at) values (person, at::timestamptz) on conflict do nothing;
  return public.doubt_silence_of(person, at::timestamptz, true);
end $$;

-- A sign-in that goes on holds the row of its person: it is over before its session is ended here, or sees the doubt. The number is asked for
-- before grants are deleted by it; sessions come before the devices that get notices, as a sign-out locks them (decision 073).
create or replace function doubt_number_of(person uuid, at timestamptz, school uuid) returns void
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

-- A notice that a number is no longer its person's: everything that is signed in with it ends.
create or replace function doubt_number(person uuid, school uuid, at text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'doubt number', person::text, school::text, at);
  perform public.must_act_in(array[school], false);
  perform public.doubt_number_of(person, at::timestamptz, school);
end $$;

-- What the account of a session still has to prove; no row: nothing.
create or replace function proof_of(person uuid, mac bytea)
returns table (because text, sms_proves boolean, phone_number text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'proof of', person::text);
  return query select d.because, d.sms_proves, u.phone_number
    from public.account_doubts d join public.users u on u.id = d.person_id where d.person_id = person;
end $$;

-- One session gave the second proof. `lifts`: the number was proved to be the person's too, so the doubt ends. A lifted doubt leaves nothing
-- to be proved, so other sessions that still had to be could never be: they end, and are opened anew with the password. A session that
-- is proved without a doubt about the number was one of those that have to be.
create or replace function prove_session(session uuid, person uuid, lifts boolean, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was_due boolean;
begin
  perform public.must_be_signed(mac, 'prove session', session::text, person::text, lifts::text);
  update public.sessions s set proof_due = false where s.id = session and s.user_id = person and s.proof_due;
  was_due := found;
  if lifts then
    delete from public.account_doubts d where d.person_id = person;
    if found then
      delete from public.sessions s where s.user_id = person and s.proof_due;
      return;
    end if;
  end if;
  if was_due and not exists (select from public.account_doubts d where d.person_id = person) then
    delete from public.unproved_sign_ins p where p.person_id = person and p.sessions = 1;
    update public.unproved_sign_ins p set sessions = p.sessions - 1 where p.person_id = person and p.sessions > 1;
  end if;
end $$;

-- A code takes the place of those that the person was handed before.
create or replace function put_proof_code(new_id uuid, school uuid, person uuid, hmac bytea, issuer uuid, ends text, mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(
    mac, 'put proof code', new_id::text, school::text, person::text, encode(hmac, 'hex'), issuer::text, ends);
  perform public.must_act_in(array[school], false);
  update public.proof_codes c set used_at = public.current_moment() where c.person_id = person and c.used_at is null;
  insert into public.proof_codes (id, school_id, person_id, code_hmac, issued_by, expires_at)
  values (new_id, school, person, hmac, issuer, ends::timestamptz);
end $$;

create or replace function use_proof_code(person uuid, hmac bytea, at text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'use proof code', person::text, encode(hmac, 'hex'), at);
  update public.proof_codes c set used_at = public.current_moment(), version = c.version + 1
  where c.person_id = person and c.code_hmac = hmac and c.used_at is null and c.expires_at > at::timestamptz;
  return found;
end $$;

-- A school vouched for the number of this account, by a letter, and no code by SMS has proved it since. Where another school makes its person
-- somebody of its own, the account is in doubt until that school, too, knows who they are (decision 104).
create or replace function doubt_letter() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if new.school_id is not null
    and exists (select from public.users u where u.id = person and u.letter_school <> new.school_id) then
    perform public.doubt_number_of(person, public.current_moment(), new.school_id);
  end if;
  return null;
end $$;
create or replace trigger doubt_letter after insert on student_parents for each row execute function doubt_letter('parent_id');
create or replace trigger doubt_letter after insert on school_teachers for each row execute function doubt_letter('teacher_id');
create or replace trigger doubt_letter after insert on user_roles for each row execute function doubt_letter('user_id');
create or replace trigger doubt_letter after insert on user_permissions for each row execute function doubt_letter('user_id');
