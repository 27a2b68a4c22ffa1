-- Which parent has read which note, and when first. It goes with the note.
create table note_readers (
  school_id uuid not null,
  note_id uuid not null,
  person_id uuid not null references users,
  read_at timestamptz not null default now(),
  constraint note_readers_key primary key (school_id, note_id, person_id),
  constraint note_readers_note foreign key (school_id, note_id) references student_notes (school_id, id) on delete cascade
);
create index note_readers_by_person on note_readers (person_id);
call keep_to_school('note_readers');
grant select on note_readers to kashkool_app;

-- Notes that the acting person has read notes about their children; answers how many of these were new to them.
create function read_own_notes(note_ids uuid[]) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with noted as (
    insert into note_readers (school_id, note_id, person_id)
    select distinct n.school_id, n.id, acting_user()
    from student_notes n
    join parent_links sp on sp.school_id = n.school_id and sp.student_id = n.student_id and sp.sees and sp.school_active
    where n.id = any (note_ids) and n.removed_at is null and sp.parent_id = acting_user()
    order by 2
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from noted
$$;
revoke execute on function read_own_notes(uuid[]) from public;
grant execute on function read_own_notes(uuid[]) to kashkool_app;
