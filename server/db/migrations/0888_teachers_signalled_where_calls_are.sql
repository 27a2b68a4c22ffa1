-- The text of a signal to the open screens (decision 017), where a statement makes it from rows. Those listen at the server that the call asks:
-- what asks a table of schools calls this row by row, because a database spread by school sends such a statement whole to another server.
create function signal_live(topic text, subject uuid) returns void
language sql
return pg_notify('live', jsonb_build_object('topic', topic, 'id', subject, 'studentId', null, 'version', 0)::text);

-- Who teaches is asked of the server of the school, and who listens is at the one that the call asks: a statement that did both at once
-- would be sent whole to the first, where a database is spread by school.
create function signal_teachers(school uuid, class_room uuid) returns void
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
