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
    perform pg_notify('live', jsonb_build_object('topic', 'inbox', 'id', asked.id, 'studentId', null, 'version', 0)::text);
  end loop;
end $$;
