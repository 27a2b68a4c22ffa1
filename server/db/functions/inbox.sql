-- When and of what people are notified, and how many unread items they have (decision 018).

-- The next moment at which a clock shows this hour.
create or replace function next_at_hour(hour integer, zone text, after timestamptz) returns timestamptz
language sql stable parallel safe
return (
  select (today + case when today > after at time zone zone then interval '0' else interval '1 day' end) at time zone zone
  from (select date_trunc('day', after at time zone zone) + make_interval(hours => hour) as today) as clock);

-- Whether an instant falls into hours that may go over midnight.
create or replace function falls_into(at timestamptz, from_hour integer, to_hour integer, zone text) returns boolean
language sql stable parallel safe
return (
  select case
    when from_hour < to_hour then hour >= from_hour and hour < to_hour
    when from_hour > to_hour then hour >= from_hour or hour < to_hour
    else false
  end
  from (select extract(hour from at at time zone zone) as hour) as clock);

-- What of a school the notices of its people go by, by one name: the statement that stores items touches no table of schools.
create or replace function notice_ways(of_school uuid) returns table (time_zone text, sms_notices boolean)
language sql stable rows 1
begin atomic
  select s.time_zone, s.sms_notices from schools s where s.id = of_school;
end;

-- What a notice tells of and nobody has read. In a call row-level security shows the posts of its person; who sends notices acts for nobody, and
-- asks for each.
create or replace function items_of_notice(notice uuid)
returns table (id uuid, kind text, first_name text, is_on boolean, at timestamptz)
language sql stable rows 3 as $$
  select i.id, i.kind, i.first_name, i.is_on, i.at from inbox_seen i
  where i.id in (select n.item_id from notice_items n where n.notice_id = notice) and i.read_at is null
    and (i.kind <> 'post' or is_notified_of_their_post(i.at_school_id, i.work_id, i.person_id))
$$;

-- How many unread items a person may see, counted no further than 100, by student. Mostly all of them are about works, notes, attendance and
-- announcements: then the conditions of the other kinds need not even be started, which took longer than all the rows. The same answer as
-- inbox_seen gives, with the caller's row-level security; without drafts, and for corrected marks too. A child counts as long as the
-- parent sees it today. For sessions that no provider opened.
create or replace function unread_of(person uuid) returns table (student_id uuid, unread integer)
language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  all_open boolean := schools_without_passwords() = '{}';
begin
  if exists (
    select from inbox_items i
    where i.person_id = person and i.read_at is null and i.kind not in (
      'attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'markCorrected', 'activity', 'activityResult',
      'note', 'post'))
  then
    return query
      select seen.student_id, count(*)::integer
      from (
        select i.student_id from inbox_seen i
        where i.person_id = person and i.read_at is null and (all_open or opens_to_password(i.kind, i.at_school_id, i.student_id, i.work_id))
        limit 100) seen
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
      select null::uuid as student_id
      from inbox_items i
      join schools s on s.id = i.at_school_id and s.active
      join posts p on p.school_id = s.id and p.id = i.subject_ids[1] and p.taken_back_at is null
      where i.person_id = person and i.read_at is null and i.kind = 'post' and (all_open or opens_to_password(i.kind, s.id, null, p.id))
      union all
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
