-- When a teacher is absent: whole days, or on one day some numbers or a time. decided_by is null while what a teacher told of themselves waits
-- for somebody who covers lessons; until then it opens no lesson.
create table staff_absences (
  school_id uuid not null references schools,
  id uuid not null,
  teacher_id uuid not null references users,
  from_day date not null,
  to_day date not null,
  from_time time,
  to_time time,
  numbers smallint[],
  kind text not null constraint staff_absences_kind_known check (kind in ('illness', 'leave', 'duty', 'training', 'other')),
  told_at timestamptz not null default now(),
  told_by uuid not null references users,
  decided_by uuid references users,
  removed_at timestamptz,
  removed_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint staff_absences_days_in_order check (to_day between from_day and from_day + 199),
  constraint staff_absences_part_of_one_day check (from_day = to_day or num_nonnulls(from_time, to_time, numbers) = 0),
  constraint staff_absences_times_in_order check (from_time < to_time),
  constraint staff_absences_one_part check (numbers is null or num_nonnulls(from_time, to_time) = 0),
  constraint staff_absences_removed check ((removed_at is null) = (removed_by is null))
);
create index staff_absences_by_day on staff_absences (school_id, to_day, from_day) where removed_at is null;
call keep_to_school('staff_absences');
call keep_former_values('staff_absences', 'id');
grant select, insert, update on staff_absences to kashkool_app;

-- Who takes a lesson of one day whose teacher is absent, and in which way. Declined ones and those that were undone stay. reopened_until: until
-- then a register that reached us after the end is still taken.
create table covers (
  school_id uuid not null references schools,
  id uuid not null,
  day date not null,
  lesson_id uuid not null,
  number smallint not null,
  absent_id uuid not null references users,
  teacher_id uuid references users,
  way text not null constraint covers_way_known check (way in ('cover', 'merge', 'moved', 'study')),
  state text not null constraint covers_state_known check (state in ('asked', 'given', 'declined', 'undone')),
  rank smallint constraint covers_rank_range check (rank between 1 and 1000),
  reason text constraint covers_reason_length check (fits(reason, 3, 200)),
  answer text constraint covers_answer_length check (fits(answer, 3, 200)),
  asked_at timestamptz not null default now(),
  asked_by uuid not null references users,
  decided_at timestamptz,
  late_asked_at timestamptz,
  reopened_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint covers_lesson foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade,
  constraint covers_teacher_covers check (way <> 'cover' or teacher_id is not null),
  constraint covers_not_by_absent check (teacher_id <> absent_id)
);
create unique index covers_once on covers (school_id, day, lesson_id) where state in ('asked', 'given');
create index covers_by_day on covers (school_id, day);
create index covers_by_teacher on covers (school_id, teacher_id, day) where teacher_id is not null;
create index covers_by_lesson on covers (school_id, lesson_id);
call keep_to_school('covers');
call keep_former_values('covers', 'id');
grant select, insert, update on covers to kashkool_app;

-- What the absent teacher leaves for a lesson of one day, and what the covering one writes back.
create table cover_notes (
  school_id uuid not null references schools,
  id uuid not null,
  day date not null,
  lesson_id uuid not null,
  author_id uuid not null references users,
  text text not null constraint cover_notes_text_length check (fits(text, 1, 1000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint cover_notes_once unique (school_id, day, lesson_id, author_id),
  constraint cover_notes_lesson foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade
);
call keep_to_school('cover_notes');
call keep_former_values('cover_notes', 'id');
grant select, insert, update, delete on cover_notes to kashkool_app;

-- How a school covers: the most covers a day and lessons in a row, the weekly load of a teacher, and whether people are asked first.
create table cover_rules (
  school_id uuid not null references schools,
  id uuid not null,
  a_day smallint not null default 2 constraint cover_rules_a_day_range check (a_day between 1 and 10),
  in_row smallint not null default 5 constraint cover_rules_in_row_range check (in_row between 1 and 20),
  load smallint not null default 24 constraint cover_rules_load_range check (load between 1 and 60),
  consent boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint cover_rules_one unique (school_id)
);
call keep_to_school('cover_rules');
grant select, insert, update on cover_rules to kashkool_app;

-- Teachers for whom something else holds: exempt from covers, or with another weekly load.
create table cover_teachers (
  school_id uuid not null references schools,
  teacher_id uuid not null references users,
  exempt boolean not null default false,
  load smallint constraint cover_teachers_load_range check (load between 1 and 60),
  primary key (school_id, teacher_id)
);
call keep_to_school('cover_teachers');
grant select, insert, delete on cover_teachers to kashkool_app;

-- Numbers of the week in which a teacher is there to cover (0 is Sunday).
create table cover_standby (
  school_id uuid not null references schools,
  teacher_id uuid not null references users,
  weekday smallint not null constraint cover_standby_weekday_known check (weekday between 0 and 6),
  number smallint not null constraint cover_standby_number_range check (number between 1 and 20),
  primary key (school_id, weekday, number, teacher_id)
);
call keep_to_school('cover_standby');
grant select, insert, delete on cover_standby to kashkool_app;
