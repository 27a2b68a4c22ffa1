-- What a person found out about a student who was there in one lesson and missed a later one (decision 178). number: the first lesson missed.
create table lesson_gaps (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  day date not null,
  number smallint not null constraint lesson_gaps_number_range check (number between 1 and 20),
  outcome text constraint lesson_gaps_outcome_known check (outcome in ('found', 'sentHome', 'truant')),
  settled_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint lesson_gaps_once unique (school_id, student_id, day, number),
  constraint lesson_gaps_student_same_school foreign key (school_id, student_id) references students (school_id, id)
);
create index lesson_gaps_by_day on lesson_gaps (school_id, day);
call keep_to_students('lesson_gaps');
call keep_former_values('lesson_gaps', 'id');
grant select, insert, update, delete on lesson_gaps to kashkool_app;
