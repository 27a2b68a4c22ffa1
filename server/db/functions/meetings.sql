-- Parents' evenings (decision 188).

-- The times of every teacher of an evening, before and after its break. is_closed: the teacher is not there then.
create or replace function meeting_times(of_school uuid, of_round uuid)
returns table (teacher_id uuid, starts time, is_closed boolean)
language sql stable
begin atomic
  select t.teacher_id, slot.starts, slot.starts = any (t.closed)
  from meeting_rounds r
  join meeting_teachers t on t.school_id = of_school and t.round_id = r.id
  cross join lateral (values (r.from_time, coalesce(r.break_from, r.to_time)), (r.break_to, r.to_time)) part (begins, ends)
  cross join lateral (
    select part.begins + make_interval(mins => n * (r.minutes + r.gap)) as starts
    from generate_series(0, (extract(epoch from part.ends - part.begins)::integer / 60 - r.minutes) / (r.minutes + r.gap)) n
    where part.ends - part.begins >= make_interval(mins => r.minutes)) slot
  where r.school_id = of_school and r.id = of_round;
end;

-- The times that nobody has booked yet. Parents do not see the bookings of other families.
create or replace function free_meeting_times(of_school uuid, of_round uuid) returns table (teacher_id uuid, starts time)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select s.teacher_id, s.starts
  from meeting_times(of_school, of_round) s
  where not s.is_closed and of_school = any ((select acting_schools())::uuid[]) and not exists (
    select from meeting_bookings b
    where b.school_id = of_school and b.round_id = of_round and b.teacher_id = s.teacher_id and b.starts = s.starts);
end;
revoke execute on function free_meeting_times(uuid, uuid) from public;
grant execute on function free_meeting_times(uuid, uuid) to kashkool_app;

-- Who teaches a student, or leads the class, and takes part in an evening.
create or replace function meeting_teachers_of(of_school uuid, of_round uuid, of_class uuid) returns setof uuid
language sql stable
begin atomic
  select t.teacher_id
  from meeting_teachers t
  where t.school_id = of_school and t.round_id = of_round and (
    exists (
      select from class_teacher_courses k where k.school_id = of_school and k.class_room_id = of_class and k.teacher_id = t.teacher_id)
    or exists (select from class_rooms c where c.school_id = of_school and c.id = of_class and c.supervisor_id = t.teacher_id));
end;

-- Whether an evening that was opened still lies ahead and asks a person: as a parent of a student of its classes, or as one of its teachers.
create or replace function is_meeting_ahead(of_school uuid, of_round uuid, of_person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (
    select from meeting_rounds r
    join schools s on s.id = of_school
    where r.school_id = of_school and r.id = of_round and r.opened_at is not null
      and (r.day + r.to_time) at time zone s.time_zone > now()
      and (exists (
          select from meeting_teachers t where t.school_id = of_school and t.round_id = of_round and t.teacher_id = of_person)
        or exists (
          select from parent_links l
          join students st on st.school_id = of_school and st.id = l.student_id and st.active
          where l.school_id = of_school and l.parent_id = of_person and l.sees
            and (r.class_room_ids = '{}' or st.class_room_id = any (r.class_room_ids)))));
end;
revoke execute on function is_meeting_ahead(uuid, uuid, uuid) from public;
grant execute on function is_meeting_ahead(uuid, uuid, uuid) to kashkool_app;

-- Reminds, a day before it begins, who has a meeting at an evening; each evening once, and not on its own day. Answers of how many evenings. For
-- the owner alone.
create or replace function remind_of_meetings(at timestamptz) returns integer
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  with due as (
    update meeting_rounds r set reminded_at = at
    from schools s
    where s.id = r.school_id and s.active and r.opened_at is not null and r.reminded_at is null
      and at >= (r.day + r.from_time) at time zone s.time_zone - interval '1 day' and (at at time zone s.time_zone)::date < r.day
    returning r.school_id, r.id
  ), published as (
    insert into outbox (event, school_id, payload)
    select 'meetings tomorrow', school_id, jsonb_build_object('roundId', id) from due
    returning 1
  )
  select count(*)::integer from published;
end;
revoke execute on function remind_of_meetings(timestamptz) from public;

-- The meetings of a feed's person from a day on: those of their children, with the teacher and the first name of the child, and those that they give,
-- with the class. Who has the address of a feed reads it, so no more is named.
create or replace function feed_meetings(hash bytea, from_day date)
returns table (booking_id uuid, starts_at timestamptz, minutes integer, title text, about text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select b.id, (r.day + b.starts) at time zone s.time_zone, r.minutes::integer, r.title, concat_ws(' · ', whose.about, t.room)
  from calendar_feeds f
  join schools s on s.id = f.school_id and s.active
  join meeting_rounds r on r.school_id = f.school_id and r.day >= from_day
  join meeting_bookings b on b.school_id = f.school_id and b.round_id = r.id
  join meeting_teachers t on t.school_id = f.school_id and t.round_id = r.id and t.teacher_id = b.teacher_id
  join students st on st.school_id = f.school_id and st.id = b.student_id
  join users u on u.id = b.teacher_id
  cross join lateral (
    select c.name as about from class_rooms c
    where c.school_id = f.school_id and c.id = st.class_room_id and b.teacher_id = f.person_id and exists (
      select from school_members m where m.school_id = f.school_id and m.person_id = f.person_id)
    union all
    select concat_ws(' · ', concat_ws(' ', u.first_name, u.last_name), st.first_name) from parent_links k
    where k.school_id = f.school_id and k.parent_id = f.person_id and k.student_id = st.id and k.sees) whose
  where f.token_hash = hash and f.revoked_at is null
  order by 2, 1 limit 500;
end;
revoke execute on function feed_meetings(bytea, date) from public;
grant execute on function feed_meetings(bytea, date) to kashkool_app;
