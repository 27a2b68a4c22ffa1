-- Grades, courses, classes, and the teachers linked to them.

create table grades (
  id uuid primary key,
  school_id uuid not null references schools,
  name text not null constraint grades_name_length check (fits(name, 3, 100)),
  notes text constraint grades_notes_length check (fits(notes, 0, 2000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id)
);
create unique index grades_name_taken on grades (school_id, fold(name));
call keep_to_school('grades');
grant select, insert, update on grades to kashkool_app;

create table courses (
  id uuid primary key,
  school_id uuid not null references schools,
  language_id uuid not null,
  name text not null constraint courses_name_length check (fits(name, 3, 100)),
  description text not null constraint courses_description_length check (fits(description, 3, 2000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint courses_language_assigned foreign key (school_id, language_id) references school_languages
);
create unique index courses_name_taken on courses (school_id, language_id, fold(name));
call keep_to_school('courses');
grant select, insert, update on courses to kashkool_app;

-- gender: 1 male, 2 female, 3 both. wcs_url: the weekly timetable.
create table class_rooms (
  id uuid primary key,
  school_id uuid not null references schools,
  grade_id uuid not null,
  language_id uuid not null,
  name text not null constraint class_rooms_name_length check (fits(name, 3, 100)),
  gender smallint not null constraint class_rooms_gender_known check (gender in (1, 2, 3)),
  max_of_students integer not null
    constraint class_rooms_capacity_range check (max_of_students between 1 and 500),
  supervisor_id uuid references users,
  active boolean not null default true,
  wcs_url text constraint class_rooms_wcs_url_length check (char_length(wcs_url) <= 500),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint class_rooms_grade_same_school foreign key (school_id, grade_id) references grades (school_id, id),
  constraint class_rooms_language_assigned foreign key (school_id, language_id) references school_languages
);
create unique index class_rooms_name_taken on class_rooms (school_id, grade_id, language_id, fold(name));
create index class_rooms_by_supervisor on class_rooms (supervisor_id);
call keep_to_school('class_rooms');
call show_own_rows('class_rooms', 'supervisor_id');
grant select, insert, update on class_rooms to kashkool_app;

-- Three links, each resting on the one before: ending a link ends those that rest on it.
create table school_teachers (
  school_id uuid not null references schools,
  teacher_id uuid not null references users,
  created_at timestamptz not null default now(),
  constraint school_teachers_once primary key (school_id, teacher_id)
);
create index school_teachers_by_teacher on school_teachers (teacher_id);
call keep_to_school('school_teachers');
call show_own_rows('school_teachers', 'teacher_id');
grant select, insert, delete on school_teachers to kashkool_app;

create table school_teacher_courses (
  school_id uuid not null references schools,
  teacher_id uuid not null,
  course_id uuid not null,
  created_at timestamptz not null default now(),
  constraint school_teacher_courses_once primary key (school_id, teacher_id, course_id),
  constraint school_teacher_courses_of_teacher foreign key (school_id, teacher_id)
    references school_teachers on delete cascade,
  constraint school_teacher_courses_course_same_school foreign key (school_id, course_id)
    references courses (school_id, id)
);
create index school_teacher_courses_by_teacher on school_teacher_courses (teacher_id);
call keep_to_school('school_teacher_courses');
call show_own_rows('school_teacher_courses', 'teacher_id');
grant select, insert, delete on school_teacher_courses to kashkool_app;

create table class_teacher_courses (
  school_id uuid not null references schools,
  class_room_id uuid not null,
  teacher_id uuid not null,
  course_id uuid not null,
  created_at timestamptz not null default now(),
  constraint class_teacher_courses_once primary key (class_room_id, teacher_id, course_id),
  constraint class_teacher_courses_class_same_school foreign key (school_id, class_room_id)
    references class_rooms (school_id, id),
  constraint class_teacher_courses_of_teacher_course foreign key (school_id, teacher_id, course_id)
    references school_teacher_courses on delete cascade
);
create index class_teacher_courses_by_teacher on class_teacher_courses (teacher_id, class_room_id);
create index class_teacher_courses_by_link on class_teacher_courses (school_id, teacher_id, course_id);
call keep_to_school('class_teacher_courses');
call show_own_rows('class_teacher_courses', 'teacher_id');
grant select, insert, delete on class_teacher_courses to kashkool_app;
