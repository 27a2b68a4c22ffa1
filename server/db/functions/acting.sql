-- Who acts, and where. Settings of a transaction, which any SQL can make, so they count only with the signature of the server
-- (decision 034). Everything is qualified where the caller chooses the search path.

-- Reading the key took three quarters of a verification, and a call verifies its settings for each table. Called with a
-- constant by a function, what is immutable is computed when that function is planned: once for each connection. It is not
-- quite immutable, so a signature that does not fit the key in memory is looked for in the table.
create or replace function key_in_memory(inner_one boolean) returns bytea
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return (select case when inner_one then k.inner_pad else k.outer_pad end
    from public.signing_keys k order by k.inner_pad limit 1);
end $$;
revoke execute on function key_in_memory(boolean) from public;

-- Verified once for each table of a statement. The planner puts the functions below into the statement, so that this is the only call;
-- without a search path of its own, which would cost as much again: everything that could be shadowed by a temporary table or type is
-- qualified.
create or replace function is_signed(proof text, variadic parts text[]) returns boolean
language plpgsql stable strict parallel safe security definer as $$
declare
  message constant pg_catalog.bytea := pg_catalog.convert_to(pg_catalog.array_to_json(parts)::pg_catalog.text, 'UTF8');
begin
  if pg_catalog.encode(pg_catalog.sha256(public.key_in_memory(false) operator(pg_catalog.||)
    pg_catalog.sha256(public.key_in_memory(true) operator(pg_catalog.||) message)), 'hex') operator(pg_catalog.=) proof
  then
    return true;
  end if;
  return exists (
    select from public.signing_keys k
    where pg_catalog.encode(pg_catalog.sha256(k.outer_pad operator(pg_catalog.||)
      pg_catalog.sha256(k.inner_pad operator(pg_catalog.||) message)), 'hex') operator(pg_catalog.=) proof);
end $$;

-- Refuses what the server has not signed: the keyed hash of the parts, by any key that the installation has had.
create or replace function must_be_signed(mac bytea, variadic parts text[]) returns void
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

-- Unset means nobody and nowhere. Every policy asks these through "(select …)", which is evaluated once and not for each row; the cast
-- around it keeps "any" from reading it as a sub-query of rows.
create or replace function acting_schools() returns uuid[]
language sql stable parallel safe
return case
  when current_setting('app.schools', true) <> '' and is_signed(
    coalesce(current_setting('app.proof', true), ''), 'see only', current_setting('app.schools', true),
    coalesce(current_setting('app.children', true), ''))
  then string_to_array(current_setting('app.schools', true), ',')::uuid[]
end;

-- The setting is "<person> <proof>".
create or replace function acting_user() returns uuid
language sql stable parallel safe
return case
  when current_setting('app.user', true) <> '' and is_signed(
    substr(current_setting('app.user', true), 38), 'user', left(current_setting('app.user', true), 36))
  then left(current_setting('app.user', true), 36)::uuid
end;

-- The children that a parent's call is narrowed to. Null: not narrowed, so a parent without children must act in no school.
create or replace function acting_children() returns uuid[]
language sql stable parallel safe
return string_to_array(nullif(current_setting('app.children', true), ''), ',')::uuid[];

create or replace function on_platform() returns boolean
language sql stable parallel safe
return coalesce(
  current_setting('app.platform', true) <> '' and is_signed(current_setting('app.platform', true), 'platform'), false);

-- What row-level security says of these rows, which does not bind the functions that write them: in the schools of the call, and without a
-- school by the platform, or where an account begins.
create or replace function must_act_in(schools uuid[], is_beginning boolean) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if not (array_remove(schools, null) <@ coalesce(public.acting_schools(), '{}'))
    or (array_position(schools, null) is not null and not is_beginning and not public.on_platform()) then
    raise exception 'rights are given where the call acts' using errcode = 'insufficient_privilege';
  end if;
end $$;
revoke execute on function must_act_in(uuid[], boolean) from public;

-- Names are looked up here and not where it is called, which chooses the search path.
create or replace function current_moment() returns timestamptz
language sql stable
return now();
