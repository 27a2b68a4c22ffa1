-- A whole class moved to its next one. left_id and joined_id: the memberships that the move closed and opened; an undone
-- move has taken the opened ones back.
create table class_moves (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  to_class_room_id uuid not null,
  day date not null,
  students integer not null,
  moved_by uuid not null references users,
  undone_at timestamptz,
  undone_by uuid references users,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint class_moves_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint class_moves_to_class_same_school foreign key (school_id, to_class_room_id)
    references class_rooms (school_id, id),
  constraint class_moves_to_another check (class_room_id <> to_class_room_id),
  constraint class_moves_undone_by_somebody check ((undone_at is null) = (undone_by is null))
);
create index class_moves_by_school on class_moves (school_id, created_at desc, id);
call keep_to_school('class_moves');
grant select, insert, update on class_moves to kashkool_app;

create table class_move_students (
  school_id uuid not null references schools,
  move_id uuid not null,
  student_id uuid not null,
  left_id uuid not null,
  joined_id uuid,
  constraint class_move_students_once primary key (move_id, student_id),
  constraint class_move_students_of_move foreign key (school_id, move_id) references class_moves (school_id, id),
  constraint class_move_students_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint class_move_students_left foreign key (school_id, left_id) references student_classes (school_id, id),
  constraint class_move_students_joined foreign key (school_id, joined_id) references student_classes (school_id, id)
    on delete set null (joined_id)
);
create index class_move_students_joined on class_move_students (joined_id);
create index class_move_students_left on class_move_students (left_id);
call keep_to_students('class_move_students');
grant select, insert, update on class_move_students to kashkool_app;

-- What a move opened is taken back with it, as if it had never been.
grant delete on student_classes to kashkool_app;
