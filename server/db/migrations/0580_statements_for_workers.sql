-- What a database that is spread over several servers does not take (docs/scale.md), said in another way. The meaning is the same.

-- The rows are counted by what was inserted: what is selected is inserted there only by a statement of its own.
create or replace function read_own_notes(note_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare noted integer;
begin
  insert into note_readers (school_id, note_id, person_id)
  select distinct n.school_id, n.id, acting_user()
  from student_notes n
  join parent_links sp on sp.school_id = n.school_id and sp.student_id = n.student_id and sp.sees and sp.school_active
  where n.id = any (note_ids) and n.removed_at is null and sp.parent_id = acting_user()
  order by 2
  on conflict do nothing;
  get diagnostics noted = row_count;
  return noted;
end $$;

-- What is stored anew is what was to be inserted: a parameter of the function, or a default, is not planned in that place.
create or replace function put_password(new_id uuid, phone text, hash text, mac bytea) returns table (id uuid, is_new boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'put password', new_id::text, phone, hash);
  return query
    insert into public.users as u (id, phone_number, password_hash) values (new_id, phone, hash)
    on conflict on constraint users_phone_taken
      do update set password_hash = excluded.password_hash, password_set_at = excluded.password_set_at
    returning u.id, u.xmax = 0;
end $$;

-- The parents who hear of a student now. A statement about inboxes asks for them by one name, so that it touches no table of the school.
create function notified_parents(of_school uuid, of_student uuid) returns setof uuid
language sql stable rows 2
begin atomic
  select sp.parent_id from parent_links sp
  join students st on st.school_id = sp.school_id and st.id = sp.student_id and (st.active or st.left_on is not null) and st.is_paid
  join schools s on s.id = st.school_id and s.active
  where sp.school_id = of_school and sp.student_id = of_student and sp.is_notified;
end;

-- What a notice tells of and nobody has read, by one name too.
create function items_of_notice(notice uuid)
returns table (id uuid, kind text, first_name text, is_on boolean, at timestamptz)
language sql stable rows 3 as $$
  select i.id, i.kind, i.first_name, i.is_on, i.at from inbox_seen i
  where i.id in (select n.item_id from notice_items n where n.notice_id = notice) and i.read_at is null
$$;

-- The oldest job that nobody holds: rows of several schools are looked through without a lock, and one of them is locked.
create or replace function next_import() returns table (id uuid, school_id uuid, state text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting record;
begin
  for waiting in
    select i.school_id, i.id from imports i where i.state in ('waiting', 'undoing') order by i.modified_at, i.id
  loop
    return query select i.id, i.school_id, i.state from imports i
      where i.school_id = waiting.school_id and i.id = waiting.id and i.state in ('waiting', 'undoing')
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end $$;
create or replace function next_promotion() returns table (id uuid, school_id uuid, state text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting record;
begin
  for waiting in
    select p.school_id, p.id from promotions p where p.state in ('waiting', 'undoing') order by p.modified_at, p.id
  loop
    return query select p.id, p.school_id, p.state from promotions p
      where p.school_id = waiting.school_id and p.id = waiting.id and p.state in ('waiting', 'undoing')
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end $$;

-- What a trigger reads and writes is of the school of its row.
create or replace function draft_as_its_exam() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_draft := coalesce(
    (select e.published_at is null from exams e where e.school_id = new.school_id and e.id = new.exam_id), false);
  return new;
end $$;
create or replace function keep_marks_published() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.published_at is not null then
    raise exception 'published marks stay published' using errcode = 'check_violation';
  end if;
  update student_exams set is_draft = false, modified_at = now() where school_id = new.school_id and exam_id = new.id;
  return null;
end $$;
