-- Accounts of other providers with which people sign in (decision 160). What must not be done for everybody needs the server's signature.

-- A provider of an active school, as a sign-in needs it.
create or replace function sign_in_provider(provider uuid, mac bytea)
returns table (
  school_id uuid, name text, issuer text, client_id text, sealed bytea, tenant text, trusts_factor boolean, version integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'sign-in provider', provider::text);
  return query
    select p.school_id, p.name, p.issuer, p.client_id, p.sealed, p.tenant, p.trusts_factor, p.version
    from public.sign_in_providers p join public.schools s on s.id = p.school_id and s.active
    where p.id = provider and p.active;
end $$;

-- What everybody may know who enters the domain of their school; several schools may share it.
create or replace function providers_of_domain(wanted text)
returns table (id uuid, name text, school_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.name, s.name from sign_in_providers p join schools s on s.id = p.school_id and s.active
  where p.domain = wanted and p.active order by s.name, p.id limit 10;
$$;

create or replace function has_sign_in_providers() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from sign_in_providers p join schools s on s.id = p.school_id and s.active where p.active);
$$;

-- The person of an outside account; of a school alone where it is that school's.
create or replace function person_of_outside(of_issuer text, of_subject text, school uuid, mac bytea)
returns table (id uuid, user_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'person of outside', of_issuer, of_subject, school::text);
  return query
    select o.id, o.user_id from public.outside_accounts o
    where o.issuer = of_issuer and o.subject = of_subject and o.at_school_id is not distinct from school;
end $$;

-- False if the account is linked with somebody else, at this school or any other. Two links of one account wait for each other.
create or replace function link_outside(
  new_id uuid, person uuid, of_issuer text, of_subject text, school uuid, shown text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'link outside', new_id::text, person::text, of_issuer, of_subject, school::text);
  perform pg_advisory_xact_lock(hashtextextended(concat('outside ', of_issuer, ' ', of_subject), 0));
  if exists (
    select from public.outside_accounts o
    where o.issuer = of_issuer and o.subject = of_subject and o.user_id <> person)
  then
    return false;
  end if;
  insert into public.outside_accounts (id, user_id, issuer, subject, at_school_id, label)
  values (new_id, person, of_issuer, of_subject, school, shown)
  on conflict on constraint outside_accounts_account do update set label = excluded.label;
  return true;
end $$;

-- The sessions that were opened with it end with it.
create or replace function unlink_outside(account uuid, person uuid, mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  perform public.must_be_signed(mac, 'unlink outside', account::text, person::text);
  delete from public.outside_accounts o where o.id = account and o.user_id = person;
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Opens a session with an outside account: of a school, narrowed to it. False for an account in doubt, which only its password and a second
-- proof open (decision 056). The person is locked, as a sign-in with a password locks them.
create or replace function open_outside_session(
  new_id uuid, hash bytea, account uuid, shared boolean, agent text, sid text, at text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  school uuid;
begin
  perform public.must_be_signed(mac, 'open outside session', new_id::text, encode(hash, 'hex'), account::text, sid, at);
  select o.user_id, o.at_school_id into person, school from public.outside_accounts o where o.id = account;
  perform from public.users u where u.id = person for share;
  if not found or public.doubt_silence_of(person, at::timestamptz, false) then
    return false;
  end if;
  insert into public.sign_ins (person_id, last_at) values (person, at::timestamptz)
  on conflict (person_id) do update set last_at = excluded.last_at;
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent, only_school, outside_id, outside_sid)
  values (new_id, hash, person, shared, agent, school, account, sid);
  update public.outside_accounts o set used_at = at::timestamptz where o.id = account;
  return true;
end $$;

-- How many people of a school have linked an account of an issuer. Where the call acts in that school.
create or replace function people_linked_with(school uuid, of_issuer text) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct o.user_id)::integer from outside_accounts o
  where o.at_school_id = school and o.issuer = of_issuer and school = any (coalesce(acting_schools(), '{}'));
$$;

-- Where the call acts in that school. Another provider of the same issuer there opens them again.
create or replace function end_sessions_of_provider(school uuid, of_issuer text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s using outside_accounts o
  where o.id = s.outside_id and o.at_school_id = school and o.issuer = of_issuer
    and school = any (coalesce(acting_schools(), '{}'));
$$;

-- The schools that open to sessions of their providers alone, as far as staff are concerned.
create or replace function schools_without_passwords() returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(distinct p.school_id), '{}') from sign_in_providers p where p.required;
$$;

-- Whether a session that no provider opened shows an item: not what concerns its person as staff of a school that requires its own sign-in. What a
-- parent sees is about a child of theirs; an invitation is answered before anybody has an account there; the platform's own items stay.
create or replace function opens_to_password(item_kind text, of_school uuid, child uuid, subject uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select of_school is null or child is not null or of_school <> all (schools_without_passwords())
    or item_kind in ('parentInvited', 'teacherInvited', 'roleInvited', 'parentLink', 'schoolSubmitted', 'paymentRequested', 'supportWindow')
    or item_kind = 'post' and exists (select from own_posts() o where o.post_id = subject and o.student_ids <> '{}')
$$;

-- The schools with a provider of an issuer at which this installation is known by one of these names.
create or replace function schools_of_client(of_issuer text, clients text[], mac bytea) returns table (school_id uuid, client_id text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'schools of client', of_issuer);
  return query
    select distinct p.school_id, p.client_id
    from public.sign_in_providers p join public.schools s on s.id = p.school_id and s.active
    where p.issuer = of_issuer and p.client_id = any (clients) and p.active;
end $$;

-- Ends the sessions at a school that came from one session of the provider (sid) or, without one, from an account, as the provider says; answers
-- whose they were. A logout of an account ends nothing once one as late was taken. Accounts are locked in the order of their ids, before their
-- sessions.
create or replace function end_outside_sessions(of_issuer text, school uuid, of_subject text, sid text, at text, mac bytea)
returns table (user_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'end outside sessions', of_issuer, school::text, of_subject, sid, at);
  perform from public.outside_accounts o
    where o.issuer = of_issuer and o.at_school_id = school and (of_subject is null or o.subject = of_subject)
      and (of_subject is not null or exists (select from public.sessions s where s.outside_id = o.id and s.outside_sid = sid))
    order by o.id for update;
  return query
    with ended as (
      delete from public.sessions s using public.outside_accounts o
      where o.id = s.outside_id and o.issuer = of_issuer and o.at_school_id = school
        and (of_subject is null or o.subject = of_subject)
        and (s.outside_sid = sid or (sid is null and of_subject is not null
          and (o.logged_out_at is null or o.logged_out_at < at::timestamptz)))
      returning s.user_id
    )
    select distinct e.user_id from ended e;
  update public.outside_accounts o set logged_out_at = at::timestamptz
  where sid is null and o.issuer = of_issuer and o.at_school_id = school and o.subject = of_subject
    and (o.logged_out_at is null or o.logged_out_at < at::timestamptz);
end $$;
