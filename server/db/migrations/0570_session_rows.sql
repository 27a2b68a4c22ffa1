-- As before, with the row asked for by a select: a distributed database refuses a subquery among values.
create or replace function open_session(new_id uuid, hash bytea, person uuid, shared boolean, agent text, mac bytea)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'open session', new_id::text, encode(hash, 'hex'), person::text);
  insert into public.sessions (id, token_hash, user_id, shared_computer, user_agent, proof_due)
  select new_id, hash, person, shared, agent, exists (select from public.account_doubts d where d.person_id = person);
end $$;
