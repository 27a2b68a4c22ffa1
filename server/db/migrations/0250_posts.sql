-- Announcements of a school. `answers`: what the readers may choose from; null where nothing is asked.
create table posts (
  school_id uuid not null references schools,
  id uuid not null,
  author_id uuid not null references users,
  title text not null constraint posts_title_length check (fits(title, 1, 150)),
  body text not null constraint posts_body_length check (fits(body, 1, 4000)),
  public boolean not null,
  important boolean not null,
  answers text[] constraint posts_answers_count check (cardinality(answers) between 1 and 6),
  answer_by date,
  published_at timestamptz not null default now(),
  -- When the words were corrected after they were published; the former ones are in former_values.
  changed_at timestamptz,
  taken_back_at timestamptz,
  taken_back_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint posts_key primary key (school_id, id),
  constraint posts_answer_day check (answer_by is null or answers is not null)
);
create index posts_by_time on posts (school_id, published_at desc, id);
create index posts_by_author on posts (author_id, school_id);
call keep_former_values('posts', 'id');
call keep_to_school('posts');
grant select, insert, update on posts to kashkool_app;

-- To whom a post is addressed, as a rule. `target_id`: the grade, class or student; null for the whole school and for its staff.
create table post_audience (
  school_id uuid not null,
  post_id uuid not null,
  kind text not null constraint post_audience_kind_known check (kind in ('school', 'staff', 'grade', 'class', 'student')),
  target_id uuid,
  constraint post_audience_post foreign key (school_id, post_id) references posts (school_id, id),
  constraint post_audience_once unique nulls not distinct (school_id, post_id, kind, target_id),
  constraint post_audience_target check ((target_id is null) = (kind in ('school', 'staff')))
);
create index post_audience_by_target on post_audience (school_id, target_id);
call keep_to_school('post_audience');
grant select, insert on post_audience to kashkool_app;

-- Who was addressed when a post was published, and for which children; and who reads it since. `addressed` is false for a person who
-- came later: they read and answer, and are not counted as unread.
create table post_readers (
  school_id uuid not null,
  post_id uuid not null,
  person_id uuid not null references users,
  student_ids uuid[] not null default '{}',
  addressed boolean not null,
  read_at timestamptz,
  answer text,
  answered_at timestamptz,
  reminded_at timestamptz,
  constraint post_readers_key primary key (school_id, post_id, person_id),
  constraint post_readers_post foreign key (school_id, post_id) references posts (school_id, id)
);
create index post_readers_by_person on post_readers (person_id, school_id, post_id);
call keep_to_school('post_readers');
call show_own_rows('post_readers', 'person_id');
grant select, insert on post_readers to kashkool_app;
grant update (reminded_at) on post_readers to kashkool_app;

-- The posts that the acting person may read, and for which of their children: those addressed to them now, and those that were addressed
-- to them when they were published, for children who are still theirs and staff who still are of the school.
create function own_posts() returns table (school_id uuid, post_id uuid, student_ids uuid[], child_names text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 50 as $$
  with children as materialized (
    select st.school_id, st.id, st.first_name, st.class_room_id, c.grade_id
    from parent_links sp
    join students st on st.school_id = sp.school_id and st.id = sp.student_id and st.active and st.is_paid
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    join schools s on s.id = st.school_id and s.active
    where sp.parent_id = acting_user() and sp.sees
  ), staffed as materialized (
    select distinct m.school_id from school_members m
    join schools s on s.id = m.school_id and s.active
    where m.person_id = acting_user()
  ), addressed as (
    select a.school_id, a.post_id, c.id as student_id, c.first_name
    from children c
    join post_audience a on a.school_id = c.school_id
      and (a.kind = 'school' or (a.kind in ('grade', 'class', 'student') and a.target_id in (c.grade_id, c.class_room_id, c.id)))
    union
    select r.school_id, r.post_id, c.id, c.first_name
    from post_readers r
    join children c on c.school_id = r.school_id and c.id = any (r.student_ids)
    where r.person_id = acting_user()
    union
    select a.school_id, a.post_id, null, null
    from staffed m
    join post_audience a on a.school_id = m.school_id and a.kind in ('school', 'staff')
  )
  select a.school_id, a.post_id, coalesce(array_agg(a.student_id) filter (where a.student_id is not null), '{}'),
    coalesce(array_agg(a.first_name order by a.first_name, a.student_id) filter (where a.student_id is not null), '{}')
  from addressed a
  group by a.school_id, a.post_id
$$;
revoke execute on function own_posts() from public;
grant execute on function own_posts() to kashkool_app;

create policy own on posts for select using (id in (select o.post_id from own_posts() o));

-- Notes that the acting person has read posts they may read; answers how many of these were new to them.
create function read_own_posts(post_ids uuid[]) returns integer
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

-- Stores the answer of the acting person to a post they may read.
create function answer_own_post(of_post uuid, chosen text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into post_readers (school_id, post_id, person_id, student_ids, addressed, read_at, answer, answered_at)
  select o.school_id, o.post_id, acting_user(), o.student_ids, false, now(), chosen, now()
  from own_posts() o
  join posts p on p.school_id = o.school_id and p.id = o.post_id and p.taken_back_at is null and chosen = any (p.answers)
  where o.post_id = of_post
  on conflict on constraint post_readers_key do update set
    answer = excluded.answer, answered_at = excluded.answered_at, read_at = coalesce(post_readers.read_at, excluded.read_at)
$$;
revoke execute on function answer_own_post(uuid, text) from public;
grant execute on function answer_own_post(uuid, text) to kashkool_app;

-- The readers of a post and the students of its audience without a parent who has an account. `security invoker`: row-level security keeps
-- it to the school of the call.
create function report_of_post(of_school uuid, of_post uuid)
returns table (person_name text, student_names text[], class_room_names text[], read_at timestamptz, answer text,
  answered_at timestamptz, reminded_at timestamptz, reachable boolean, linked boolean, rank bigint)
language sql stable rows 500 as $$
  with named as (
    select r.person_id, r.student_ids, r.addressed, r.read_at, r.answer, r.answered_at, r.reminded_at,
      concat_ws(' ', u.first_name, u.middle_name, u.last_name) as person_name
    from post_readers r join users u on u.id = r.person_id
    where r.school_id = of_school and r.post_id = of_post
  ), everybody as (
    select n.person_name, array(
        select concat_ws(' ', st.first_name, st.last_name) from students st
        where st.school_id = of_school and st.id = any (n.student_ids) order by 1) as student_names,
      array(
        select distinct c.name from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
        where st.school_id = of_school and st.id = any (n.student_ids) order by 1) as class_room_names,
      n.read_at, n.answer, n.answered_at, n.reminded_at, true as reachable,
      case when n.student_ids = '{}'
        then exists (select from school_members m where m.school_id = of_school and m.person_id = n.person_id)
        else exists (
          select from parent_links sp where sp.school_id = of_school and sp.student_id = any (n.student_ids)
            and sp.parent_id = n.person_id and sp.sees)
      end as linked
    from named n
    union all
    select null, array[concat_ws(' ', st.first_name, st.last_name)], array[c.name], null, null, null, null, false, true
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
create function count_as_unread(of_post uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update post_readers r set read_at = null
  where r.post_id = of_post and r.addressed and r.school_id = any ((select acting_schools())::uuid[])
$$;
revoke execute on function count_as_unread(uuid) from public;
grant execute on function count_as_unread(uuid) to kashkool_app;
