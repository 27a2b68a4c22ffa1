-- Whom an announcement reaches, and what was planned (decision 058).

-- The students an audience names whose seat is paid, with the parents linked to them now. Row-level security keeps it to the school of the call.
create or replace function families_addressed(of_school uuid, audience jsonb) returns table (student_id uuid, parent_id uuid)
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
create or replace function address_readers(of_school uuid, of_post uuid, author uuid) returns integer
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

-- Whether a post is addressed to a class, or to a student of a class, that a person neither supervises nor teaches now.
create or replace function is_beyond_classes(of_school uuid, of_post uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from post_audience a
    left join students st on a.kind = 'student' and st.school_id = of_school and st.id = a.target_id
    where a.school_id = of_school and a.post_id = of_post and a.kind in ('class', 'student')
      and not exists (
        select from class_rooms c
        where c.school_id = of_school and c.id in (a.target_id, st.class_room_id) and c.supervisor_id = person)
      and not exists (
        select from class_teacher_courses t
        where t.school_id = of_school and t.class_room_id in (a.target_id, st.class_room_id) and t.teacher_id = person))
$$;
grant execute on function is_beyond_classes(uuid, uuid, uuid) to kashkool_app;

-- Whether a person may publish a post to its audience by their keys and classes of now, as a call asks it of its caller.
create or replace function may_publish(of_school uuid, of_post uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with own as materialized (
    select array_agg(k.key) as keys from held_keys k where k.school_id = of_school and k.person_id = person
  )
  select coalesce(own.keys && array['AddPost', 'ManagePosts'], false)
    and ('AddSchoolPost' = any (own.keys) or not exists (
      select from posts p
      left join post_audience a on a.school_id = of_school and a.post_id = p.id
      where p.school_id = of_school and p.id = of_post and (p.public or a.kind in ('school', 'staff', 'grade'))))
    and ('ViewSchoolStudentsList' = any (own.keys) or not is_beyond_classes(of_school, of_post, person))
  from own
$$;
revoke execute on function may_publish(uuid, uuid, uuid) from public;

-- Publishes what was planned for now or earlier: of active schools, where the person who planned a post may still publish it. Any other is marked,
-- and waits until it is planned again. For the owner alone. Answers how many.
create or replace function publish_due_posts(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  due record;
  many integer := 0;
begin
  for due in
    select p.school_id, p.id, p.author_id, p.important, coalesce(p.planned_by, p.author_id) as planned_by from posts p
    join schools s on s.id = p.school_id and s.active
    where p.published_at is null and p.taken_back_at is null and p.refused_at is null and p.publish_at <= at
    order by p.publish_at, p.id
    for no key update of p skip locked
  loop
    if not may_publish(due.school_id, due.id, due.planned_by) then
      update posts p set refused_at = at, version = p.version + 1, modified_at = now()
      where p.school_id = due.school_id and p.id = due.id;
      continue;
    end if;
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

-- Whether a person to whom a post was addressed, for these children or as one of the staff, is notified of it now: a child whose posts they
-- still read, and are notified about, or a school of which they still are. Staff whose own children it names have it as staff too.
create or replace function is_notified_of_post(of_school uuid, of_post uuid, person uuid, children uuid[]) returns boolean
language sql stable as $$
  select exists (
      select from parent_links l
      join students st on st.school_id = l.school_id and st.id = l.student_id and st.active and st.is_paid
      where l.school_id = of_school and l.student_id = any (children) and l.parent_id = person and l.is_notified)
    or exists (select from school_members m where m.school_id = of_school and m.person_id = person)
      and (children = '{}' or exists (
        select from post_audience a
        where a.school_id = of_school and a.post_id = of_post and a.kind in ('school', 'staff')))
$$;
grant execute on function is_notified_of_post(uuid, uuid, uuid, uuid[]) to kashkool_app;

-- Whether a person to whom a post was addressed is notified of it now, as a value: a database that is spread by school plans no sub-select about a
-- row of the inbox, whose items are of several schools. PostgreSQL puts it in place, so that it costs nothing there.
create or replace function is_notified_of_their_post(of_school uuid, of_post uuid, person uuid) returns boolean
language sql stable as $$
  select exists (
    select from post_readers r
    where r.school_id = of_school and r.post_id = of_post and r.person_id = person
      and is_notified_of_post(r.school_id, r.post_id, r.person_id, r.student_ids))
$$;
grant execute on function is_notified_of_their_post(uuid, uuid, uuid) to kashkool_app;
