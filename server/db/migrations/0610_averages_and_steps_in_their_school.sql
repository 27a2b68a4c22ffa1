-- What a database that is spread over several servers asks for, as in 0580 and 0590. The meaning is the same.

-- As before (0331), with the school of the work: a server that holds the school answers by itself. The version before calls the one without.
create function average_of_class(of_school uuid, kind text, work uuid) returns numeric
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Believed only with the signature, which stands with the schools.
  own constant uuid[] := case when acting_schools() is not null then acting_children() end;
begin
  if kind = 'exam' then
    return (select case when count(*) >= fewest_for_average() then round(avg(total_result), 1) end from student_exams
      where school_id = of_school and exam_id = work and removed_at is null and not is_draft and is_attend and total_result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'homework' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_homework
      where school_id = of_school and homework_id = work and removed_at is null and is_delivered and result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'activity' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_activities
      where school_id = of_school and activity_id = work and removed_at is null and is_attend and result is not null
      having bool_or(student_id = any (own)));
  end if;
  return null;
end $$;
revoke execute on function average_of_class(uuid, text, uuid) from public;
grant execute on function average_of_class(uuid, text, uuid) to kashkool_app;

-- As before (0331), with the school of the exams.
create function class_behind(of_school uuid, student uuid, exam_ids uuid[]) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when min(results) >= fewest_for_average() and count(*) = cardinality(exam_ids)
    then round(100 * sum(reached) / sum(full_mark * results))::integer end
  from (
    select e.id, e.rate as full_mark, count(*) as results, sum(r.total_result) as reached
    from exams e
    join student_exams r on r.school_id = of_school and r.exam_id = e.id and r.removed_at is null and r.is_attend
      and r.total_result is not null and (not r.is_draft or (select acting_children()) is null)
    where e.school_id = of_school and e.id = any (exam_ids) and e.removed_at is null
      and of_school = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or student = any ((select acting_children())::uuid[]))
      and exists (select from student_exams own where own.school_id = of_school and own.exam_id = e.id and own.student_id = student
        and own.removed_at is null and own.total_result is not null)
    group by e.id
  ) each_exam
$$;
revoke execute on function class_behind(uuid, uuid, uuid[]) from public;
grant execute on function class_behind(uuid, uuid, uuid[]) to kashkool_app;

-- Records the steps of the pupils that an event names, or whose class and day it names. A statement about the outbox calls it by one
-- name, so that it touches no table of the school.
create function record_changed_steps(of_school uuid, changed jsonb)
returns table (student_id uuid, step_id uuid, reached boolean)
language plpgsql as $$
declare
  today date;
  concerned uuid[];
begin
  select (now() at time zone s.time_zone)::date into today from schools s where s.id = of_school;
  select array_agg(st.id) into concerned from students st
  where st.school_id = of_school and st.active and (
    st.id in (select jsonb_array_elements_text(changed -> 'studentIds')::uuid)
    or st.class_room_id = (changed ->> 'classRoomId')::uuid
    or st.id in (select m.student_id from attendance_marks m
      where m.school_id = of_school and m.class_room_id = (changed ->> 'classRoomId')::uuid and m.date = (changed ->> 'date')::date));
  return query select r.student_id, r.step_id, r.reached from record_absence_steps(of_school, coalesce(concerned, '{}'), today) r;
end $$;

-- As before (0211), and the links that change are looked for in the school of the guardian.
create or replace function limit_links_of_guardian() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  yesterday constant date := (
    select (current_moment() at time zone s.time_zone)::date - 1 from schools s where s.id = new.school_id);
begin
  update student_parents sp set guardian_id = g.id
  from users u cross join lateral guardian_with(new.school_id, new.student_id, u.phone_number) g
  where sp.school_id = new.school_id and sp.student_id = new.student_id and sp.ended_at is null
    and u.id = sp.parent_id and u.phone_number = mobile_of(new.phone) and sp.guardian_id is distinct from g.id;

  update student_parents sp
  set see_until = limited.see, notify_until = limited.notify, fetch_until = limited.fetch, pay_until = limited.pay,
    version = sp.version + 1, modified_at = current_moment()
  from (
    select l.id,
      earlier_end(l.see_from, l.see_until, case when new.may_see = 'no' then yesterday else new.until_day end) as see,
      earlier_end(l.notify_from, l.notify_until, new.until_day) as notify,
      earlier_end(l.fetch_from, l.fetch_until,
        case when new.may_fetch = 'no' then yesterday else new.until_day end) as fetch,
      earlier_end(l.pay_from, l.pay_until, new.until_day) as pay
    from student_parents l
    where l.school_id = new.school_id and l.guardian_id = new.id and l.ended_at is null) limited
  where sp.school_id = new.school_id and sp.id = limited.id
    and (sp.see_until, sp.notify_until, sp.fetch_until, sp.pay_until)
      is distinct from (limited.see, limited.notify, limited.fetch, limited.pay);
  return null;
end $$;
