-- Who acts, and where: settings that any SQL can make. They count only with the server's signature, so that SQL which
-- slips into a call stays in the schools, with the children and as the person of that very call.

-- Verified once for each table of a statement. The planner puts the functions below into the statement, so that this is the
-- only call; without a search path of its own, which would cost as much again: everything that could be
-- shadowed by a temporary table or type is qualified.
create function is_signed(proof text, variadic parts text[]) returns boolean
language plpgsql stable strict parallel safe security definer as $$
begin
  return exists (
    select from public.signing_keys k
    where pg_catalog.encode(pg_catalog.sha256(k.outer_pad operator(pg_catalog.||) pg_catalog.sha256(
      k.inner_pad operator(pg_catalog.||)
        pg_catalog.convert_to(pg_catalog.array_to_json(parts)::pg_catalog.text, 'UTF8'))), 'hex')
      operator(pg_catalog.=) proof);
end $$;

create or replace function acting_schools() returns uuid[]
language sql stable parallel safe
return case
  when current_setting('app.schools', true) <> '' and is_signed(
    coalesce(current_setting('app.proof', true), ''), 'see only', current_setting('app.schools', true),
    coalesce(current_setting('app.children', true), ''))
  then string_to_array(current_setting('app.schools', true), ',')::uuid[]
end;

-- "<person> <proof>"
create or replace function acting_user() returns uuid
language sql stable parallel safe
return case
  when current_setting('app.user', true) <> '' and is_signed(
    substr(current_setting('app.user', true), 38), 'user', left(current_setting('app.user', true), 36))
  then left(current_setting('app.user', true), 36)::uuid
end;

create or replace function on_platform() returns boolean
language sql stable parallel safe
return coalesce(
  current_setting('app.platform', true) <> '' and is_signed(current_setting('app.platform', true), 'platform'), false);

-- A session also answers its person as a setting with its proof: the server learns the person with the same answer, and would
-- need another round trip to sign.
drop function session_of(bytea);
create function session_of(hash bytea)
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
