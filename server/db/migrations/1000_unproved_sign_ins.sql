-- Where too many sign-ins have failed, a right password from a device that the account does not know needs a code to the person's number as
-- well (decision 082). A session that has not given it yet opens nothing. How many of them were never proved is kept with the account: one
-- of them may have been guessed, so until the person chooses a new password every new device needs a code, also on a quiet day.
create table unproved_sign_ins (
  person_id uuid primary key references users,
  sessions integer not null constraint unproved_sign_ins_sessions check (sessions > 0)
);

-- As before (0222), with whether some sign-in of the person was not proved.
drop function begin_sign_in(uuid, text, text, bytea);
create function begin_sign_in(person uuid, hash text, at text, mac bytea)
returns table (still boolean, in_doubt boolean, is_invited boolean, is_unproved boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number text;
  doubted boolean;
begin
  perform public.must_be_signed(mac, 'begin sign in', person::text, hash, at);
  select u.phone_number into number from public.users u where u.id = person and u.password_hash = hash for share;
  if not found then
    return query select false, false, false, false;
    return;
  end if;
  doubted := public.doubt_silence_of(person, at::timestamptz, false);
  insert into public.sign_ins (person_id, last_at) values (person, at::timestamptz)
  on conflict (person_id) do update set last_at = excluded.last_at;
  return query select true, doubted,
    exists (select from public.staff_invitations i
      where i.phone_number = number and i.taken_at is null and i.removed_at is null),
    exists (select from public.unproved_sign_ins p where p.person_id = person);
end $$;

-- A session that opens nothing until a code to the person's number is given.
create function open_unproved_session(new_id uuid, hash bytea, person uuid, shared boolean, agent text, mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'open unproved session', new_id::text, encode(hash, 'hex'), person::text);
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent, proof_due)
  values (new_id, hash, person, shared, agent, true);
  insert into public.unproved_sign_ins as p (person_id, sessions) values (person, 1)
  on conflict (person_id) do update set sessions = p.sessions + 1;
end $$;

-- As before (0790). A session that is proved without a doubt about the number was one of those counted above.
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

-- As before (0081, 0580). A new password makes what was guessed before worthless.
create or replace function change_password(person uuid, was text, hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.users u set password_hash = hash, password_set_at = default where u.id = person and u.password_hash = was;
  if not found then
    return false;
  end if;
  delete from public.unproved_sign_ins p where p.person_id = person;
  return true;
end $$;

create or replace function put_password(new_id uuid, phone text, hash text, mac bytea) returns table (id uuid, is_new boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'put password', new_id::text, phone, hash);
  return query
    insert into public.users as u (id, phone_number, password_hash) values (new_id, phone, hash)
    on conflict on constraint users_phone_taken
      do update set password_hash = excluded.password_hash, password_set_at = excluded.password_set_at
    returning u.id, u.xmax = 0;
  -- After the person, as a sign-in locks them.
  delete from public.unproved_sign_ins p
  where p.person_id = (select u.id from public.users u where u.phone_number = phone);
end $$;
