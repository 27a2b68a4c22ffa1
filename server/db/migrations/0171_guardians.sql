-- Guardians as a school knows them, with or without an account (decision 047). A guardian ends with a day and is never removed.
create table guardians (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  name text not null constraint guardians_name_length check (fits(name, 2, 200)),
  relation_id uuid not null references relation_types,
  job text constraint guardians_job_length check (fits(job, 0, 100)),
  phone text constraint guardians_phone_length check (fits(phone, 3, 60)),
  lives_with text constraint guardians_lives_with check (lives_with in ('yes', 'no')),
  may_fetch text constraint guardians_may_fetch check (may_fetch in ('yes', 'no')),
  may_see text constraint guardians_may_see check (may_see in ('yes', 'no')),
  from_day date not null,
  until_day date,
  paper text constraint guardians_paper_length check (fits(paper, 0, 200)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint guardians_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint guardians_day_order check (from_day <= until_day)
);
create index guardians_by_student on guardians (student_id, from_day);
call keep_former_values('guardians', 'id');
call keep_to_students('guardians');
grant select, insert, update on guardians to kashkool_app;
