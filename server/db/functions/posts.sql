-- Announcements as the people read them to whom they are addressed (decision 058).

-- The posts that the acting person may read, of those published after a moment, and for which of their children: those addressed to them now, and
-- those that were addressed to them when they were published, for children who are still theirs and staff who still are of the school.
-- Who looks for what is new pays for what is new, however many posts a school has published in its years.
create or replace function own_posts_since(since timestamptz) returns table (school_id uuid, post_id uuid, student_ids uuid[], child_names text[])
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

-- All of them.
create or replace function own_posts() returns table (school_id uuid, post_id uuid, student_ids uuid[], child_names text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 50 as $$
  select * from own_posts_since('-infinity')
$$;
revoke execute on function own_posts() from public;
grant execute on function own_posts() to kashkool_app;

-- The posts after a moment that the acting person may read, has not read and did not write, important ones first, and how many they are.
create or replace function new_own_posts(since timestamptz) returns table (id uuid, title text, important boolean, published_at timestamptz, in_all integer)
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

-- As new_own_posts, and the posts that ask the acting person a question which they have read but not answered, until its last day. `answers`:
-- null where nothing waits for an answer. Important posts first, then questions. For parents, in sessions that no provider opened.
create or replace function waiting_own_posts(since timestamptz, at timestamptz)
returns table (id uuid, title text, important boolean, published_at timestamptz, answers text[], answer_by date, in_all integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 3 as $$
  select p.id, p.title, p.important, p.published_at, case when asked.waits then p.answers end, case when asked.waits then p.answer_by end,
    (count(*) over ())::integer
  from own_posts_since(since - interval '30 days') o
  join posts p on p.school_id = o.school_id and p.id = o.post_id and p.taken_back_at is null
  join schools s on s.id = p.school_id
  left join post_readers r on r.school_id = p.school_id and r.post_id = p.id and r.person_id = (select acting_user())
  cross join lateral (
    select p.answers is not null and r.answer is null
      and coalesce(p.answer_by >= (at at time zone s.time_zone)::date, p.published_at > since) as waits) asked
  where p.author_id <> (select acting_user()) and (asked.waits or (r.read_at is null and p.published_at > since))
    and (o.student_ids <> '{}' or o.school_id <> all ((select schools_without_passwords())::uuid[]))
  order by p.important desc, asked.waits desc, p.published_at desc, p.id
  limit 3
$$;
revoke execute on function waiting_own_posts(timestamptz, timestamptz) from public;
grant execute on function waiting_own_posts(timestamptz, timestamptz) to kashkool_app;

-- Notes that the acting person has read posts they may read; answers how many of these were new to them.
create or replace function read_own_posts(post_ids uuid[]) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with noted as (
    insert into post_readers (school_id, post_id, person_id, student_ids, addressed, read_at)
    select o.school_id, o.post_id, acting_user(), o.student_ids, false, now()
    from own_posts() o
    where o.post_id = any (post_ids)
    order by o.post_id
    on conflict on constraint post_readers_key do update set read_at = excluded.read_at
      where post_readers.read_at is null
    returning 1
  )
  select count(*)::integer from noted
$$;
revoke execute on function read_own_posts(uuid[]) from public;
grant execute on function read_own_posts(uuid[]) to kashkool_app;

-- The answers that count: one a child, and one of each member of the staff, who answers for nobody else.
create or replace function counted_answers(of_school uuid, of_post uuid) returns table (student_id uuid, person_id uuid, answer text)
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

-- Stores the answer of the acting person to a post they may read, with the time of the first answer.
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
revoke execute on function answer_own_post(uuid, text) from public;
grant execute on function answer_own_post(uuid, text) to kashkool_app;

-- The readers of a post and the students of its audience without a parent who has an account. `security invoker`: row-level security keeps it
-- to the school of the call.
create or replace function report_of_post(of_school uuid, of_post uuid)
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

-- A post that was corrected counts as unread by those it was addressed to. Only posts of a school the call acts in.
create or replace function count_as_unread(of_post uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update post_readers r set read_at = null
  where r.post_id = of_post and r.addressed and r.school_id = any ((select acting_schools())::uuid[])
$$;
revoke execute on function count_as_unread(uuid) from public;
grant execute on function count_as_unread(uuid) to kashkool_app;

-- Pictures and files of a post as they are answered, to those who may read the post.
create or replace function attachments_of_post(of_school uuid, of_post uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.bytes) order by a.position, a.id), '[]')
  from attachments a
  join posts p on p.school_id = a.school_id and p.id = a.post_id and p.taken_back_at is null
  where a.school_id = of_school and a.post_id = of_post
$$;
revoke execute on function attachments_of_post(uuid, uuid) from public;
grant execute on function attachments_of_post(uuid, uuid) to kashkool_app;

-- A picture or file that the acting person may read, or everybody: of a public post, of a post of theirs, of homework of a child of theirs,
-- or their own that belongs to nothing yet. What staff may see besides is decided by the server.
create or replace function readable_attachment(of_id uuid) returns table (kind text, name text, content bytea, is_public boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select a.kind, a.name, a.content, coalesce(p.public, false)
  from attachments a
  join schools s on s.id = a.school_id and s.active
  left join posts p on p.school_id = a.school_id and p.id = a.post_id
    and p.published_at is not null and p.taken_back_at is null
  where a.id = of_id and (
    p.public
    or p.id in (select o.post_id from own_posts() o)
    or exists (
      select from homework w
      join student_homework r on r.school_id = w.school_id and r.homework_id = w.id and r.removed_at is null
      join students st on st.school_id = r.school_id and st.id = r.student_id and (st.active or st.left_on is not null)
      join parent_links sp on sp.school_id = st.school_id and sp.student_id = st.id and sp.sees
      where w.school_id = a.school_id and w.id = a.homework_id and w.removed_at is null and sp.parent_id = acting_user()
        and w.assignment_date <= coalesce(st.seat_ended_on, 'infinity'))
    or exists (
      select from thread_texts x
      where x.school_id = a.school_id and x.id = a.text_id and case thread_side(x.school_id, x.thread_id, acting_user())
        when 'asker' then not x.by_school or x.visible_from <= current_moment()
        when 'school' then true when 'review' then true end)
    or (a.post_id is null and a.homework_id is null and a.text_id is null and a.uploaded_by = acting_user() and (
      exists (select from school_members m where m.school_id = a.school_id and m.person_id = a.uploaded_by)
      or exists (
        select from parent_links l where l.school_id = a.school_id and l.parent_id = a.uploaded_by and l.sees))))
$$;
revoke execute on function readable_attachment(uuid) from public;
grant execute on function readable_attachment(uuid) to kashkool_app;
