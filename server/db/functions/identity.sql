-- Passwords, sessions, second factors and grants are out of reach of the account of requests: it calls the functions here. What a function
-- must not do for everybody, it does only with a keyed hash (HMAC) of its arguments, whose key the server has and the account cannot
-- read (decision 034).

create or replace function account_of_phone(phone text, mac bytea) returns table (id uuid, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'account of phone', phone);
  return query select u.id, u.password_hash from public.users u where u.phone_number = phone;
end $$;

create or replace function password_of(person uuid, mac bytea) returns table (phone_number text, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'password of', person::text);
  return query select u.phone_number, u.password_hash from public.users u where u.id = person;
end $$;

-- Whether this is the password still; it stays so until the transaction ends.
create or replace function keep_password(person uuid, hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.users u where u.id = person and u.password_hash = hash for share;
  return found;
end $$;

-- A new password makes what was guessed before worthless.
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

-- A row that was only inserted has never been locked or updated: xmax is 0. What is stored anew is what was to be inserted: a parameter of
-- the function, or a default, is not planned in that place.
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

-- Whether a number has an account or an open invitation. Codes to such numbers have budgets of their own.
create or replace function is_known_number(phone text, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'known number', phone);
  return exists (select from public.users u where u.phone_number = phone)
    or exists (select from public.parent_invitations i
      where i.phone_number = phone and i.accepted_at is null and i.removed_at is null)
    or exists (select from public.staff_invitations i
      where i.phone_number = phone and i.taken_at is null and i.removed_at is null);
end $$;

-- By the hash of a secret that only its device has; without options, because every call of a person comes here.
create or replace function session_of(hash bytea)
returns table (
  id uuid, shared_computer boolean, created_at timestamptz, last_used_at timestamptz, person_id uuid, acting text)
language plpgsql stable security definer as $$
begin
  return query select s.id, s.shared_computer, s.created_at, s.last_used_at, s.user_id, (
      select pg_catalog.concat(s.user_id, ' ', pg_catalog.encode(pg_catalog.sha256(k.outer_pad operator(pg_catalog.||)
        pg_catalog.sha256(k.inner_pad operator(pg_catalog.||) pg_catalog.convert_to(
          pg_catalog.concat('["user","', s.user_id, '"]'), 'UTF8'))), 'hex'))
      from public.signing_keys k order by k.inner_pad limit 1)
    from public.sessions s where s.token_hash operator(pg_catalog.=) hash;
end $$;

-- A session of an account in doubt has to be proved. The row is asked for by a select: a distributed database refuses a subquery among
-- values.
create or replace function open_session(new_id uuid, hash bytea, person uuid, shared boolean, agent text, mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'open session', new_id::text, encode(hash, 'hex'), person::text);
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent, proof_due)
  select new_id, hash, person, shared, agent, exists (select from public.account_doubts d where d.person_id = person);
end $$;

-- A session that opens nothing until a code to the person's number is given.
create or replace function open_unproved_session(new_id uuid, hash bytea, person uuid, shared boolean, agent text, mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'open unproved session', new_id::text, encode(hash, 'hex'), person::text);
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent, proof_due)
  values (new_id, hash, person, shared, agent, true);
  insert into public.unproved_sign_ins as p (person_id, sessions) values (person, 1)
  on conflict (person_id) do update set sessions = p.sessions + 1;
end $$;

