-- Lines of the audit are written by the server or not at all: raw SQL on the connection of requests could put one in another person's name,
-- and the chain over the audit would seal it.

-- One statement a call.
create or replace function add_audit_lines(lines text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'audit lines', lines);
  insert into public.audit_lines (person_id, operation, outcome, school_id, target_kind, target_id, request_id, detail)
  select l.person, l.operation, l.outcome, l.school, l.kind, l.target, l.request, coalesce(l.detail, '{}')
  from json_to_recordset(lines::json) as l(
    person uuid, operation text, outcome text, school uuid, kind text, target uuid, request text, detail jsonb)
  -- A phone without an account runs the same statements and leaves nothing.
  where l.kind is distinct from 'account' or l.target is not null;
end $$;

create or replace function add_audit_origin(request text, account uuid, address text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'audit origin', request, account::text, address);
  insert into public.audit_origins (request_id, account_id, address)
  select request, account, address where account is not null
  on conflict do nothing;
end $$;

-- From where a call came that leaves lines: written by the server or not at all.
create or replace function add_origin_of_call(request text, person uuid, school uuid, address text, device text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'origin of call', request, person::text, school::text, address, device);
  insert into public.audit_origins (request_id, account_id, school_id, address, device)
  values (request, person, school, address, device)
  on conflict do nothing;
end $$;
