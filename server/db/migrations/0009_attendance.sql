-- A sheet is one class on one date; a mark is one student on it. No mark: not rated yet.

-- version: counts the savings of the sheet, also while it stands empty. Locking this row is locking the sheet.
create table attendance_sheets (
  school_id uuid not null references schools,
  class_room_id uuid not null,
  date date not null,
  version integer not null default 1,
  saved_by uuid not null references users,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint attendance_sheets_once primary key (class_room_id, date),
  unique (school_id, class_room_id, date),
  constraint attendance_sheets_class_same_school foreign key (school_id, class_room_id)
    references class_rooms (school_id, id)
);
call keep_to_school('attendance_sheets');
grant select, insert, update on attendance_sheets to kashkool_app;

-- supervisor_id: who took it.
create table attendance_marks (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  student_id uuid not null,
  date date not null,
  state text not null
    constraint attendance_marks_state_known check (state in ('present', 'absent', 'late', 'excused')),
  minutes_late smallint constraint attendance_marks_minutes_late_range check (minutes_late between 0 and 600),
  note text constraint attendance_marks_note_length check (fits(note, 0, 500)),
  supervisor_id uuid not null references users,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint attendance_marks_once unique (student_id, date, class_room_id),
  constraint attendance_marks_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint attendance_marks_on_sheet foreign key (school_id, class_room_id, date)
    references attendance_sheets (school_id, class_room_id, date)
);
create index attendance_marks_by_class on attendance_marks (class_room_id, date, student_id) include (school_id, state);
create index attendance_marks_by_student on attendance_marks (student_id, date desc)
  include (school_id, class_room_id, state);
-- A student is nearly always of one class, and a class of one school: without this the planner multiplies the three.
create statistics attendance_marks_school_class_student (ndistinct, dependencies)
  on school_id, class_room_id, student_id from attendance_marks;
call keep_former_values('attendance_marks', 'id');
call keep_to_students('attendance_marks');
grant select, insert, update, delete on attendance_marks to kashkool_app;

-- First answers by clientOperationId: a phone that was offline may send the same saving twice.
create table attendance_savings (
  school_id uuid not null references schools,
  user_id uuid not null references users,
  client_operation_id uuid not null,
  class_room_id uuid not null,
  date date not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  constraint attendance_savings_once primary key (school_id, user_id, client_operation_id),
  constraint attendance_savings_class_same_school foreign key (school_id, class_room_id)
    references class_rooms (school_id, id)
);
create index attendance_savings_by_age on attendance_savings (created_at);
call keep_to_school('attendance_savings');
grant select, insert, delete on attendance_savings to kashkool_app;
