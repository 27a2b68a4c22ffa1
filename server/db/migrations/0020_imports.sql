-- Tables of students on their way in: the draft as it was read and judged, and what an import did, for its undo.

-- columns: [{heading, meaning, guess}] by position. names: what unknown names of classes and relations were said to mean.
-- reason: why it came back from where it was sent. rights: what whoever started it may, {change, link, ownPhone}.
create table imports (
  id uuid primary key,
  school_id uuid not null references schools,
  made_by uuid not null references users,
  file_name text constraint imports_file_name_length check (fits(file_name, 1, 200)),
  source text not null constraint imports_source_known check (source in ('table', 'oneRoster', 'schoolDataSync')),
  state text not null default 'draft'
    constraint imports_state_known check (state in ('draft', 'waiting', 'done', 'undoing', 'undone')),
  reason text,
  columns jsonb not null,
  class_room_id uuid,
  relation_id uuid references relation_types,
  is_paid boolean not null default true,
  names jsonb not null default '[]',
  unknown_names jsonb not null default '[]',
  rows integer not null,
  added integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  problems integer not null default 0,
  left_out integer not null default 0,
  guardians integer not null default 0,
  coins integer not null default 0,
  started_by uuid references users,
  rights jsonb,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint imports_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint imports_started_by_somebody check ((state = 'draft') or started_by is not null)
);
create index imports_by_school on imports (school_id, created_at desc, id desc);
create index imports_waiting on imports (modified_at) where state in ('waiting', 'undoing');
create index imports_by_age on imports (modified_at);
call wall_off('imports');
create policy school on imports using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on imports to kashkool_app;

-- What a row says, as read; what is to become of it, as judged; and what was done. The ids of what was done are no keys:
-- these rows outlive what they speak of. was: the student before; version_after: his version once the row was stored.
create table import_rows (
  school_id uuid not null references schools,
  import_id uuid not null,
  row integer not null,
  cells text[] not null,
  left_out boolean not null default false,
  code text,
  first_name text,
  middle_name text,
  last_name text,
  name_key text generated always as (fold(first_name || ' ' || middle_name || ' ' || last_name)) stored,
  class_room_id uuid,
  birth_date date,
  is_paid boolean,
  phones text[] not null default '{}',
  relations uuid[] not null default '{}',
  faults jsonb not null default '[]',
  unknown_names jsonb not null default '[]',
  outcome text not null default 'add'
    constraint import_rows_outcome_known check (outcome in ('add', 'change', 'same', 'problem', 'leftOut')),
  problems jsonb not null default '[]',
  student_id uuid,
  changes text[] not null default '{}',
  new_phones text[] not null default '{}',
  was jsonb,
  version_after integer,
  joined_id uuid,
  left_id uuid,
  seat_id uuid,
  link_ids uuid[] not null default '{}',
  invitation_ids uuid[] not null default '{}',
  constraint import_rows_once primary key (import_id, row),
  constraint import_rows_of_import foreign key (school_id, import_id) references imports (school_id, id) on delete cascade
);
create index import_rows_by_outcome on import_rows (import_id, outcome, row);
create index import_rows_by_student on import_rows (student_id);
call wall_off('import_rows');
create policy school on import_rows using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on import_rows to kashkool_app;

-- How far the one transaction that stores an import has come, told by another connection.
create table import_progress (
  school_id uuid not null references schools,
  import_id uuid not null,
  rows integer not null default 0,
  constraint import_progress_once primary key (import_id),
  constraint import_progress_of_import foreign key (school_id, import_id) references imports (school_id, id)
    on delete cascade
);
call wall_off('import_progress');
create policy school on import_progress using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on import_progress to kashkool_app;

-- The next import to store or to undo, locked until the transaction ends: while one process has it, no other takes it, and
-- when that process dies it waits as before.
create function next_import() returns table (id uuid, school_id uuid, state text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, school_id, state from imports where state in ('waiting', 'undoing')
  order by modified_at, id limit 1 for update skip locked
$$;
revoke execute on function next_import() from public;
grant execute on function next_import() to kashkool_app;

create function wake_importer() returns trigger
language plpgsql as $$
begin
  notify imports;
  return null;
end $$;
create trigger wake_importer after insert or update of state on imports for each row
  when (new.state in ('waiting', 'undoing')) execute function wake_importer();

-- Identity of a row without a code (one name in one school).
create index students_by_folded_name on students (school_id, fold(first_name || ' ' || middle_name || ' ' || last_name));

-- What an import brought is taken back with it, as if it had never been: nothing else of students is ever deleted. A seat
-- that was charged stays in the ledger, given back, and names nobody any more.
alter table seats alter column student_id drop not null;
alter table seats add constraint seats_of_student check (student_id is not null or refunded_on is not null);
grant delete on students, student_parents, parent_invitations to kashkool_app;
create policy of_undone_import on students as restrictive for delete to kashkool_app using (exists (
  select from import_rows r join imports i on i.id = r.import_id
  where r.student_id = students.id and r.was is null and i.state = 'undoing'));
create policy of_undone_import on student_parents as restrictive for delete to kashkool_app using (exists (
  select from import_rows r join imports i on i.id = r.import_id
  where r.student_id = student_parents.student_id and i.state = 'undoing'));
create policy of_undone_import on parent_invitations as restrictive for delete to kashkool_app using (exists (
  select from import_rows r join imports i on i.id = r.import_id
  where r.student_id = parent_invitations.student_id and i.state = 'undoing'));
