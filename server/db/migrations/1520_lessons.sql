-- Attendance by lesson (decision 163). The day is derived from the lessons and stored where it is read.

-- origin: taken in the register of the day, derived from the lessons, or the word of the office, which lessons do not change.
-- left_at: when a student who was there left before the end; nothing where the state says that they were not.
alter table attendance_marks
  add column origin text not null default 'taken' constraint attendance_marks_origin_known check (origin in ('taken', 'derived', 'office')),
  add column left_at time;

-- How the day of a grade follows from its lessons, from a day on; 'day': the register of the day is taken.
create table day_rules (
  school_id uuid not null references schools,
  id uuid not null,
  grade_id uuid not null,
  from_day date not null,
  rule text not null constraint day_rules_rule_known check (rule in ('day', 'first', 'missed', 'share')),
  share smallint constraint day_rules_share_range check (share between 1 and 100),
  made_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint day_rules_once unique (school_id, grade_id, from_day),
  constraint day_rules_share_of_rule check ((rule = 'share') = (share is not null)),
  constraint day_rules_grade_same_school foreign key (school_id, grade_id) references grades (school_id, id)
);
call keep_to_school('day_rules');
call keep_former_values('day_rules', 'id');
grant select, insert, update, delete on day_rules to kashkool_app;

-- The register of one lesson of a class, or of a group of it. part: the group, else the class. The lesson and course are those of the timetable
-- in force when it was taken. late_reason: why it was changed after its teacher could.
create table lesson_sheets (
  school_id uuid not null references schools,
  class_room_id uuid not null,
  group_id uuid,
  part uuid not null generated always as (coalesce(group_id, class_room_id)) stored,
  day date not null,
  number smallint not null constraint lesson_sheets_number_range check (number between 1 and 20),
  lesson_id uuid not null,
  course_id uuid not null,
  version integer not null default 0,
  saved_by uuid not null references users,
  late_reason text constraint lesson_sheets_late_reason_length check (fits(late_reason, 3, 200)),
  late_reason_by uuid references users,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint lesson_sheets_once primary key (school_id, class_room_id, day, number, part),
  constraint lesson_sheets_late_reason_by check ((late_reason is null) = (late_reason_by is null)),
  constraint lesson_sheets_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint lesson_sheets_course_same_school foreign key (school_id, course_id) references courses (school_id, id)
);
create index lesson_sheets_by_day on lesson_sheets (school_id, day);
call keep_to_school('lesson_sheets');
grant select, insert, update on lesson_sheets to kashkool_app;

-- A student has one mark for a number of a day, in whichever class or group.
create table lesson_marks (
  school_id uuid not null references schools,
  id uuid not null,
  class_room_id uuid not null,
  part uuid not null,
  day date not null,
  number smallint not null,
  student_id uuid not null,
  state text not null constraint lesson_marks_state_known check (state in ('present', 'absent', 'late', 'excused')),
  minutes_late smallint constraint lesson_marks_minutes_late_range check (minutes_late between 0 and 600),
  left_at time,
  note text constraint lesson_marks_note_length check (fits(note, 0, 500)),
  marked_by uuid not null references users,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint lesson_marks_once unique (school_id, student_id, day, number),
  constraint lesson_marks_left_was_there check (left_at is null or state in ('present', 'late')),
  constraint lesson_marks_on_sheet foreign key (school_id, class_room_id, day, number, part)
    references lesson_sheets (school_id, class_room_id, day, number, part),
  constraint lesson_marks_student_same_school foreign key (school_id, student_id) references students (school_id, id)
);
create index lesson_marks_by_sheet on lesson_marks (school_id, class_room_id, day, number, part);
call keep_to_students('lesson_marks');
call keep_former_values('lesson_marks', 'id');
grant select, insert, update, delete on lesson_marks to kashkool_app;
