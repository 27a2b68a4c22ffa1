-- The text of a signal to the open screens (decision 017), where a statement makes it from rows. Those listen at the server that the call asks:
-- what asks a table of schools calls this row by row (0888), because a database spread by school sends such a statement whole to another server.
create function signal_live(topic text, subject uuid) returns void
language sql
return pg_notify('live', jsonb_build_object('topic', topic, 'id', subject, 'studentId', null, 'version', 0)::text);

-- As before (0861), by this function.
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

-- As before (0888), by this function.
create or replace function signal_teachers(school uuid, class_room uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  asked record;
begin
  for asked in
    select c.supervisor_id as id from public.class_rooms c
    where c.school_id = school and c.id = class_room and c.supervisor_id is not null
    union
    select t.teacher_id from public.class_teacher_courses t where t.school_id = school and t.class_room_id = class_room
  loop
    perform public.signal_live('inbox', asked.id);
  end loop;
end $$;
