-- Who planned a post, and when it was not published at its hour because that person might no longer write to all of its audience.
alter table posts
  add column planned_by uuid references users,
  add column refused_at timestamptz;

-- Whether a post is addressed to a class, or to a student of a class, that a person neither supervises nor teaches now.
create function is_beyond_classes(of_school uuid, of_post uuid, person uuid) returns boolean
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
create function may_publish(of_school uuid, of_post uuid, person uuid) returns boolean
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

-- As before (0380), where the person who planned a post may still publish it. Any other is marked, and waits until it is planned again.
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
