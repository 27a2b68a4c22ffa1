-- Which hours apply to a grade on a weekday; without a grade to all, without a weekday on all. The grade counts before the weekday.
create table hours_uses (
  school_id uuid not null references school_calendars (school_id),
  id uuid not null,
  grade_id uuid,
  weekday smallint constraint hours_uses_weekday_known check (weekday between 0 and 6),
  hours_set_id uuid not null,
  primary key (school_id, id),
  constraint hours_uses_once unique nulls not distinct (school_id, grade_id, weekday),
  constraint hours_uses_grade_same_school foreign key (school_id, grade_id) references grades (school_id, id),
  constraint hours_uses_hours_same_school foreign key (school_id, hours_set_id) references hours_sets (school_id, id)
);
call keep_to_school('hours_uses');
grant select, insert, update, delete on hours_uses to kashkool_app;

create table rooms (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint rooms_name_length check (fits(name, 1, 60)),
  kind text not null constraint rooms_kind_known check (kind in ('classroom', 'lab', 'computers', 'workshop', 'sports', 'other')),
  seats integer constraint rooms_seats_range check (seats between 1 and 5000),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index rooms_name_taken on rooms (school_id, fold(name));
call keep_to_school('rooms');
call keep_former_values('rooms', 'id');
grant select, insert, update, delete on rooms to kashkool_app;

-- A class divided for some lessons, such as by language: a student is in at most one group of each division.
create table class_divisions (
  school_id uuid not null references schools,
  id uuid not null,
  class_room_id uuid not null,
  name text not null constraint class_divisions_name_length check (fits(name, 1, 60)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint class_divisions_of_class unique (school_id, class_room_id, id),
  constraint class_divisions_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id)
);
create unique index class_divisions_name_taken on class_divisions (school_id, class_room_id, fold(name));
call keep_to_school('class_divisions');
grant select, insert, update, delete on class_divisions to kashkool_app;

create table class_groups (
  school_id uuid not null references schools,
  id uuid not null,
  class_room_id uuid not null,
  division_id uuid not null,
  name text not null constraint class_groups_name_length check (fits(name, 1, 60)),
  position smallint not null,
  primary key (school_id, id),
  constraint class_groups_of_class unique (school_id, class_room_id, division_id, id),
  constraint class_groups_of_division unique (school_id, division_id, id),
  constraint class_groups_division foreign key (school_id, class_room_id, division_id)
    references class_divisions (school_id, class_room_id, id) on delete cascade
);
call keep_to_school('class_groups');
grant select, insert, update, delete on class_groups to kashkool_app;

-- In which group of a division a student is from a day on; null: in none any more. The latest row up to a day counts, so that nobody can be
-- in two groups of a division on the same day.
create table group_students (
  school_id uuid not null references schools,
  division_id uuid not null,
  student_id uuid not null,
  from_day date not null,
  group_id uuid,
  primary key (school_id, division_id, student_id, from_day),
  constraint group_students_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint group_students_division foreign key (school_id, division_id) references class_divisions (school_id, id) on delete cascade,
  constraint group_students_group foreign key (school_id, division_id, group_id)
    references class_groups (school_id, division_id, id) on delete cascade
);
create index group_students_by_student on group_students (school_id, student_id);
call keep_to_students('group_students');
grant select, insert, update, delete on group_students to kashkool_app;

-- A version of the week: a draft, or published from a day on. It ends where the next published one begins, so versions cannot overlap.
create table timetables (
  school_id uuid not null references schools,
  id uuid not null,
  year_id uuid not null,
  name text not null constraint timetables_name_length check (fits(name, 1, 60)),
  weeks smallint not null default 1 constraint timetables_weeks_known check (weeks in (1, 2)),
  -- The first day of a week A.
  anchor date not null,
  valid_from date,
  published_at timestamptz,
  published_by uuid references users,
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint timetables_year_same_school foreign key (school_id, year_id) references school_years (school_id, id),
  constraint timetables_published check (
    (published_at is null) = (valid_from is null) and (published_at is null) = (published_by is null)
    and (published_at is null or removed_at is null))
);
create index timetables_by_id on timetables (id);
create unique index timetables_day_taken on timetables (school_id, valid_from) where published_at is not null;
call keep_to_school('timetables');
call keep_former_values('timetables', 'id');
grant select, insert, update on timetables to kashkool_app;

-- A lesson of a version. week: 0 each week, 1 week A, 2 week B. A null in group_ids: the whole class at the same place in class_ids.
create table lessons (
  school_id uuid not null references schools,
  id uuid not null,
  timetable_id uuid not null,
  course_id uuid not null,
  weekday smallint not null constraint lessons_weekday_known check (weekday between 0 and 6),
  number smallint not null constraint lessons_number_range check (number between 1 and 20),
  week smallint not null default 0 constraint lessons_week_known check (week between 0 and 2),
  fixed boolean not null default false,
  class_ids uuid[] not null constraint lessons_classes_count check (cardinality(class_ids) between 1 and 20),
  group_ids uuid[] not null,
  teacher_ids uuid[] not null default '{}' constraint lessons_teachers_count check (cardinality(teacher_ids) <= 10),
  room_ids uuid[] not null default '{}' constraint lessons_rooms_count check (cardinality(room_ids) <= 10),
  primary key (school_id, id),
  constraint lessons_timetable foreign key (school_id, timetable_id) references timetables (school_id, id),
  constraint lessons_course_same_school foreign key (school_id, course_id) references courses (school_id, id),
  constraint lessons_groups_of_classes check (cardinality(group_ids) = cardinality(class_ids))
);
create index lessons_by_day on lessons (school_id, timetable_id, weekday);
call keep_to_school('lessons');
grant select, insert, update, delete on lessons to kashkool_app;

-- A place in the week of a class has the whole class (then the division is the class itself) or one of its divisions.
create table class_slots (
  school_id uuid not null references schools,
  timetable_id uuid not null,
  class_room_id uuid not null,
  weekday smallint not null,
  number smallint not null,
  week smallint not null,
  divided_by uuid not null,
  primary key (school_id, timetable_id, class_room_id, weekday, number, week),
  constraint class_slots_divided unique (school_id, timetable_id, class_room_id, weekday, number, week, divided_by)
);
call keep_to_school('class_slots');
grant select on class_slots to kashkool_app;

-- Who and what a lesson takes in week A and in week B: a teacher, a room, or a class or one of its groups. Written by keep_lesson_slots alone.
-- shift: the hours that apply to the class, since the same number is another time in another shift.
create table lesson_slots (
  school_id uuid not null references schools,
  lesson_id uuid not null,
  timetable_id uuid not null,
  weekday smallint not null,
  number smallint not null,
  week smallint not null constraint lesson_slots_week_known check (week in (1, 2)),
  shift uuid,
  teacher_id uuid references users,
  room_id uuid,
  class_room_id uuid,
  division_id uuid,
  group_id uuid,
  divided_by uuid generated always as (coalesce(division_id, class_room_id)) stored,
  constraint lesson_slots_takes_one check (num_nonnulls(teacher_id, room_id, class_room_id) = 1),
  constraint lesson_slots_group_in_division check ((division_id is null) = (group_id is null)),
  constraint lesson_slots_lesson foreign key (school_id, lesson_id) references lessons (school_id, id) on delete cascade,
  constraint lesson_slots_room_same_school foreign key (school_id, room_id) references rooms (school_id, id),
  constraint lesson_slots_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint lesson_slots_group_of_class foreign key (school_id, class_room_id, division_id, group_id)
    references class_groups (school_id, class_room_id, division_id, id),
  constraint lesson_slots_one_division
    foreign key (school_id, timetable_id, class_room_id, weekday, number, week, divided_by)
    references class_slots (school_id, timetable_id, class_room_id, weekday, number, week, divided_by)
);
create index lesson_slots_by_lesson on lesson_slots (school_id, lesson_id);
create index lesson_slots_by_room on lesson_slots (school_id, room_id) where room_id is not null;
create index lesson_slots_by_group on lesson_slots (school_id, group_id) where group_id is not null;
create unique index lesson_slots_teacher_free on lesson_slots (school_id, timetable_id, weekday, number, week, teacher_id, shift)
  nulls not distinct where teacher_id is not null;
create unique index lesson_slots_room_free on lesson_slots (school_id, timetable_id, weekday, number, week, room_id, shift)
  nulls not distinct where room_id is not null;
create unique index lesson_slots_class_free on lesson_slots (school_id, timetable_id, weekday, number, week, class_room_id, group_id)
  nulls not distinct where class_room_id is not null;
call keep_to_school('lesson_slots');
grant select on lesson_slots to kashkool_app;
