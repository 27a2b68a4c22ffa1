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
