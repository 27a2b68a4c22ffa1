-- Averages that a parent's call gets count published marks alone (0161, 0126).

create or replace function average_of_class(kind text, work uuid) returns numeric
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Believed only with the signature, which stands with the schools.
  own constant uuid[] := case when acting_schools() is not null then acting_children() end;
begin
  if kind = 'exam' then
    return (select case when count(*) >= fewest_for_average() then round(avg(total_result), 1) end from student_exams
      where exam_id = work and removed_at is null and not is_draft and is_attend and total_result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'homework' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_homework
      where homework_id = work and removed_at is null and is_delivered and result is not null
      having bool_or(student_id = any (own)));
  elsif kind = 'activity' then
    return (select case when count(*) >= fewest_for_average() then round(avg(result), 1) end from student_activities
      where activity_id = work and removed_at is null and is_attend and result is not null
      having bool_or(student_id = any (own)));
  end if;
  return null;
end $$;

create or replace function class_behind(student uuid, exam_ids uuid[]) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when min(results) >= fewest_for_average() and count(*) = cardinality(exam_ids)
    then round(100 * sum(reached) / sum(full_mark * results))::integer end
  from (
    select e.id, e.rate as full_mark, count(*) as results, sum(r.total_result) as reached
    from exams e
    join student_exams r on r.exam_id = e.id and r.removed_at is null and r.is_attend and r.total_result is not null
      and (not r.is_draft or (select acting_children()) is null)
    where e.id = any (exam_ids) and e.removed_at is null and e.school_id = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or student = any ((select acting_children())::uuid[]))
      and exists (select from student_exams own where own.exam_id = e.id and own.student_id = student
        and own.removed_at is null and own.total_result is not null)
    group by e.id
  ) each_exam
$$;

-- As before (0213), without drafts, and for corrected marks too.
create or replace function unread_of(person uuid) returns table (student_id uuid, unread integer)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from inbox_items i
    where i.person_id = person and i.read_at is null and i.kind not in (
      'attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'markCorrected', 'activity', 'activityResult',
      'note'))
  then
    return query
      select seen.student_id, count(*)::integer
      from (select i.student_id from inbox_seen i where i.person_id = person and i.read_at is null limit 100) seen
      group by seen.student_id;
    return;
  end if;
  return query
    with own as materialized (
      select st.id, st.seat_ended_on
      from parent_links sp
      join students st on st.id = sp.student_id and (st.active or st.left_on is not null)
      where sp.parent_id = person and sp.sees
    )
    select seen.student_id, count(*)::integer
    from (
      select st.id as student_id
      from inbox_items i
      join schools s on s.id = i.at_school_id and s.active
      join own st on st.id = i.student_id
      where i.person_id = person and i.read_at is null and case
        when i.kind in ('homework', 'homeworkResult') then exists (
          select from student_homework r
          join homework w on w.id = r.homework_id and w.removed_at is null
          join courses c on c.id = w.course_id
          where r.homework_id = any (i.subject_ids) and r.student_id = st.id and r.removed_at is null
            and (i.kind = 'homework' or r.result is not null or r.is_delivered is not null)
            and w.assignment_date <= coalesce(st.seat_ended_on, 'infinity'))
        when i.kind in ('exam', 'examResult', 'markCorrected') then exists (
          select from student_exams_seen r
          join exams w on w.id = r.exam_id and w.removed_at is null
          join courses c on c.id = w.course_id
          where r.exam_id = any (i.subject_ids) and r.student_id = st.id and r.removed_at is null
            and (i.kind = 'exam' or r.total_result is not null or r.is_attend is not null)
            and w.exam_date <= coalesce(st.seat_ended_on, 'infinity'))
        when i.kind in ('activity', 'activityResult') then exists (
          select from student_activities r
          join activities w on w.id = r.activity_id and w.removed_at is null
          join courses c on c.id = w.course_id
          where r.activity_id = any (i.subject_ids) and r.student_id = st.id and r.removed_at is null
            and (i.kind = 'activity' or r.result is not null or r.is_attend is not null)
            and w.activity_date <= coalesce(st.seat_ended_on, 'infinity'))
        when i.kind = 'note' then exists (
          select from student_notes n
          where n.id = any (i.subject_ids) and n.student_id = st.id and n.removed_at is null
            and n.date <= coalesce(st.seat_ended_on, 'infinity'))
        else exists (
          select from attendance_marks m
          where m.student_id = st.id and m.date = i.day and m.class_room_id = any (i.subject_ids)
            and m.date <= coalesce(st.seat_ended_on, 'infinity'))
      end
      limit 100
    ) seen
    group by seen.student_id;
end $$;
