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

-- The number is asked for before grants are deleted by it: what every server has is not looked at in a delete of what one has.
create or replace function doubt_number_of(person uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  number text;
begin
  select u.phone_number into number from public.users u where u.id = person for no key update;
  insert into public.account_doubts (person_id, since, because, sms_proves) values (person, at, 'notice', false)
  on conflict (person_id) do update set since = excluded.since, because = 'notice', sms_proves = false;
  delete from public.push_subscriptions p where p.person_id = person;
  delete from public.sessions s where s.user_id = person;
  delete from public.known_devices d where d.user_id = person;
  delete from public.identity_grants g where g.phone_number = number;
end $$;

-- What is drawn at random is drawn before the row is written: it is written on several servers.
create or replace function apply_phone_changes(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due record;
  why text;
  nobodys text;
  ended integer := 0;
begin
  for due in
    select c.* from public.phone_changes c where c.ended_at is null
      and (c.applies_at <= at or c.applies_at is null and c.requested_at <= at - interval '7 days')
    order by c.id for update skip locked
  loop
    perform from public.users u where u.id = due.person_id for update;
    why := case
      when due.applies_at is null then 'expired'
      when not public.is_vouched(due.school_id, due.person_id) then 'notOfSchool'
      when exists (select from public.users u where u.phone_number = due.new_number)
        or not exists (select from public.users u where u.id = due.person_id and u.phone_number = due.old_number)
        then 'numberTaken'
      else 'done' end;
    if why = 'done' then
      -- Of the form of a password's hash, and of no password.
      nobodys := concat('$argon2id$v=19$m=19456,t=2,p=1$',
        translate(encode(decode(md5(gen_random_uuid()::text), 'hex'), 'base64'), '=', ''), '$',
        translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '=', ''));
      begin
        update public.users u set phone_number = due.new_number, version = u.version + 1, modified_at = now(),
          password_set_at = now(), password_hash = nobodys
        where u.id = due.person_id;
      exception when unique_violation then
        why := 'numberTaken';
      end;
    end if;
    if why = 'done' then
      delete from public.account_doubts d where d.person_id = due.person_id;
      insert into public.sign_ins (person_id, last_at) values (due.person_id, at)
      on conflict (person_id) do update set last_at = excluded.last_at;
      delete from public.push_subscriptions p where p.person_id = due.person_id;
      delete from public.sessions s where s.user_id = due.person_id;
      delete from public.known_devices d where d.user_id = due.person_id;
      insert into public.outbox (event, payload)
      select 'phone changed', jsonb_build_object('phoneNumber', number)
      from unnest(array[due.old_number, due.new_number]) as number;
      insert into public.audit_lines (operation, outcome, school_id, target_kind, target_id)
      values ('PhoneChange/Apply', 'done', due.school_id, 'person', due.person_id);
    end if;
    update public.phone_changes c set ended_at = at, outcome = why, version = c.version + 1, modified_at = now()
    where c.id = due.id;
    ended := ended + 1;
  end loop;
  return ended;
end $$;
