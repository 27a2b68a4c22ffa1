-- The account by which a school takes payments now, for parents, who see no accounts. The keys in it only the server can open.
create or replace function gateway_of_school(of_school uuid)
returns table (id uuid, school_id uuid, gateway text, host text, sealed bytea, takes_codes boolean, way_id uuid, merchant text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select a.id, a.school_id, a.gateway, a.host, a.sealed, a.takes_codes, a.way_id, a.merchant from gateway_accounts a
  where a.school_id = of_school and a.active and of_school = any ((select acting_schools())::uuid[]);
end;
revoke execute on function gateway_of_school(uuid) from public;
grant execute on function gateway_of_school(uuid) to kashkool_app;

-- The account that a callback names, before it is known whose it is. The keys in it only the server can open.
create or replace function gateway_account_of(of_account uuid)
returns table (id uuid, school_id uuid, gateway text, host text, sealed bytea, takes_codes boolean, way_id uuid, merchant text, time_zone text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select a.id, a.school_id, a.gateway, a.host, a.sealed, a.takes_codes, a.way_id, a.merchant, s.time_zone
  from gateway_accounts a join schools s on s.id = a.school_id
  where a.id = of_account;
end;
revoke execute on function gateway_account_of(uuid) from public;
grant execute on function gateway_account_of(uuid) to kashkool_app;

-- When an open intent is read at its gateway: after a quarter of an hour, an hour, and at two in the morning of the next three days of the school.
create or replace function next_reading(begun timestamptz, reads integer, time_zone text) returns timestamptz
language sql immutable parallel safe
return case
  when reads = 0 then begun + interval '15 minutes'
  when reads = 1 then begun + interval '1 hour'
  when reads < 5 then (((begun at time zone time_zone)::date + reads - 1) + time '02:00') at time zone time_zone
end;

-- What a parent may have told or paid with the same reference before, also other parents of the school.
create or replace function told_before(of_school uuid, of_reference text, but uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select of_school = any ((select acting_schools())::uuid[]) and (
    exists (select from told_transfers t where t.school_id = of_school and t.reference = of_reference and t.id <> but
      and t.state in ('waiting', 'taken'))
    or exists (select from fee_receipts r where r.school_id = of_school and r.reference = of_reference and r.reverses is null
      and not exists (select from told_transfers o where o.school_id = of_school and o.id = but and o.receipt_id = r.id)));
end;
revoke execute on function told_before(uuid, text, uuid) from public;
grant execute on function told_before(uuid, text, uuid) to kashkool_app;

-- Whether money of a gateway, a transfer that was told of, or a payment that became credit still is what somebody has to look at.
create or replace function is_fee_to_look(of_school uuid, of_thing uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from gateway_payments p where p.school_id = of_school and p.id = of_thing and p.state in ('unclear', 'waiting'))
    or exists (select from told_transfers t where t.school_id = of_school and t.id = of_thing and t.state = 'waiting')
    or exists (select from fee_intents i where i.school_id = of_school and i.id = of_thing and i.state = 'credited');
end;
revoke execute on function is_fee_to_look(uuid, uuid) from public;
grant execute on function is_fee_to_look(uuid, uuid) to kashkool_app;
