-- Students, the classes they have been in, and the parents linked to them.

-- seat_ended_on: the last day parents read; null while the seat is paid (api.md §12, students).
create table students (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  code text not null constraint students_code_form check (code ~ '^ST[0-9]{10}$'),
  first_name text not null constraint students_first_name_length check (fits(first_name, 3, 100)),
  middle_name text not null constraint students_middle_name_length check (fits(middle_name, 3, 100)),
  last_name text not null constraint students_last_name_length check (fits(last_name, 3, 100)),
  image_url text,
  birth_date date,
  active boolean not null default true,
  is_paid boolean not null default true,
  seat_ended_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint students_code_taken unique (school_id, code),
  constraint students_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint students_seat_end check (is_paid = (seat_ended_on is null))
);
create index students_on_roll on students
  (class_room_id, first_name collate by_name, middle_name collate by_name, last_name collate by_name, id) where active;
create index students_by_name on students
  (school_id, first_name collate by_name, middle_name collate by_name, last_name collate by_name, id);
create statistics students_school_and_class (ndistinct, dependencies) on school_id, class_room_id from students;
call keep_former_values('students', 'id');
call keep_to_students('students', 'id');
grant select, insert, update on students to kashkool_app;

-- The counter behind students.code: locked by its own update, so codes have no gaps and no races.
create table student_codes (
  school_id uuid primary key references schools,
  last_number bigint not null default 0
);
call keep_to_school('student_codes');
grant select, insert, update on student_codes to kashkool_app;

-- to_day null: the class the student is in now.
create table student_classes (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  class_room_id uuid not null,
  from_day date not null,
  to_day date,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint student_classes_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint student_classes_class_same_school foreign key (school_id, class_room_id)
    references class_rooms (school_id, id),
  constraint student_classes_day_order check (from_day <= to_day)
);
create unique index student_classes_one_at_a_time on student_classes (student_id) where to_day is null;
create index student_classes_by_student on student_classes (student_id, from_day);
create index student_classes_by_class on student_classes (class_room_id, from_day);
call keep_to_students('student_classes');
grant select, insert, update on student_classes to kashkool_app;

-- A link is also the school's statement that the guardian agreed: who said so, when, to which text.
create table student_parents (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  parent_id uuid not null references users,
  relation_id uuid not null references relation_types,
  consent_at timestamptz not null default now(),
  consent_by uuid not null references users,
  consent_text_version integer not null default 1,
  ended_at timestamptz,
  ended_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint student_parents_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint student_parents_ended_by_somebody check ((ended_at is null) = (ended_by is null))
);
create unique index student_parents_taken on student_parents (student_id, parent_id) where ended_at is null;
create index student_parents_by_parent on student_parents (parent_id) where ended_at is null;
call keep_former_values('student_parents', 'id');
call keep_to_students('student_parents');
call show_own_rows('student_parents', 'parent_id');
grant select, insert, update on student_parents to kashkool_app;
