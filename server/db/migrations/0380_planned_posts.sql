-- A post that is not published yet is a draft, or is planned for `publish_at`; it has its audience and no readers.
alter table posts
  alter column published_at drop not null,
  alter column published_at drop default,
  add column publish_at timestamptz;
create index posts_due on posts (publish_at) where published_at is null and taken_back_at is null and publish_at is not null;
-- The audience of one that is not published may be chosen anew.
grant delete on post_audience to kashkool_app;

-- The students an audience names whose seat is paid, with the parents linked to them now. Row-level security keeps it to the school of the call.
create function families_addressed(of_school uuid, audience jsonb) returns table (student_id uuid, parent_id uuid)
language sql stable rows 500 as $$
  select distinct st.id, sp.parent_id
  from jsonb_to_recordset(audience) as a (kind text, "targetId" uuid)
  join students st on st.school_id = of_school and st.active and st.is_paid
  join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
  left join parent_links sp on sp.school_id = st.school_id and sp.student_id = st.id and sp.sees
  where a.kind = 'school' or (a.kind = 'grade' and a."targetId" = c.grade_id)
    or (a.kind = 'class' and a."targetId" = c.id) or (a.kind = 'student' and a."targetId" = st.id)
$$;
grant execute on function families_addressed(uuid, jsonb) to kashkool_app;

-- Writes down everybody whom the audience of a post reaches now, but its author; answers how many.
create function address_readers(of_school uuid, of_post uuid, author uuid) returns integer
language sql volatile as $$
  with audience as (
    select jsonb_agg(jsonb_build_object('kind', a.kind, 'targetId', a.target_id)) as parts,
      bool_or(a.kind in ('school', 'staff')) as staff
    from post_audience a where a.school_id = of_school and a.post_id = of_post
  ), family as materialized (
    select f.parent_id, f.student_id from audience, families_addressed(of_school, audience.parts) f where f.parent_id is not null
  ), reached as (
    select f.parent_id as person_id, array_agg(f.student_id order by f.student_id) as student_ids from family f group by f.parent_id
    union all
    select distinct m.person_id, '{}'::uuid[] from school_members m
    where m.school_id = of_school and (select staff from audience) and m.person_id not in (select f.parent_id from family f)
  ), stored as (
    insert into post_readers (school_id, post_id, person_id, student_ids, addressed)
    select of_school, of_post, r.person_id, r.student_ids, true from reached r where r.person_id <> author
    returning 1
  )
  select count(*)::integer from stored
$$;
grant execute on function address_readers(uuid, uuid, uuid) to kashkool_app;

-- Publishes what was planned for now or earlier: of active schools, by authors who are still of them. For the owner alone. Answers how many.
create function publish_due_posts(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  due record;
  many integer := 0;
begin
  for due in
    select p.school_id, p.id, p.author_id, p.important from posts p
    join schools s on s.id = p.school_id and s.active
    where p.published_at is null and p.taken_back_at is null and p.publish_at <= at
      and exists (select from school_members m where m.school_id = p.school_id and m.person_id = p.author_id)
    order by p.publish_at, p.id
    for no key update of p skip locked
  loop
    update posts p set published_at = at, version = p.version + 1, modified_at = now()
    where p.school_id = due.school_id and p.id = due.id;
    perform address_readers(due.school_id, due.id, due.author_id);
    insert into outbox (event, school_id, actor_id, payload)
    values ('post', due.school_id, due.author_id, jsonb_build_object('postId', due.id, 'important', due.important));
    many := many + 1;
  end loop;
  return many;
end $$;
revoke execute on function publish_due_posts(timestamptz) from public;

-- As before (0250), for posts that are published.
create or replace function own_posts() returns table (school_id uuid, post_id uuid, student_ids uuid[], child_names text[])
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
  join posts p on p.school_id = a.school_id and p.id = a.post_id and p.published_at is not null
  group by a.school_id, a.post_id
$$;
