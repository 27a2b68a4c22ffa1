-- A teacher takes over what another taught, now or on a day to come (decision 057).

-- The roles of supervisors after classes passed from one to the other: a role goes with the last class, which is asked first. Classes are
-- locked in the order of every call that locks several (decision 073).
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
  if not exists (select from public.class_rooms c where c.school_id = school and c.supervisor_id = former) then
    delete from public.user_roles ur
    where ur.user_id = former and ur.role_id = supervisor and ur.school_id = school and ur.source = 'supervisor';
  end if;
  insert into public.outbox (event, school_id, actor_id, payload)
  select 'rights changed', school, giver, jsonb_build_object('personId', person) from unnest(array[former, next]) as person;
end $$;
revoke execute on function pass_supervision(uuid, uuid, uuid, uuid[], uuid) from public;

create or replace function notify_of_teaching(school uuid, actor uuid, teacher uuid, links jsonb, linked boolean) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into public.outbox (event, school_id, actor_id, payload)
  select 'class link', school, actor, jsonb_build_object('teacherId', teacher, 'classRoomId', l."classRoomId",
    'courseIds', jsonb_agg(l."courseId"), 'linked', linked)
  from jsonb_to_recordset(links) as l ("courseId" uuid, "classRoomId" uuid) group by l."classRoomId"
$$;
revoke execute on function notify_of_teaching(uuid, uuid, uuid, jsonb, boolean) from public;

-- In the school of the replacement, which is locked before its replacement, as the undo does (decision 073). Lists are inserted beside the
-- person who teaches them.
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
revoke execute on function pass_teaching(uuid, timestamptz) from public;

create or replace function plan_teacher_replacement(
  new_id uuid, school uuid, former uuid, next uuid, day text, requester uuid, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(
    mac, 'plan teacher replacement', new_id::text, school::text, former::text, next::text, day, requester::text);
  perform public.must_act_in(array[school], false);
  insert into public.teacher_replacements (id, school_id, from_teacher, to_teacher, from_day, requested_by)
  values (new_id, school, former, next, day::date, requester);
end $$;

create or replace function do_teacher_replacement(replacement uuid, school uuid, at text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'do teacher replacement', replacement::text, school::text, at);
  perform public.must_act_in(array[school], false);
  perform public.pass_teaching(replacement, at::timestamptz);
end $$;

-- Calls a planned one off, or gives back what passed. False where later changes stand in the way, or nothing is left to undo.
create or replace function undo_teacher_replacement(replacement uuid, school uuid, undoer uuid, at text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r record;
begin
  perform public.must_be_signed(mac, 'undo teacher replacement', replacement::text, school::text, undoer::text, at);
  perform public.must_act_in(array[school], false);
  perform from public.schools s where s.id = school for no key update;
  select * into r from public.teacher_replacements t
  where t.id = replacement and t.school_id = school and t.ended_at is null for update;
  if not found then
    return false;
  end if;
  if r.done_at is not null then
    if not exists (select from public.school_teachers t where t.school_id = school and t.teacher_id = r.from_teacher)
      or exists (
        select from jsonb_to_recordset(r.links) as l ("courseId" uuid, "classRoomId" uuid)
        where not exists (select from public.class_teacher_courses c where c.school_id = school
          and c.class_room_id = l."classRoomId" and c.course_id = l."courseId" and c.teacher_id = r.to_teacher))
      or exists (select from public.class_rooms cr where cr.school_id = school and cr.id = any (r.classes)
        and cr.supervisor_id is distinct from r.to_teacher) then
      return false;
    end if;
    insert into public.school_teacher_courses (school_id, teacher_id, course_id)
    select distinct t.school_id, t.teacher_id, l."courseId"
    from public.school_teachers t cross join jsonb_to_recordset(r.links) as l ("courseId" uuid)
    where t.school_id = school and t.teacher_id = r.from_teacher on conflict do nothing;
    insert into public.class_teacher_courses (school_id, class_room_id, teacher_id, course_id)
    select t.school_id, l."classRoomId", t.teacher_id, l."courseId"
    from public.school_teachers t cross join jsonb_to_recordset(r.links) as l ("courseId" uuid, "classRoomId" uuid)
    where t.school_id = school and t.teacher_id = r.from_teacher on conflict do nothing;
    delete from public.class_teacher_courses c
    using jsonb_to_recordset(r.links) as l ("courseId" uuid, "classRoomId" uuid, had boolean)
    where c.school_id = school and not l.had and c.class_room_id = l."classRoomId" and c.course_id = l."courseId"
      and c.teacher_id = r.to_teacher;
    delete from public.school_teacher_courses c
    where c.school_id = school and c.teacher_id = r.to_teacher and c.course_id = any (r.new_courses)
      and not exists (select from public.class_teacher_courses o where o.school_id = school
        and o.teacher_id = r.to_teacher and o.course_id = c.course_id);
    perform public.pass_supervision(school, r.to_teacher, r.from_teacher, r.classes, undoer);
    perform public.notify_of_teaching(school, undoer, r.to_teacher, r.links, false);
    perform public.notify_of_teaching(school, undoer, r.from_teacher, r.links, true);
  end if;
  update public.teacher_replacements t set ended_at = at::timestamptz, version = t.version + 1, modified_at = now(),
    outcome = case when r.done_at is null then 'cancelled' else 'undone' end where t.school_id = school and t.id = r.id;
  return true;
end $$;

-- Those whose day has come at their school, school by school, in the order in which a change of rights in several schools locks them. For the
-- owner alone. Answers how many.
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
revoke execute on function apply_teacher_replacements(timestamptz) from public;
