-- Calls to guardians about the absences of a day: each is kept, the latest counts.
create table absence_calls (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  day date not null,
  outcome text not null constraint absence_calls_outcome check (outcome in ('reached', 'noAnswer')),
  note text constraint absence_calls_note_length check (fits(note, 0, 500)),
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint absence_calls_student_same_school foreign key (school_id, student_id) references students (school_id, id)
);
create index absence_calls_by_student on absence_calls (student_id, day, created_at);
call keep_to_students('absence_calls');
grant select, insert on absence_calls to kashkool_app;

-- Reminders of registers that were missing.
create table register_reminders (
  school_id uuid not null references schools,
  id uuid not null,
  class_room_id uuid not null,
  day date not null,
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint register_reminders_class_same_school foreign key (school_id, class_room_id)
    references class_rooms (school_id, id)
);
create index register_reminders_by_class on register_reminders (class_room_id, day, created_at);
call keep_to_school('register_reminders');
grant select, insert on register_reminders to kashkool_app;
