-- One order of locks (decision 073). As before (0590), but the school is locked before its replacement, as the undo does.
create or replace function pass_teaching(replacement uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  r record;
  passed jsonb;
  courses uuid[];
  supervised uuid[];
  school uuid;
begin
  select t.school_id into school from public.teacher_replacements t where t.id = replacement;
  perform from public.schools s where s.id = school for no key update;
  select * into r from public.teacher_replacements t
  where t.school_id = school and t.id = replacement and t.done_at is null and t.ended_at is null for update;
  if not found then
    return;
  end if;
  if not exists (select from public.school_teachers t where t.school_id = school and t.teacher_id = r.to_teacher
    and t.accepted_at is not null) then
    update public.teacher_replacements t set ended_at = at, outcome = 'notTeacher', version = t.version + 1
    where t.school_id = school and t.id = r.id;
    return;
  end if;
  passed := coalesce((
    select jsonb_agg(jsonb_build_object('courseId', l.course_id, 'classRoomId', l.class_room_id, 'had', exists (
      select from public.class_teacher_courses o where o.school_id = school and o.class_room_id = l.class_room_id and o.course_id = l.course_id
        and o.teacher_id = r.to_teacher)))
    from public.class_teacher_courses l where l.school_id = school and l.teacher_id = r.from_teacher), '[]');
  select coalesce(array_agg(distinct l."courseId"), '{}') into courses
  from jsonb_to_recordset(passed) as l ("courseId" uuid)
  where not exists (select from public.school_teacher_courses c
    where c.school_id = school and c.teacher_id = r.to_teacher and c.course_id = l."courseId");
  insert into public.school_teacher_courses (school_id, teacher_id, course_id)
  select t.school_id, t.teacher_id, c from public.school_teachers t cross join unnest(courses) as c
  where t.school_id = school and t.teacher_id = r.to_teacher;
  insert into public.class_teacher_courses (school_id, class_room_id, teacher_id, course_id)
  select t.school_id, l."classRoomId", t.teacher_id, l."courseId"
  from public.school_teachers t cross join jsonb_to_recordset(passed) as l ("courseId" uuid, "classRoomId" uuid)
  where t.school_id = school and t.teacher_id = r.to_teacher on conflict do nothing;
  delete from public.class_teacher_courses l where l.school_id = school and l.teacher_id = r.from_teacher;
  select coalesce(array_agg(c.id), '{}') into supervised from public.class_rooms c
  where c.school_id = school and c.supervisor_id = r.from_teacher;
  perform public.pass_supervision(school, r.from_teacher, r.to_teacher, supervised, r.requested_by);
  update public.teacher_replacements t set links = passed, new_courses = courses, classes = supervised, done_at = at,
    version = t.version + 1, modified_at = now() where t.school_id = school and t.id = r.id;
  perform public.notify_of_teaching(school, r.requested_by, r.from_teacher, passed, false);
  perform public.notify_of_teaching(school, r.requested_by, r.to_teacher, passed, true);
end $$;

-- As before (0224), but classes are locked in the order of every call that locks several.
create or replace function pass_supervision(school uuid, former uuid, next uuid, passed uuid[], giver uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  supervisor constant uuid := '01900000-0000-7000-8000-000000000004';
begin
  if cardinality(passed) = 0 then
    return;
  end if;
  perform from public.class_rooms c where c.school_id = school and c.id = any (passed) order by c.id for no key update;
  update public.class_rooms c set supervisor_id = next, version = c.version + 1, modified_at = now()
  where c.school_id = school and c.id = any (passed);
  insert into public.user_roles (user_id, role_id, school_id, source, given_by)
  values (next, supervisor, school, 'supervisor', giver) on conflict on constraint user_roles_once do nothing;
  delete from public.user_roles ur
  where ur.user_id = former and ur.role_id = supervisor and ur.school_id = school and ur.source = 'supervisor'
    and not exists (select from public.class_rooms c where c.school_id = school and c.supervisor_id = former);
  insert into public.outbox (event, school_id, actor_id, payload)
  select 'rights changed', school, giver, jsonb_build_object('personId', person) from unnest(array[former, next]) as person;
end $$;

-- As before (0224), but school by school, in the order in which a change of rights in several schools locks them.
create or replace function apply_teacher_replacements(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due record;
  many integer := 0;
begin
  for due in
    select t.id from public.teacher_replacements t join public.schools s on s.id = t.school_id and s.active
    where t.done_at is null and t.ended_at is null and t.from_day <= (at at time zone s.time_zone)::date order by t.school_id, t.id
  loop
    perform public.pass_teaching(due.id, at);
    many := many + 1;
  end loop;
  return many;
end $$;
