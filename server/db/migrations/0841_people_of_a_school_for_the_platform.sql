-- As before (0223), and for the platform: it confirms changes of numbers of the school's people, and of nobody else.
create or replace function may_vouch(school uuid, person uuid, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'may vouch', school::text, person::text);
  if not public.on_platform() then
    perform public.must_act_in(array[school], false);
  end if;
  return public.is_vouched(school, person);
end $$;
