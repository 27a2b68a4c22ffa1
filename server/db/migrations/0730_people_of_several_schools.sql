-- A school vouches alone only for people who belong to no other school (decision 056): who is made a parent or given a role somewhere
-- is not asked first, so that any school could otherwise change the number of another's manager.

-- Whether a person belongs to another school too.
create function belongs_elsewhere(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return
  exists (select from public.student_parents sp
    where sp.school_id <> school and sp.parent_id = person and sp.ended_at is null)
  or exists (select from public.school_teachers t
    where t.school_id <> school and t.teacher_id = person and t.accepted_at is not null)
  or exists (select from public.user_roles ur where ur.school_id <> school and ur.user_id = person)
  or exists (select from public.user_permissions up where up.school_id <> school and up.user_id = person);
revoke execute on function belongs_elsewhere(uuid, uuid) from public;

create function may_vouch_alone(school uuid, person uuid, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'may vouch alone', school::text, person::text);
  perform public.must_act_in(array[school], false);
  return not public.belongs_elsewhere(school, person);
end $$;

-- Answers the old number; none where the request does not wait any more, or waits for the platform.
create or replace function confirm_phone_change(change uuid, school uuid, confirmer uuid, at text, mac bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number text;
begin
  perform public.must_be_signed(mac, 'confirm phone change', change::text, school::text, confirmer::text, at);
  if not public.on_platform() then
    perform public.must_act_in(array[school], false);
  end if;
  update public.phone_changes c
  set confirmed_by = confirmer, applies_at = at::timestamptz + interval '48 hours', version = c.version + 1,
    modified_at = public.current_moment()
  where c.id = change and c.school_id = school and c.ended_at is null and c.confirmed_by is null
    and c.requested_at > at::timestamptz - interval '7 days' and public.is_vouched(school, c.person_id)
    and (public.on_platform() or not public.belongs_elsewhere(school, c.person_id))
  returning c.old_number into number;
  return number;
end $$;
