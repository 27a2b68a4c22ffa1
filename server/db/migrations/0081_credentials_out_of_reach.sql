-- Passwords, session secrets, second factors and the keys of roles are out of reach of the account of requests: it calls
-- the functions here. What a function must not do for everybody, it does only with a keyed hash (HMAC) of its
-- arguments, whose key the server has and the account cannot read. Everything is qualified: whoever calls chooses the
-- search path.

-- As many as the installation has had keys; kept by the owner at each start. Padded for the two rounds of the hash.
create table signing_keys (
  inner_pad bytea primary key constraint signing_keys_inner_length check (octet_length(inner_pad) = 64),
  outer_pad bytea not null constraint signing_keys_outer_length check (octet_length(outer_pad) = 64)
);

create function must_be_signed(mac bytea, variadic parts text[]) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  message constant bytea := convert_to(array_to_json(parts)::text, 'UTF8');
begin
  if not exists (
    select from public.signing_keys k where sha256(k.outer_pad || sha256(k.inner_pad || message)) = mac
  ) then
    raise exception 'not signed by the server' using errcode = 'insufficient_privilege';
  end if;
end $$;
revoke execute on function must_be_signed(bytea, text[]) from public;

create function account_of_phone(phone text, mac bytea) returns table (id uuid, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'account of phone', phone);
  return query select u.id, u.password_hash from public.users u where u.phone_number = phone;
end $$;

create function password_of(person uuid, mac bytea) returns table (phone_number text, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'password of', person::text);
  return query select u.phone_number, u.password_hash from public.users u where u.id = person;
end $$;

-- Whether this is the password still; it stays so until the transaction ends.
create function keep_password(person uuid, hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.users u where u.id = person and u.password_hash = hash for share;
  return found;
end $$;

create function change_password(person uuid, was text, hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.users u set password_hash = hash, password_set_at = default where u.id = person and u.password_hash = was;
  return found;
end $$;

-- A row that was only inserted has never been locked or updated: xmax is 0.
create function put_password(new_id uuid, phone text, hash text, mac bytea) returns table (id uuid, is_new boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'put password', new_id::text, phone, hash);
  return query
    insert into public.users as u (id, phone_number, password_hash) values (new_id, phone, hash)
    on conflict on constraint users_phone_taken do update set password_hash = hash, password_set_at = default
    returning u.id, u.xmax = 0;
end $$;

-- By the hash of a secret that only its device has; without options, because every call of a person comes here.
create function session_of(hash bytea)
returns table (id uuid, shared_computer boolean, created_at timestamptz, last_used_at timestamptz, person_id uuid)
language plpgsql stable security definer as $$
begin
  return query select s.id, s.shared_computer, s.created_at, s.last_used_at, s.user_id
    from public.sessions s where s.token_hash operator(pg_catalog.=) hash;
end $$;

create function open_session(new_id uuid, hash bytea, person uuid, shared boolean, agent text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'open session', new_id::text, encode(hash, 'hex'), person::text);
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent)
  values (new_id, hash, person, shared, agent);
end $$;

create function end_session(hash bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended integer;
begin
  delete from public.sessions s where s.token_hash = hash;
  get diagnostics ended = row_count;
  return ended;
end $$;

create function sealed_second_factor(person uuid, mac bytea) returns table (sealed_secret bytea, last_step bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'second factor', person::text);
  return query select f.sealed_secret, f.last_step from public.second_factors f where f.user_id = person;
end $$;

create function add_role_keys(role uuid, keys uuid[], mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
begin
  perform public.must_be_signed(mac, 'add role keys', role::text, array_to_string(keys, ','));
  insert into public.role_permissions (role_id, permission_id) select role, unnest(keys) on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

create function remove_role_keys(role uuid, keys uuid[], mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  removed integer;
begin
  perform public.must_be_signed(mac, 'remove role keys', role::text, array_to_string(keys, ','));
  delete from public.role_permissions p where p.role_id = role and p.permission_id = any (keys);
  get diagnostics removed = row_count;
  return removed;
end $$;

revoke select, insert, update on users from kashkool_app;
revoke select, insert, update on sessions from kashkool_app;
revoke select, update on second_factors from kashkool_app;
revoke insert, delete on role_permissions from kashkool_app;

-- Every column of a table but those named.
create procedure grant_columns(t regclass, rights text[], variadic but name[])
language plpgsql as $$
declare
  columns constant text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = t and attnum > 0 and not attisdropped and attname <> all (but));
  one_right text;
begin
  foreach one_right in array rights loop
    execute format('grant %s (%s) on %s to kashkool_app', one_right, columns, t);
  end loop;
end $$;

call grant_columns('users', array['select', 'update'], 'password_hash', 'password_set_at');
call grant_columns('sessions', array['select'], 'token_hash');
call grant_columns('sessions', array['update'], 'id', 'token_hash', 'user_id', 'created_at');
call grant_columns('second_factors', array['select'], 'sealed_secret');
grant update (last_step) on second_factors to kashkool_app;
