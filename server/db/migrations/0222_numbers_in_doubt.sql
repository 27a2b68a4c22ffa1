-- A number may be somebody else's by now (decision 056): after a notice, or a year without a sign-in, an account opens nothing
-- until a second proof. None of this is in reach of raw SQL: only the functions below read and write it. Apart from the
-- people themselves, so that two sign-ins at once do not wait for each other.
create table sign_ins (
  person_id uuid primary key references users,
  last_at timestamptz not null
);
insert into sign_ins (person_id, last_at)
select u.id, greatest(u.password_set_at, (select max(s.created_at) from sessions s where s.user_id = u.id)) from users u;

create table account_doubts (
  person_id uuid primary key references users,
  since timestamptz not null,
  because text not null constraint account_doubts_because check (because in ('notice', 'silence')),
  -- Whether a code by SMS is a second proof: the password is older than the silence, and was not set by such a code.
  sms_proves boolean not null
);

alter table sessions add column proof_due boolean not null default false;

-- Codes that a school hands over face to face. Only their keyed hashes are kept.
create table proof_codes (
  id uuid primary key,
  school_id uuid not null references schools,
  person_id uuid not null references users,
  code_hmac bytea not null,
  issued_by uuid not null references users,
  expires_at timestamptz not null,
  used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id)
);
create index proof_codes_of_person on proof_codes (person_id) where used_at is null;
call keep_to_school('proof_codes');

-- Whether an account opens anything that is worth a second proof.
create function has_ties(person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.student_parents sp where sp.parent_id = person and sp.ended_at is null)
  or exists (select from public.school_teachers t where t.teacher_id = person)
  or exists (select from public.user_permissions up where up.user_id = person)
  or exists (select from public.user_roles ur where ur.user_id = person
    and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  or exists (select from public.schools s where s.admin_id = person);
revoke execute on function has_ties(uuid) from public;

-- After a year of silence an account that opens something is in doubt. Answers whether it is.
create function doubt_silence_of(person uuid, at timestamptz, by_code boolean) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
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
create function doubt_silence(person uuid, at text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'doubt silence', person::text, at);
  insert into public.sign_ins (person_id, last_at) values (person, at::timestamptz) on conflict do nothing;
  return public.doubt_silence_of(person, at::timestamptz, true);
end $$;

-- A sign-in with a password, in one answer: whether it is the password still, as keep_password says, whether the account is
-- in doubt, and whether a school invites its number as a teacher's.
create function begin_sign_in(person uuid, hash text, at text, mac bytea)
returns table (still boolean, in_doubt boolean, is_invited boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number text;
  doubted boolean;
begin
  perform public.must_be_signed(mac, 'begin sign in', person::text, hash, at);
  select u.phone_number into number from public.users u where u.id = person and u.password_hash = hash for share;
  if not found then
    return query select false, false, false;
    return;
  end if;
  doubted := public.doubt_silence_of(person, at::timestamptz, false);
  insert into public.sign_ins (person_id, last_at) values (person, at::timestamptz)
  on conflict (person_id) do update set last_at = excluded.last_at;
  return query select true, doubted, exists (select from public.staff_invitations i
    where i.phone_number = number and i.taken_at is null and i.removed_at is null);
end $$;

-- A notice that a number is no longer its person's: everything that is signed in with it ends.
create function doubt_number(person uuid, at text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'doubt number', person::text, at);
  perform public.doubt_number_of(person, at::timestamptz);
end $$;

-- A sign-in that goes on holds the row of its person: it is over before its session is ended here, or sees the doubt.
create function doubt_number_of(person uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.users u where u.id = person for no key update;
  insert into public.account_doubts (person_id, since, because, sms_proves) values (person, at, 'notice', false)
  on conflict (person_id) do update set since = excluded.since, because = 'notice', sms_proves = false;
  delete from public.push_subscriptions p where p.person_id = person;
  delete from public.sessions s where s.user_id = person;
  delete from public.known_devices d where d.user_id = person;
  delete from public.identity_grants g
  where g.phone_number = (select u.phone_number from public.users u where u.id = person);
end $$;
revoke execute on function doubt_number_of(uuid, timestamptz) from public;

-- What the account of a session still has to prove; no row: nothing.
create function proof_of(person uuid, mac bytea)
returns table (because text, sms_proves boolean, phone_number text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'proof of', person::text);
  return query select d.because, d.sms_proves, u.phone_number
    from public.account_doubts d join public.users u on u.id = d.person_id where d.person_id = person;
end $$;

-- One session gave the second proof. `lifts`: the number was proved to be the person's too, so the doubt ends.
create function prove_session(session uuid, person uuid, lifts boolean, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'prove session', session::text, person::text, lifts::text);
  update public.sessions s set proof_due = false where s.id = session and s.user_id = person;
  if lifts then
    delete from public.account_doubts d where d.person_id = person;
  end if;
end $$;

-- A code takes the place of those that the person was handed before.
create function put_proof_code(new_id uuid, school uuid, person uuid, hmac bytea, issuer uuid, ends text, mac bytea)
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

create function use_proof_code(person uuid, hmac bytea, at text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'use proof code', person::text, encode(hmac, 'hex'), at);
  update public.proof_codes c set used_at = public.current_moment(), version = c.version + 1
  where c.person_id = person and c.code_hmac = hmac and c.used_at is null and c.expires_at > at::timestamptz;
  return found;
end $$;

-- As before; a session of an account in doubt has to be proved.
create or replace function open_session(new_id uuid, hash bytea, person uuid, shared boolean, agent text, mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'open session', new_id::text, encode(hash, 'hex'), person::text);
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent, proof_due)
  values (new_id, hash, person, shared, agent,
    exists (select from public.account_doubts d where d.person_id = person));
end $$;

-- As before, with whether the session still has to be proved.
drop function caller_of(bytea);
create function caller_of(hash bytea)
returns table (
  id uuid, shared_computer boolean, created_at timestamptz, last_used_at timestamptz, person_id uuid, acting text,
  proof_due boolean, schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean,
  parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select s.id, s.shared_computer, s.created_at, s.last_used_at, s.user_id,
      (select concat(s.user_id, ' ', encode(sha256(k.outer_pad || sha256(k.inner_pad
          || convert_to(concat('["user","', s.user_id, '"]'), 'UTF8'))), 'hex'))
        from public.signing_keys k order by k.inner_pad limit 1),
      s.proof_due, r.*
    from public.sessions s cross join lateral public.rights_of_person(s.user_id) r
    where s.token_hash = hash;
end $$;
