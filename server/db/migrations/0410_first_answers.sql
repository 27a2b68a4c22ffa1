-- Two guardians of a child may answer differently: both answers stand, and the one of who answered first counts as the child's, also
-- when it is changed later.
alter table post_readers add column first_answered_at timestamptz;
update post_readers set first_answered_at = answered_at where answer is not null;

-- As before (0250), with the time of the first answer.
create or replace function answer_own_post(of_post uuid, chosen text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into post_readers (school_id, post_id, person_id, student_ids, addressed, read_at, answer, answered_at, first_answered_at)
  select o.school_id, o.post_id, acting_user(), o.student_ids, false, now(), chosen, now(), now()
  from own_posts() o
  join posts p on p.school_id = o.school_id and p.id = o.post_id and p.taken_back_at is null and chosen = any (p.answers)
  where o.post_id = of_post
  on conflict on constraint post_readers_key do update set
    answer = excluded.answer, answered_at = excluded.answered_at, read_at = coalesce(post_readers.read_at, excluded.read_at),
    first_answered_at = coalesce(post_readers.first_answered_at, excluded.first_answered_at)
$$;

-- The answers that count: one a child, and one of each member of the staff, who answers for nobody else.
create function counted_answers(of_school uuid, of_post uuid) returns table (student_id uuid, person_id uuid, answer text)
language sql stable rows 500 as $$
  (select distinct on (child.id) child.id, r.person_id, r.answer
  from post_readers r, unnest(r.student_ids) as child (id)
  where r.school_id = of_school and r.post_id = of_post and r.answer is not null
  order by child.id, r.first_answered_at, r.person_id)
  union all
  select null, r.person_id, r.answer from post_readers r
  where r.school_id = of_school and r.post_id = of_post and r.answer is not null and r.student_ids = '{}'
$$;
grant execute on function counted_answers(uuid, uuid) to kashkool_app;

-- As before (0250), with whether an answer counts for at least one child.
drop function report_of_post(uuid, uuid);
create function report_of_post(of_school uuid, of_post uuid)
returns table (person_name text, student_names text[], class_room_names text[], read_at timestamptz, answer text,
  answered_at timestamptz, counts boolean, reminded_at timestamptz, reachable boolean, linked boolean, rank bigint)
language sql stable rows 500 as $$
  with named as (
    select r.person_id, r.student_ids, r.addressed, r.read_at, r.answer, r.answered_at, r.reminded_at,
      concat_ws(' ', u.first_name, u.middle_name, u.last_name) as person_name
    from post_readers r join users u on u.id = r.person_id
    where r.school_id = of_school and r.post_id = of_post
  ), counted as materialized (
    select distinct c.person_id from counted_answers(of_school, of_post) c
  ), everybody as (
    select n.person_name, array(
        select concat_ws(' ', st.first_name, st.last_name) from students st
        where st.school_id = of_school and st.id = any (n.student_ids) order by 1) as student_names,
      array(
        select distinct c.name from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
        where st.school_id = of_school and st.id = any (n.student_ids) order by 1) as class_room_names,
      n.read_at, n.answer, n.answered_at, n.person_id in (select person_id from counted) as counts, n.reminded_at, true as reachable,
      case when n.student_ids = '{}'
        then exists (select from school_members m where m.school_id = of_school and m.person_id = n.person_id)
        else exists (
          select from parent_links sp where sp.school_id = of_school and sp.student_id = any (n.student_ids)
            and sp.parent_id = n.person_id and sp.sees)
      end as linked
    from named n
    union all
    select null, array[concat_ws(' ', st.first_name, st.last_name)], array[c.name], null, null, null, false, null, false, true
    from students st
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = of_school and st.active and st.is_paid
      and exists (
        select from post_audience a where a.school_id = of_school and a.post_id = of_post
          and (a.kind = 'school' or a.target_id in (c.grade_id, c.id, st.id)))
      and not exists (
        select from parent_links sp
        where sp.school_id = of_school and sp.student_id = st.id and sp.sees)
  )
  select e.*, row_number() over (order by e.student_names, e.person_name) from everybody e
$$;
grant execute on function report_of_post(uuid, uuid) to kashkool_app;
