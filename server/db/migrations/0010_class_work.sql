-- Homework, exams, activities and notes. rate is the full mark; a result of null is not rated yet.
-- A result row that was taken away keeps its result and comes back with it when the student is added again.

create table homework (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  course_id uuid not null,
  assignment_date date not null,
  details text not null constraint homework_details_length check (fits(details, 1, 4000)),
  rate numeric(6, 2) not null constraint homework_rate_positive check (rate > 0),
  supervisor_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  unique (school_id, id),
  constraint homework_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint homework_course_same_school foreign key (school_id, course_id) references courses (school_id, id),
  constraint homework_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index homework_by_class on homework (class_room_id, assignment_date desc, created_at desc, id)
  where removed_at is null;
call keep_to_school('homework');
grant select, insert, update on homework to kashkool_app;

create table student_homework (
  school_id uuid not null references schools,
  homework_id uuid not null,
  student_id uuid not null,
  result numeric(6, 2) constraint student_homework_result_positive check (result >= 0),
  is_delivered boolean,
  delivered_date date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  constraint student_homework_once primary key (homework_id, student_id),
  constraint student_homework_homework_same_school foreign key (school_id, homework_id)
    references homework (school_id, id),
  constraint student_homework_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint student_homework_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index student_homework_by_student on student_homework (student_id, homework_id) where removed_at is null;
call keep_former_values('student_homework', 'homework_id', 'student_id');
call keep_to_students('student_homework');
grant select, insert, update on student_homework to kashkool_app;

create table exams (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  course_id uuid not null,
  month_id uuid not null,
  exam_date date not null,
  details text constraint exams_details_length check (fits(details, 0, 4000)),
  rate numeric(6, 2) not null constraint exams_rate_positive check (rate > 0),
  supervisor_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  unique (school_id, id),
  constraint exams_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint exams_course_same_school foreign key (school_id, course_id) references courses (school_id, id),
  constraint exams_month_same_school foreign key (school_id, month_id) references school_year_months (school_id, id),
  constraint exams_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index exams_by_class on exams (class_room_id, exam_date desc, created_at desc, id) where removed_at is null;
create index exams_by_school on exams (school_id, exam_date desc, created_at desc, id) where removed_at is null;
create index exams_by_month on exams (month_id);
call keep_to_school('exams');
grant select, insert, update on exams to kashkool_app;

create table student_exams (
  school_id uuid not null references schools,
  exam_id uuid not null,
  student_id uuid not null,
  total_result numeric(6, 2) constraint student_exams_total_result_positive check (total_result >= 0),
  is_attend boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  constraint student_exams_once primary key (exam_id, student_id),
  constraint student_exams_exam_same_school foreign key (school_id, exam_id) references exams (school_id, id),
  constraint student_exams_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint student_exams_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index student_exams_by_student on student_exams (student_id, exam_id) where removed_at is null;
call keep_former_values('student_exams', 'exam_id', 'student_id');
call keep_to_students('student_exams');
grant select, insert, update on student_exams to kashkool_app;

create table rate_headers (
  id uuid primary key,
  school_id uuid not null references schools,
  name text not null constraint rate_headers_name_length check (fits(name, 1, 100)),
  notes text constraint rate_headers_notes_length check (fits(notes, 0, 2000)),
  percentage numeric(6, 2) not null
    constraint rate_headers_percentage_range check (percentage > 0 and percentage <= 100),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id)
);
create unique index rate_headers_name_taken on rate_headers (school_id, fold(name));
call keep_to_school('rate_headers');
grant select, insert, update on rate_headers to kashkool_app;

create table activities (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  course_id uuid not null,
  activity_date date not null,
  details text not null constraint activities_details_length check (fits(details, 1, 4000)),
  rate numeric(6, 2) not null constraint activities_rate_positive check (rate > 0),
  supervisor_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  unique (school_id, id),
  constraint activities_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint activities_course_same_school foreign key (school_id, course_id) references courses (school_id, id),
  constraint activities_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index activities_by_class on activities (class_room_id, activity_date desc, created_at desc, id)
  where removed_at is null;
call keep_to_school('activities');
grant select, insert, update on activities to kashkool_app;

create table student_activities (
  school_id uuid not null references schools,
  activity_id uuid not null,
  student_id uuid not null,
  result numeric(6, 2) constraint student_activities_result_positive check (result >= 0),
  is_attend boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  constraint student_activities_once primary key (activity_id, student_id),
  constraint student_activities_activity_same_school foreign key (school_id, activity_id)
    references activities (school_id, id),
  constraint student_activities_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint student_activities_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index student_activities_by_student on student_activities (student_id, activity_id) where removed_at is null;
call keep_former_values('student_activities', 'activity_id', 'student_id');
call keep_to_students('student_activities');
grant select, insert, update on student_activities to kashkool_app;

-- supervisor_id: the author.
create table student_notes (
  id uuid primary key,
  school_id uuid not null references schools,
  class_room_id uuid not null,
  student_id uuid not null,
  course_id uuid,
  date date not null,
  notes text not null constraint student_notes_notes_length check (fits(notes, 1, 4000)),
  supervisor_id uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  unique (school_id, id),
  constraint student_notes_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint student_notes_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint student_notes_course_same_school foreign key (school_id, course_id) references courses (school_id, id),
  constraint student_notes_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index student_notes_by_student on student_notes (student_id, date desc, created_at desc, id)
  where removed_at is null;
create index student_notes_by_class on student_notes (class_room_id, date desc, created_at desc, id)
  where removed_at is null;
call keep_former_values('student_notes', 'id');
call keep_to_students('student_notes');
grant select, insert, update on student_notes to kashkool_app;
