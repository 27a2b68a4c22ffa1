-- What a database that is spread over several servers does not take, said in another way (docs/scale.md). The meaning is the same.

-- Whether the role goes is asked first: no row that every server has is deleted beside a look at rows of a school.
create or replace function pass_supervision(school uuid, former uuid, next uuid, passed uuid[], giver uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  supervisor constant uuid := '01900000-0000-7000-8000-000000000004';
begin
  if cardinality(passed) = 0 then
    return;
  end if;
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

-- Each row is found in its school, and what is given back is inserted beside the teacher who gets it.
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

-- A mark was corrected when its row was changed: the clock of the server that keeps it says another moment.
create or replace function remember_published_mark() returns trigger
language plpgsql as $$
begin
  new.corrected_at := new.modified_at;
  new.former_result := old.total_result;
  new.former_attend := old.is_attend;
  return new;
end $$;

-- Keys that the role has are left out before they are inserted: what a conflict leaves out is counted as inserted there.
create or replace function add_role_keys(role uuid, keys uuid[], mac bytea) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
begin
  perform public.must_be_signed(mac, 'add role keys', role::text, array_to_string(keys, ','));
  insert into public.role_permissions (role_id, permission_id)
  select distinct role, key from unnest(keys) as key
  where not exists (select from public.role_permissions p where p.role_id = role and p.permission_id = key)
  on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $$;
