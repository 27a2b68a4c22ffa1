-- Threads between parents and the school (decision 142): who reads them, and when people are notified.

-- Whether a person answers for the office.
create or replace function is_message_office(of_school uuid, person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (select from school_members m where m.school_id = of_school and m.person_id = person)
  and coalesce(
    (select person = any (s.office_ids) from message_settings s where s.school_id = of_school and s.office_ids <> '{}'),
    exists (select from schools s where s.id = of_school and s.admin_id = person));
revoke execute on function is_message_office(uuid, uuid) from public;

-- Whether a person of the school may be responsible for a thread about a student: of the office, of the whole school, or of the class today.
create or replace function may_answer_about(of_school uuid, person uuid, student uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (select from school_members m where m.school_id = of_school and m.person_id = person)
  and (is_message_office(of_school, person)
    or exists (
      select from held_keys k where k.school_id = of_school and k.person_id = person and k.key = 'ViewSchoolStudentsList')
    or exists (
      select from students st join class_rooms c on c.school_id = of_school and c.id = st.class_room_id
      where st.school_id = of_school and st.id = student and c.supervisor_id = person)
    or exists (
      select from students st join class_teacher_courses t on t.school_id = of_school and t.class_room_id = st.class_room_id
      where st.school_id = of_school and st.id = student and t.teacher_id = person));
revoke execute on function may_answer_about(uuid, uuid, uuid) from public;

-- The side of a thread on which a person reads it now: `school` who is responsible, `asker` the family or the colleague who asked, `review`
-- who reviews messages, where the thread is late or reported, or within a day after they opened it with a reason. Null: not at all.
create or replace function thread_side(of_school uuid, of_thread uuid, person uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when case when t.responsible_id is null then is_message_office(of_school, person)
      else t.responsible_id = person and may_answer_about(of_school, coalesce(t.standing_for, person), t.student_id) end
      then 'school'
    when case when t.student_id is null then t.asker_id = person and exists (
        select from school_members m where m.school_id = of_school and m.person_id = person)
      else (t.both_parents or t.asker_id = person) and exists (
        select from parent_links l
        join students st on st.school_id = of_school and st.id = l.student_id and (st.active or st.left_on is not null)
        where l.school_id = of_school and l.student_id = t.student_id and l.parent_id = person and l.sees) end
      then 'asker'
    when exists (
        select from held_keys k where k.school_id = of_school and k.person_id = person and k.key = 'ReviewMessages')
      and (t.reported
        or t.turn = 'school' and t.answer_by < (current_moment() at time zone s.time_zone)::date
        or exists (
          select from thread_acts a
          where a.school_id = of_school and a.thread_id = of_thread and a.kind = 'opened' and a.by_id = person
            and a.at > current_moment() - interval '1 day'))
      then 'review'
  end
  from threads t join schools s on s.id = of_school and s.active
  where t.school_id = of_school and t.id = of_thread
$$;
revoke execute on function thread_side(uuid, uuid, uuid) from public;
grant execute on function thread_side(uuid, uuid, uuid) to kashkool_app;

-- The school and the child of a thread, and the acting person's side of it.
create or replace function own_side(of_thread uuid) returns table (school_id uuid, student_id uuid, side text, today date)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select t.school_id, t.student_id, thread_side(t.school_id, t.id, acting_user()), (current_moment() at time zone s.time_zone)::date
  from threads t join schools s on s.id = t.school_id and s.active
  where t.id = of_thread
$$;
revoke execute on function own_side(uuid) from public;
grant execute on function own_side(uuid) to kashkool_app;

-- The threads of the acting person: those of their children and those for which they are responsible. What the school wrote in the night does
-- not exist for the family before the morning.
create or replace function own_threads() returns table (school_id uuid, id uuid, student_id uuid, student_name text, class_room_name text,
  subject text, turn text, side text, responsible_name text, asker_name text, last_at timestamptz, unread boolean, late boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 30 as $$
  with offices as materialized (
    select o.id from (
      select m.school_id as id from message_settings m where (select acting_user()) = any (m.office_ids)
      union
      select s.id from schools s where s.admin_id = (select acting_user())) o
    where is_message_office(o.id, (select acting_user()))
  ), own as (
    select t.school_id, t.id, 'asker' as side
    from parent_links l
    join threads t on t.school_id = l.school_id and t.student_id = l.student_id and (t.both_parents or t.asker_id = l.parent_id)
    join students st on st.school_id = t.school_id and st.id = t.student_id and (st.active or st.left_on is not null)
    where l.parent_id = (select acting_user()) and l.sees and t.responsible_id is distinct from (select acting_user())
      and not (t.responsible_id is null and t.school_id in (select o.id from offices o))
    union all
    select t.school_id, t.id, 'asker' from threads t
    where t.asker_id = (select acting_user()) and t.student_id is null and t.responsible_id is distinct from (select acting_user())
      and exists (select from school_members m where m.school_id = t.school_id and m.person_id = (select acting_user()))
    union all
    select t.school_id, t.id, 'school' from threads t
    where t.responsible_id = (select acting_user())
      and may_answer_about(t.school_id, coalesce(t.standing_for, (select acting_user())), t.student_id)
    union all
    select t.school_id, t.id, 'school' from offices o join threads t on t.school_id = o.id and t.responsible_id is null
  )
  select t.school_id, t.id, t.student_id, concat_ws(' ', st.first_name, st.middle_name, st.last_name), c.name, t.subject,
    case when own.side = 'asker' and t.turn = 'asker' and last.number < t.texts then 'school' else t.turn end, own.side,
    nullif(concat_ws(' ', r.first_name, r.middle_name, r.last_name), ''),
    nullif(concat_ws(' ', u.first_name, u.middle_name, u.last_name), ''), last.sent_at,
    coalesce(last.theirs > coalesce((
      select max(x.up_to) from thread_reads x
      where x.school_id = t.school_id and x.thread_id = t.id and x.person_id = (select acting_user())), 0), false),
    t.turn = 'school' and coalesce(t.answer_by < (current_moment() at time zone s.time_zone)::date, false)
  from own
  join threads t on t.school_id = own.school_id and t.id = own.id
  join schools s on s.id = t.school_id and s.active
  left join students st on st.school_id = t.school_id and st.id = t.student_id
  left join class_rooms c on c.school_id = t.school_id and c.id = st.class_room_id
  left join users r on r.id = t.responsible_id
  left join users u on u.id = t.asker_id
  cross join lateral (
    select max(x.sent_at) as sent_at, max(x.number) as number,
      max(x.number) filter (where x.author_id <> (select acting_user()) and x.taken_back_at is null) as theirs
    from thread_texts x
    where x.school_id = t.school_id and x.thread_id = t.id
      and (own.side = 'school' or not x.by_school or x.visible_from <= current_moment())) last
  where last.number is not null
$$;
revoke execute on function own_threads() from public;
grant execute on function own_threads() to kashkool_app;

-- The first moment from one on that lies in the hours of a person of the school, or of its office: their own, or the frame of the school, on
-- its open days. Their own hours count within the frame.
create or replace function next_message_time(of_school uuid, of_person uuid, at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  school record;
  day date;
  hours record;
begin
  select s.time_zone, coalesce(m.frame_from, '08:00') as frame_from, coalesce(m.frame_to, '15:00') as frame_to,
    exists (select from message_hours h where h.school_id = of_school and h.person_id = of_person) as own
  into school
  from schools s left join message_settings m on m.school_id = of_school
  where s.id = of_school;
  for n in 0..150 loop
    day := (at at time zone school.time_zone)::date + n;
    hours := null;
    if not school.own then
      select school.frame_from as from_time, school.frame_to as to_time into hours;
    else
      select greatest(h.from_time, school.frame_from) as from_time, least(h.to_time, school.frame_to) as to_time into hours
      from message_hours h
      where h.school_id = of_school and h.person_id = of_person and h.weekday = extract(dow from day);
    end if;
    if hours.from_time < hours.to_time and (day + hours.to_time) at time zone school.time_zone > at
      and open_day(of_school, null, day)
    then
      return greatest(at, (day + hours.from_time) at time zone school.time_zone);
    end if;
  end loop;
  return at + interval '150 days';
end $$;
revoke execute on function next_message_time(uuid, uuid, timestamptz) from public;
grant execute on function next_message_time(uuid, uuid, timestamptz) to kashkool_app;

-- The first moment from one on that is not in the night of the school.
create or replace function next_family_time(of_school uuid, at timestamptz) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case
    when local.time < n.night_to then (local.day + n.night_to) at time zone s.time_zone
    when local.time >= n.night_from then (local.day + 1 + n.night_to) at time zone s.time_zone
    else at end
  from schools s
  left join message_settings m on m.school_id = of_school
  cross join lateral (
    select coalesce(m.night_from, '20:00') as night_from, coalesce(m.night_to, '07:00') as night_to) n
  cross join lateral (
    select (at at time zone s.time_zone)::time as time, (at at time zone s.time_zone)::date as day) local
  where s.id = of_school
$$;
revoke execute on function next_family_time(uuid, timestamptz) from public;
grant execute on function next_family_time(uuid, timestamptz) to kashkool_app;

-- When a person is notified of a thread at the earliest: the family not in the night, people of the school in their hours.
create or replace function thread_notice_time(of_school uuid, of_thread uuid, person uuid, at timestamptz) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return coalesce((
  select case
    when thread_side(of_school, of_thread, person) = 'asker' and t.student_id is not null then next_family_time(of_school, at)
    else next_message_time(of_school, person, at) end
  from threads t where t.school_id = of_school and t.id = of_thread), at);
revoke execute on function thread_notice_time(uuid, uuid, uuid, timestamptz) from public;
grant execute on function thread_notice_time(uuid, uuid, uuid, timestamptz) to kashkool_app;

-- Who is notified of a text: the other side, without those who have read it. Nobody of a text that was taken back.
create or replace function readers_to_notify(of_school uuid, of_text uuid) returns table (person_id uuid, student_id uuid, of_family boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 3 as $$
  select distinct p.person_id, t.student_id, x.by_school and t.student_id is not null
  from thread_texts x
  join threads t on t.school_id = of_school and t.id = x.thread_id
  cross join lateral (
    select l.parent_id as person_id from parent_links l
    where x.by_school and l.school_id = of_school and l.student_id = t.student_id and l.is_notified and l.school_active
      and (t.both_parents or t.asker_id = l.parent_id)
    union all
    select t.asker_id where x.by_school and t.student_id is null
    union all
    select t.responsible_id where not x.by_school and t.responsible_id is not null
    union all
    select m.person_id from school_members m
    where not x.by_school and t.responsible_id is null and m.school_id = of_school and is_message_office(of_school, m.person_id)
  ) p
  where x.school_id = of_school and x.id = of_text and x.taken_back_at is null
    and thread_side(of_school, t.id, p.person_id) = case when x.by_school then 'asker' else 'school' end
    and not exists (
      select from thread_reads r
      where r.school_id = of_school and r.thread_id = t.id and r.person_id = p.person_id and r.up_to >= x.number)
$$;
revoke execute on function readers_to_notify(uuid, uuid) from public;

-- The people of a child to whom parents write, as the school opens it: the supervisor of the class, its teachers with their courses,
-- counsellors, and the office, which has no id. Only of a child that the call acts for.
create or replace function people_of_child(of_school uuid, of_student uuid)
returns table (part text, person_id uuid, person_name text, image_url text, course_names text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 12 as $$
  with child as (
    select st.class_room_id, m.opens from students st
    join message_settings m on m.school_id = of_school
    where st.school_id = of_school and st.id = of_student and of_school = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or st.id = any ((select acting_children())::uuid[]))
  ), people as (
    select 'supervisor' as part, c.supervisor_id as person_id, '{}'::text[] as course_names
    from child join class_rooms c on c.school_id = of_school and c.id = child.class_room_id
    where 'supervisor' = any (child.opens) and c.supervisor_id is not null
    union all
    select 'teacher', t.teacher_id, array_agg(o.name order by o.name)
    from child
    join class_teacher_courses t on t.school_id = of_school and t.class_room_id = child.class_room_id
    join school_teachers a on a.school_id = of_school and a.teacher_id = t.teacher_id and a.accepted_at is not null
    join courses o on o.school_id = of_school and o.id = t.course_id
    where 'teacher' = any (child.opens) group by t.teacher_id
    union all
    select 'counsellor', ur.user_id, '{}' from child
    join user_roles ur on ur.school_id = of_school and ur.role_id = '01900000-0000-7000-8000-000000000009'
    join roles r on r.id = ur.role_id and r.active
    where 'counsellor' = any (child.opens)
    union all
    select 'office', null, '{}' from child where 'office' = any (child.opens)
  )
  select distinct on (p.person_id) p.part, p.person_id, nullif(concat_ws(' ', u.first_name, u.middle_name, u.last_name), ''), u.image_url,
    coalesce((select t.course_names from people t where t.person_id = p.person_id and t.part = 'teacher'), '{}')
  from people p left join users u on u.id = p.person_id
  where p.person_id is distinct from (select acting_user())
  order by p.person_id, array_position(array['supervisor', 'teacher', 'counsellor', 'office'], p.part)
$$;
revoke execute on function people_of_child(uuid, uuid) from public;
grant execute on function people_of_child(uuid, uuid) to kashkool_app;
