-- A parents' evening (decision 188): teachers meet parents in turns of `minutes`, with `gap` minutes to walk between two of them. Without
-- classes, for all. Before `all_from` parents book only with teachers who ask for them. Bookings close `close_hours` before it begins.
create table meeting_rounds (
  school_id uuid not null references schools,
  id uuid not null,
  title text not null constraint meeting_rounds_title_length check (fits(title, 3, 150)),
  day date not null,
  from_time time not null,
  to_time time not null,
  minutes smallint not null constraint meeting_rounds_minutes_range check (minutes between 5 and 20),
  gap smallint not null default 2 constraint meeting_rounds_gap_range check (gap between 0 and 10),
  break_from time,
  break_to time,
  class_room_ids uuid[] not null default '{}',
  all_from date,
  close_hours smallint not null default 2 constraint meeting_rounds_close_hours_range check (close_hours between 0 and 72),
  opened_at timestamptz,
  made_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint meeting_rounds_times_in_order check (to_time >= from_time + make_interval(mins => minutes)),
  constraint meeting_rounds_break_inside check (
    num_nonnulls(break_from, break_to) <> 1 and (break_from is null or from_time <= break_from and break_from < break_to and break_to <= to_time))
);
create index meeting_rounds_by_day on meeting_rounds (school_id, day, id);
call keep_to_school('meeting_rounds');
call keep_former_values('meeting_rounds', 'id');
grant select, insert, update on meeting_rounds to kashkool_app;

-- Who takes part, where, and at which of the times they are not there.
create table meeting_teachers (
  school_id uuid not null references schools,
  round_id uuid not null,
  teacher_id uuid not null references users,
  room text constraint meeting_teachers_room_length check (fits(room, 1, 60)),
  closed time[] not null default '{}',
  primary key (school_id, round_id, teacher_id),
  constraint meeting_teachers_round foreign key (school_id, round_id) references meeting_rounds (school_id, id)
);
create index meeting_teachers_by_teacher on meeting_teachers (school_id, teacher_id);
call keep_to_school('meeting_teachers');
grant select, insert, update, delete on meeting_teachers to kashkool_app;

-- The parents of whom a teacher wants to see.
create table meeting_wishes (
  school_id uuid not null references schools,
  id uuid not null,
  round_id uuid not null,
  teacher_id uuid not null references users,
  student_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint meeting_wishes_once unique (school_id, round_id, teacher_id, student_id),
  constraint meeting_wishes_teacher foreign key (school_id, round_id, teacher_id)
    references meeting_teachers (school_id, round_id, teacher_id) on delete cascade,
  constraint meeting_wishes_student foreign key (school_id, student_id) references students (school_id, id)
);
create index meeting_wishes_by_student on meeting_wishes (school_id, student_id);
call keep_to_students('meeting_wishes');
grant select, insert, update, delete on meeting_wishes to kashkool_app;

-- A meeting about a student. One that was cancelled is a former value.
create table meeting_bookings (
  school_id uuid not null references schools,
  id uuid not null,
  round_id uuid not null,
  teacher_id uuid not null references users,
  student_id uuid not null,
  starts time not null,
  booked_by uuid not null references users,
  outcome text constraint meeting_bookings_outcome_known check (outcome in ('held', 'missed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint meeting_bookings_one_a_time unique (school_id, round_id, teacher_id, starts),
  constraint meeting_bookings_one_a_student unique (school_id, round_id, teacher_id, student_id),
  constraint meeting_bookings_teacher foreign key (school_id, round_id, teacher_id) references meeting_teachers (school_id, round_id, teacher_id),
  constraint meeting_bookings_student foreign key (school_id, student_id) references students (school_id, id)
);
create index meeting_bookings_by_student on meeting_bookings (school_id, student_id);
call keep_to_students('meeting_bookings');
call keep_former_values('meeting_bookings', 'id');
grant select, insert, update, delete on meeting_bookings to kashkool_app;
