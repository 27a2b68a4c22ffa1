-- As before (0222). A lifted doubt leaves nothing to be proved, so other sessions that still had to be could never be: they end, and are
-- opened anew with the password.
create or replace function prove_session(session uuid, person uuid, lifts boolean, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'prove session', session::text, person::text, lifts::text);
  update public.sessions s set proof_due = false where s.id = session and s.user_id = person;
  if lifts then
    delete from public.account_doubts d where d.person_id = person;
    delete from public.sessions s where s.user_id = person and s.proof_due;
  end if;
end $$;
