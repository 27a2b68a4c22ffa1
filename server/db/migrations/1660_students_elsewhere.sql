-- Students on the school's business during lessons of a day, such as a trip (decision 179). event_id joins those who are at one event.
create table students_elsewhere (
  school_id uuid not null references schools,
  id uuid not null,
  event_id uuid not null,
  student_id uuid not null,
  class_room_id uuid not null,
  day date not null,
  from_number smallint not null,
  to_number smallint not null,
  name text not null constraint students_elsewhere_name_length check (fits(name, 2, 100)),
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint students_elsewhere_once unique (school_id, event_id, student_id),
  constraint students_elsewhere_numbers check (from_number between 1 and 20 and to_number between from_number and 20),
  constraint students_elsewhere_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint students_elsewhere_student_same_school foreign key (school_id, student_id) references students (school_id, id)
);
create index students_elsewhere_by_student on students_elsewhere (school_id, student_id, day);
create index students_elsewhere_by_class on students_elsewhere (school_id, class_room_id, day);
call keep_to_students('students_elsewhere');
call keep_former_values('students_elsewhere', 'id');
grant select, insert, update, delete on students_elsewhere to kashkool_app;
