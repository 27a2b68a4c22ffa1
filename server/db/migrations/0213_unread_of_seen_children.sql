-- How many unread items a person may see, counted no further than 100, by student. Mostly all of them are about works, notes and
-- attendance of children: then the conditions of the other kinds need not even be started, which took longer than all the
-- rows. The same answer as inbox_seen gives, with the caller's row-level security.
-- A child counts as long as the parent sees it today (0210).
create function unread_of(person uuid) returns table (student_id uuid, unread integer)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from inbox_items i
    where i.person_id = person and i.read_at is null and i.kind not in (
      'attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'activity', 'activityResult', 'note'))
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
        when i.kind in ('exam', 'examResult') then exists (
          select from student_exams r
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
