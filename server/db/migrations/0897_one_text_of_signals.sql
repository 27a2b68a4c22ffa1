-- As before (0861), by the one text of signals to the open screens (0888).
create or replace function decide_role_keys(proposal uuid, person uuid, yes boolean, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_decided boolean;
begin
  perform public.must_be_signed(mac, 'decide role keys', proposal::text, person::text, yes::text);
  update public.role_key_proposals p set decided_by = person, decided_at = public.current_moment(), confirmed = yes
  where p.id = proposal and p.decided_at is null and p.expires_at > public.current_moment();
  is_decided := found;
  perform public.signal_live('inbox', asked.person_id)
  from (select distinct k.person_id from public.held_keys k where k.school_id is null and k.key = 'AddPermissionsToRole') asked
  where is_decided;
  return is_decided;
end $$;
