-- What a name in a file of a week means in this school, decided once; without a meaning, lessons are taken without the name.
create table week_file_names (
  school_id uuid not null references schools,
  kind text not null constraint week_file_names_kind_known check (kind in ('class', 'course', 'teacher', 'room')),
  -- Folded, as names are compared.
  name text not null constraint week_file_names_name_length check (fits(name, 1, 200)),
  class_room_id uuid,
  course_id uuid,
  teacher_id uuid,
  room_id uuid,
  modified_at timestamptz not null default now(),
  primary key (school_id, kind, name),
  constraint week_file_names_of_kind check (
    num_nonnulls(class_room_id, course_id, teacher_id, room_id) = 0
    or (kind = 'class' and class_room_id is not null and num_nonnulls(course_id, teacher_id, room_id) = 0)
    or (kind = 'course' and course_id is not null and num_nonnulls(class_room_id, teacher_id, room_id) = 0)
    or (kind = 'teacher' and teacher_id is not null and num_nonnulls(class_room_id, course_id, room_id) = 0)
    or (kind = 'room' and room_id is not null and num_nonnulls(class_room_id, course_id, teacher_id) = 0)),
  constraint week_file_names_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id) on delete cascade,
  constraint week_file_names_course_same_school foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  constraint week_file_names_teacher_same_school foreign key (school_id, teacher_id) references school_teachers (school_id, teacher_id) on delete cascade,
  constraint week_file_names_room_same_school foreign key (school_id, room_id) references rooms (school_id, id) on delete cascade
);
create index week_file_names_by_class on week_file_names (school_id, class_room_id) where class_room_id is not null;
create index week_file_names_by_course on week_file_names (school_id, course_id) where course_id is not null;
create index week_file_names_by_teacher on week_file_names (school_id, teacher_id) where teacher_id is not null;
create index week_file_names_by_room on week_file_names (school_id, room_id) where room_id is not null;
call keep_to_school('week_file_names');
grant select, insert, update, delete on week_file_names to kashkool_app;