create or replace function end_session(hash bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended integer;
begin
  delete from public.sessions s where s.token_hash = hash;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- A sign-in with a password, in one answer: whether it is the password still, as keep_password says, whether the account is in doubt, and
-- whether a school invites its number as a teacher's.
create or replace function begin_sign_in(person uuid, hash text, at text, mac bytea)
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

create or replace function put_grant(hash bytea, phone text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'put grant', encode(hash, 'hex'), phone);
  insert into public.identity_grants (grant_hash, phone_number, expires_at)
  values (hash, phone, public.current_moment() + interval '10 minutes');
end $$;

-- The grant of a code that a school handed out in a letter.
create or replace function put_letter_grant(hash bytea, phone text, school uuid, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'put letter grant', encode(hash, 'hex'), phone, school::text);
  insert into public.identity_grants (grant_hash, phone_number, expires_at, letter_school)
  values (hash, phone, public.current_moment() + interval '10 minutes', school);
end $$;

-- An account whose password was set with the code of a letter has to show more where it works at a school; a code by SMS ends that.
create or replace function note_letter(person uuid, hash bytea, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'note letter', person::text, encode(hash, 'hex'));
  update public.users u set letter_school = g.letter_school
  from public.identity_grants g
  where u.id = person and g.grant_hash = hash and u.letter_school is distinct from g.letter_school;
end $$;

create or replace function began_by_letter(person uuid, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'began by letter', person::text);
  return exists (select from public.users u where u.id = person and u.letter_school is not null);
end $$;

-- Only who has the secret of a grant knows its hash.
create or replace function use_grant(hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  phone text;
begin
  update public.identity_grants g set used_at = public.current_moment()
  where g.grant_hash = hash and g.used_at is null and g.expires_at > public.current_moment()
  returning g.phone_number into phone;
  return phone;
end $$;

create or replace function sealed_second_factor(person uuid, mac bytea) returns table (sealed_secret bytea, last_step bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'second factor', person::text);
  return query select f.sealed_secret, f.last_step from public.second_factors f where f.user_id = person;
end $$;

-- Who calls, and with which rights: asked by every call, and half of what the database did for most of them. Rows of the person are found
-- by the person here, so that row-level security need not look at each table again, whose settings it would verify each time. Parents
-- have rights by links that let them see. Only the owner's functions call this one: it answers for anybody.
-- only_school: of a session that was opened through a provider of that school; it has the rights of its staff there and no others. by_password: of
-- any other session; it has no rights as staff of a school that requires its own sign-in. Neither: of work that is done in the name of a person.
create or replace function rights_within(person uuid, only_school uuid, by_password boolean)
returns table (
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    with roles_held as materialized (
      select ur.school_id, r.id, r.type from public.user_roles ur join public.roles r on r.id = ur.role_id and r.active
      where ur.user_id = person
    ), held as materialized (
      select h.school_id, p.key collate "C" as key, p.school_scope, p.app_scope
      from (
        select rh.school_id, rp.permission_id from roles_held rh join public.role_permissions rp on rp.role_id = rh.id
        union all
        select up.school_id, up.permission_id from public.user_permissions up where up.user_id = person
      ) h join public.permissions p on p.id = h.permission_id
    ), taught as materialized (
      select t.school_id from public.school_teachers t where t.teacher_id = person and t.accepted_at is not null
    ), visible as materialized (
      select s.id, s.active, s.time_zone, s.admin_id = person is true as is_admin
      from (
        select a.id as school_id from public.schools a where a.admin_id = person
        union select t.school_id from taught t
        union select c.school_id from public.class_rooms c where c.supervisor_id = person
        union select rh.school_id from roles_held rh where rh.school_id is not null
        union select h.school_id from held h where h.school_id is not null
      ) b
      -- One by one: a join would read every school of the installation, because what a person belongs to is not known.
      cross join lateral (select * from public.schools x where x.id = b.school_id limit 1) s
      where (s.active or s.admin_id = person) and (only_school is null or s.id = only_school)
        and not (by_password and exists (
          select from public.sign_in_providers p where p.school_id = s.id and p.required))
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'active', v.active, 'timeZone', v.time_zone,
        'isAdmin', v.is_admin, 'keys', coalesce((
          select jsonb_agg(distinct h.key order by h.key) from held h
          where h.school_id = v.id and h.school_scope), '[]'))) from visible v), '[]'),
      coalesce((select jsonb_agg(distinct h.key order by h.key) from held h
        where h.school_id is null and h.app_scope and only_school is null), '[]'),
      exists (select from taught t join visible v on v.id = t.school_id where v.active),
      exists (select from roles_held rh
        where rh.type = 2 and rh.id <> '01900000-0000-7000-8000-000000000001' and only_school is null),
      exists (select from roles_held rh where rh.id = '01900000-0000-7000-8000-000000000002'),
      coalesce((select jsonb_agg(distinct sp.school_id)
        from public.parent_links sp
        where sp.parent_id = person and sp.sees and sp.school_active and only_school is null), '[]');
end $$;
revoke execute on function rights_within(uuid, uuid, boolean) from public;

-- All rights of a person, whatever session they have.
create or replace function rights_of_person(person uuid)
returns table (
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select * from public.rights_within(person, null, false);
$$;
revoke execute on function rights_of_person(uuid) from public;

-- Of the person that the transaction acts as. Of others it says what everybody may know: who administers a school.
create or replace function rights_of(person uuid)
returns table (
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acting_user() is distinct from person then
    return query
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'active', s.active, 'timeZone', s.time_zone, 'isAdmin', true,
        'keys', '[]'::jsonb)), '[]'), '[]'::jsonb, false, false, false, '[]'::jsonb
      from public.schools s where s.admin_id = person;
  else
    return query select * from public.rights_of_person(person);
  end if;
end $$;

-- The same for a session: narrowed to a school, or begun by a password.
create or replace function rights_of_session(person uuid, only_school uuid)
returns table (
  schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean, parent_schools jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acting_user() is distinct from person then
    return query select * from public.rights_of(person);
  else
    return query select * from public.rights_within(person, only_school, only_school is null);
  end if;
end $$;

-- The session of a secret with its person, the person as a setting with its proof, and the rights of the person.
create or replace function caller_of(hash bytea)
returns table (
  id uuid, shared_computer boolean, created_at timestamptz, last_used_at timestamptz, person_id uuid, acting text,
  proof_due boolean, schools jsonb, app_keys jsonb, is_teacher boolean, is_platform boolean, is_manager boolean,
  parent_schools jsonb, only_school uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select s.id, s.shared_computer, s.created_at, s.last_used_at, s.user_id,
      (select concat(s.user_id, ' ', encode(sha256(k.outer_pad || sha256(k.inner_pad
          || convert_to(concat('["user","', s.user_id, '"]'), 'UTF8'))), 'hex'))
        from public.signing_keys k order by k.inner_pad limit 1),
      s.proof_due, r.*, s.only_school
    from public.sessions s cross join lateral public.rights_within(s.user_id, s.only_school, s.only_school is null) r
    where s.token_hash = hash;
end $$;
