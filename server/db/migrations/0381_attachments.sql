-- Pictures and PDF files of announcements and homework. One that belongs to nothing yet is its uploader's alone.
create table attachments (
  school_id uuid not null references schools,
  id uuid not null,
  kind text not null constraint attachments_kind_known check (kind in ('picture', 'file')),
  name text not null constraint attachments_name_length check (fits(name, 1, 200)),
  content bytea not null,
  bytes integer not null generated always as (octet_length(content)) stored,
  post_id uuid,
  homework_id uuid,
  -- Its place among those of the same thing.
  position integer not null default 0,
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint attachments_key primary key (school_id, id),
  constraint attachments_post foreign key (school_id, post_id) references posts (school_id, id),
  constraint attachments_homework foreign key (school_id, homework_id) references homework (school_id, id),
  constraint attachments_of_one check (post_id is null or homework_id is null)
);
-- They are compressed already.
alter table attachments alter content set storage external;
create index attachments_of_posts on attachments (school_id, post_id) where post_id is not null;
create index attachments_of_homework on attachments (school_id, homework_id) where homework_id is not null;
create index attachments_free on attachments (created_at) where post_id is null and homework_id is null;
call keep_to_school('attachments');
grant select, insert, delete on attachments to kashkool_app;
grant update (post_id, homework_id, position) on attachments to kashkool_app;

-- Pictures and files of a post as they are answered, to those who may read the post.
create function attachments_of_post(of_school uuid, of_post uuid) returns jsonb
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
create function readable_attachment(of_id uuid) returns table (kind text, name text, content bytea, is_public boolean)
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
    or (a.post_id is null and a.homework_id is null and a.uploaded_by = acting_user() and exists (
      select from school_members m where m.school_id = a.school_id and m.person_id = a.uploaded_by)))
$$;
revoke execute on function readable_attachment(uuid) from public;
grant execute on function readable_attachment(uuid) to kashkool_app;
