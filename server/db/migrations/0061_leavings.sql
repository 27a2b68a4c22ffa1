-- A student who leaves the school, and may return (decision 036).

-- left_on: the last day at the school; null while the student is at it. Who left is on no roll and has no paid seat, and
-- parents read no further than that day.
alter table students add column left_on date;
alter table students add constraint students_left_ended check (
  left_on is null or (not active and not is_paid and seat_ended_on <= left_on));
create index students_left on students (school_id, left_on) where left_on is not null;

-- What may be chosen as the reason.
create table leaving_reasons (
  id uuid primary key,
  name text not null unique,
  position smallint not null unique
);
call wall_off('leaving_reasons');
create policy everybody on leaving_reasons for select using (true);
grant select on leaving_reasons to kashkool_app;
insert into leaving_reasons (id, name, position) values
  ('01900000-0000-7000-8000-00000000e001', 'Transfer to another school', 1),
  ('01900000-0000-7000-8000-00000000e002', 'Moved house', 2),
  ('01900000-0000-7000-8000-00000000e003', 'Moved abroad', 3),
  ('01900000-0000-7000-8000-00000000e004', 'Finished this school', 4),
  ('01900000-0000-7000-8000-00000000e005', 'Withdrawn by the family', 5),
  ('01900000-0000-7000-8000-00000000e006', 'Long absence', 6),
  ('01900000-0000-7000-8000-00000000e007', 'Excluded by the school', 7),
  ('01900000-0000-7000-8000-00000000e008', 'Deceased', 8),
  ('01900000-0000-7000-8000-00000000e009', 'Other', 9);

-- Every leaving with its return, if there was one; the open one is that of students.left_on. seat_ended: whether it ended
-- a paid seat.
create table student_leavings (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  left_on date not null,
  reason_id uuid not null references leaving_reasons,
  note text constraint student_leavings_note_length check (fits(note, 0, 500)),
  destination text constraint student_leavings_destination_length check (fits(destination, 0, 200)),
  seat_ended boolean not null,
  entered_by uuid not null references users,
  returned_on date,
  returned_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint student_leavings_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint student_leavings_day_order check (left_on <= returned_on),
  constraint student_leavings_returned_by_somebody check ((returned_on is null) = (returned_by is null))
);
create unique index student_leavings_open on student_leavings (student_id) where returned_on is null;
create index student_leavings_by_student on student_leavings (student_id, created_at desc);
call keep_former_values('student_leavings', 'id');
call keep_to_students('student_leavings');
grant select, insert, update on student_leavings to kashkool_app;
