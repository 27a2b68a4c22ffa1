-- What must follow a commit, and who is woken for it (decisions 012, 017 and 031).

-- Raw SQL could otherwise send anybody an SMS or a notice in the name of a school. One statement whether or not it stores anything.
create or replace function publish_event(event text, school uuid, actor uuid, payload text, stores boolean, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'publish event', event, school::text, actor::text, payload);
  insert into public.outbox (event, school_id, actor_id, payload) select event, school, actor, payload::jsonb where stores;
end $$;

-- A worker wakes for events of its own kinds alone. A statement that stores no event still notifies: how long its commit takes reveals
-- nothing.
create or replace function wake_outbox() returns trigger
language plpgsql as $$
begin
  perform pg_notify('outbox', coalesce((select string_agg(distinct event, ',') from added), ''));
  return null;
end $$;

-- The same for notices that were planned.
create or replace function wake_notices() returns trigger
language plpgsql as $$
begin
  if exists (select from added) then
    notify notices;
  end if;
  return null;
end $$;

-- The text of a signal to the open screens (decision 017), where a statement makes it from rows. Those listen at the server that the call asks:
-- what asks a table of schools calls this row by row, because a database spread by school sends such a statement whole to another server.
create or replace function signal_live(topic text, subject uuid) returns void
language sql
return pg_notify('live', jsonb_build_object('topic', topic, 'id', subject, 'studentId', null, 'version', 0)::text);

-- Who teaches is asked of the server of the school, and who listens is at the one that the call asks: a statement that did both at once
-- would be sent whole to the first, where a database is spread by school.
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
