-- A school reads from which address and device its own staff did what the audit says; the platform reads all addresses.
-- school_id is set where the person worked in that school at the time: nobody else's address is shown to it.
alter table audit_origins add column school_id uuid, add column device text;
create policy school on audit_origins for select using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
call show_to_platform('audit_origins');

-- From where a call came that leaves lines: written by the server or not at all.
create function add_origin_of_call(request text, person uuid, school uuid, address text, device text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'origin of call', request, person::text, school::text, address, device);
  insert into public.audit_origins (request_id, account_id, school_id, address, device)
  values (request, person, school, address, device)
  on conflict do nothing;
end $$;

-- Lines are written in the order of their time: a small index is enough for the days of the platform's log.
create index audit_lines_by_time on audit_lines using brin (at);

-- It is written by a call that was refused, and so acts in no school: it is no row of the school.
alter table reading_alarms rename column school_id to at_school_id;
