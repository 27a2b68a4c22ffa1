-- The posts that the acting person may read (0250, 0380), of those published after a moment: who looks for what is new pays for what is
-- new, however many posts a school has published in its years.
create function own_posts_since(since timestamptz) returns table (school_id uuid, post_id uuid, student_ids uuid[], child_names text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 50 as $$
  with children as materialized (
    select st.school_id, st.id, st.first_name, st.class_room_id, c.grade_id
    from parent_links sp
    join students st on st.school_id = sp.school_id and st.id = sp.student_id and st.active and st.is_paid
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    join schools s on s.id = st.school_id and s.active
    where sp.parent_id = (select acting_user()) and sp.sees
  ), staffed as materialized (
    select distinct m.school_id from school_members m
    join schools s on s.id = m.school_id and s.active
    where m.person_id = (select acting_user())
  ), recent as materialized (
    select p.school_id, p.id
    from (select school_id from children union select school_id from staffed) own
    join posts p on p.school_id = own.school_id and p.published_at > since
  ), addressed as (
    select a.school_id, a.post_id, c.id as student_id, c.first_name
    from recent p
    join post_audience a on a.school_id = p.school_id and a.post_id = p.id
    join children c on c.school_id = a.school_id
      and (a.kind = 'school' or (a.kind in ('grade', 'class', 'student') and a.target_id in (c.grade_id, c.class_room_id, c.id)))
    union
    select p.school_id, p.id, c.id, c.first_name
    from recent p
    join post_readers r on r.school_id = p.school_id and r.post_id = p.id and r.person_id = (select acting_user())
    join children c on c.school_id = r.school_id and c.id = any (r.student_ids)
    union
    select a.school_id, a.post_id, null, null
    from recent p
    join post_audience a on a.school_id = p.school_id and a.post_id = p.id and a.kind in ('school', 'staff')
    join staffed m on m.school_id = a.school_id
  )
  select a.school_id, a.post_id, coalesce(array_agg(a.student_id) filter (where a.student_id is not null), '{}'),
    coalesce(array_agg(a.first_name order by a.first_name, a.student_id) filter (where a.student_id is not null), '{}')
  from addressed a
  group by a.school_id, a.post_id
$$;
revoke execute on function own_posts_since(timestamptz) from public;

create or replace function own_posts() returns table (school_id uuid, post_id uuid, student_ids uuid[], child_names text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 50 as $$
  select * from own_posts_since('-infinity')
$$;

-- The posts after a moment that the acting person may read, has not read and did not write, important ones first, and how many they are.
create function new_own_posts(since timestamptz) returns table (id uuid, title text, important boolean, published_at timestamptz, in_all integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 3 as $$
  select p.id, p.title, p.important, p.published_at, (count(*) over ())::integer
  from own_posts_since(since) o
  join posts p on p.school_id = o.school_id and p.id = o.post_id and p.taken_back_at is null
  where p.author_id <> (select acting_user()) and not exists (
    select from post_readers r
    where r.school_id = p.school_id and r.post_id = p.id and r.person_id = (select acting_user()) and r.read_at is not null)
  order by p.important desc, p.published_at desc, p.id
  limit 3
$$;
revoke execute on function new_own_posts(timestamptz) from public;
grant execute on function new_own_posts(timestamptz) to kashkool_app;

-- As before (0331), and announcements are counted on the short way too: most parents have one that they have not read.
create or replace function unread_of(person uuid) returns table (student_id uuid, unread integer)
language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if exists (
    select from inbox_items i
    where i.person_id = person and i.read_at is null and i.kind not in (
      'attendance', 'homework', 'homeworkResult', 'exam', 'examResult', 'markCorrected', 'activity', 'activityResult',
      'note', 'post'))
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
      select null::uuid as student_id
      from inbox_items i
      join schools s on s.id = i.at_school_id and s.active
      join posts p on p.school_id = s.id and p.id = i.subject_ids[1] and p.taken_back_at is null
      where i.person_id = person and i.read_at is null and i.kind = 'post'
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
