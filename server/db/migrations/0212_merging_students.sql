-- Two students who are one: what was of the other becomes the kept student's, and the other stays off every roll. Each row that
-- was changed is kept as it was and as it became, so that a merge can be taken back exactly (decision 053).
create table student_merges (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  other_id uuid not null,
  merged_by uuid not null references users,
  undone_at timestamptz,
  undone_by uuid references users,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint student_merges_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint student_merges_other_same_school foreign key (school_id, other_id) references students (school_id, id),
  constraint student_merges_undone_by_somebody check ((undone_at is null) = (undone_by is null))
);
create index student_merges_by_student on student_merges (student_id);
create unique index student_merges_once on student_merges (other_id) where undone_at is null;
call wall_off('student_merges');
create policy school on student_merges using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update on student_merges to kashkool_app;

-- student_id: whose row it was.
create table student_merge_rows (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools,
  student_id uuid not null,
  merge_id uuid not null,
  table_name text not null,
  was jsonb not null,
  became jsonb not null,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint student_merge_rows_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint student_merge_rows_merge_same_school foreign key (school_id, merge_id)
    references student_merges (school_id, id)
);
create index student_merge_rows_of_merge on student_merge_rows (merge_id, table_name);
create index student_merge_rows_by_student on student_merge_rows (student_id);
call wall_off('student_merge_rows');
create policy school on student_merge_rows using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, delete on student_merge_rows to kashkool_app;

alter table students
  add column merged_into uuid,
  add constraint students_merged_same_school foreign key (school_id, merged_into) references students (school_id, id),
  add constraint students_merged_inactive check (merged_into is null or not active);
create index students_merged on students (merged_into) where merged_into is not null;
