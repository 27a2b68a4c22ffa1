-- Results of a term: how marks are made (schemes), marks that only exist here (part_marks), and what was closed (term_results).

-- The name and the newest version of a scheme. A scheme that is no more keeps its row, because uses and results name it.
create table result_schemes (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint result_schemes_name_length check (fits(name, 1, 100)),
  source text constraint result_schemes_source_length check (fits(source, 0, 500)),
  version integer not null default 1,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index result_schemes_name_taken on result_schemes (school_id, fold(name)) where removed_at is null;
call keep_former_values('result_schemes', 'id');
call keep_to_school('result_schemes');
grant select, insert, update on result_schemes to kashkool_app;

-- What a scheme says, in each version: never changed, because closed terms were computed by it.
create table result_scheme_versions (
  school_id uuid not null references schools,
  scheme_id uuid not null,
  version integer not null,
  rules jsonb not null constraint result_scheme_versions_rules check (jsonb_typeof(rules) = 'object'),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, scheme_id, version),
  constraint result_scheme_versions_of_scheme foreign key (school_id, scheme_id) references result_schemes (school_id, id)
);
call keep_to_school('result_scheme_versions');
grant select, insert on result_scheme_versions to kashkool_app;

-- Which scheme applies. course_id null: every course of the grade without a row of its own.
create table result_scheme_uses (
  school_id uuid not null references schools,
  id uuid not null,
  term_id uuid not null,
  grade_id uuid not null,
  course_id uuid,
  scheme_id uuid not null,
  scheme_version integer not null,
  full_mark numeric(6, 2) not null constraint result_scheme_uses_full_mark check (full_mark > 0),
  pass_mark numeric(6, 2) not null,
  in_total boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint result_scheme_uses_once unique nulls not distinct (school_id, term_id, grade_id, course_id),
  constraint result_scheme_uses_pass_mark check (pass_mark between 0 and full_mark),
  constraint result_scheme_uses_term foreign key (school_id, term_id) references terms (school_id, id),
  constraint result_scheme_uses_grade foreign key (school_id, grade_id) references grades (school_id, id),
  constraint result_scheme_uses_course foreign key (school_id, course_id) references courses (school_id, id),
  constraint result_scheme_uses_version foreign key (school_id, scheme_id, scheme_version)
    references result_scheme_versions (school_id, scheme_id, version)
);
call keep_former_values('result_scheme_uses', 'id');
call keep_to_school('result_scheme_uses');
grant select, insert, update, delete on result_scheme_uses to kashkool_app;

-- Typed marks of parts, out of the full mark of the part; round 2 is the whole course, part_id then being the course's. Parents read none.
create table part_marks (
  school_id uuid not null references schools,
  id uuid not null,
  term_id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  part_id uuid not null,
  round smallint not null default 1 constraint part_marks_round check (round in (1, 2)),
  mark numeric(6, 2) constraint part_marks_mark_positive check (mark >= 0),
  state text constraint part_marks_state_known check (state in ('absent', 'excused', 'exempt', 'withheld')),
  origin text constraint part_marks_origin_length check (fits(origin, 0, 200)),
  marked_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint part_marks_once unique (school_id, term_id, course_id, student_id, part_id, round),
  constraint part_marks_mark_or_state check (mark is null or state is null),
  constraint part_marks_term foreign key (school_id, term_id) references terms (school_id, id),
  constraint part_marks_student foreign key (school_id, student_id) references students (school_id, id),
  constraint part_marks_course foreign key (school_id, course_id) references courses (school_id, id)
);
create index part_marks_by_student on part_marks (student_id);
call keep_former_values('part_marks', 'id');
call wall_off('part_marks');
create policy school on part_marks using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update on part_marks to kashkool_app;

-- Grace marks that a person confirmed; the system only proposes.
create table grace_marks (
  school_id uuid not null references schools,
  id uuid not null,
  term_id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  points numeric(6, 2) not null constraint grace_marks_points_positive check (points > 0),
  confirmed_by uuid not null references users,
  confirmed_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint grace_marks_once unique (school_id, term_id, student_id, course_id),
  constraint grace_marks_term foreign key (school_id, term_id) references terms (school_id, id),
  constraint grace_marks_student foreign key (school_id, student_id) references students (school_id, id),
  constraint grace_marks_course foreign key (school_id, course_id) references courses (school_id, id)
);
create index grace_marks_by_student on grace_marks (student_id);
call keep_former_values('grace_marks', 'id');
call wall_off('grace_marks');
create policy school on grace_marks using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, delete on grace_marks to kashkool_app;

-- A grade's term, closed: issue 2 replaces a reopened issue 1, which stays. visible_from: the hour of publishing.
create table term_closings (
  school_id uuid not null references schools,
  id uuid not null,
  term_id uuid not null,
  grade_id uuid not null,
  issue integer not null,
  closed_at timestamptz not null default now(),
  closed_by uuid not null references users,
  reason text constraint term_closings_reason_length check (fits(reason, 0, 500)),
  reopened_at timestamptz,
  reopened_by uuid references users,
  reopen_reason text constraint term_closings_reopen_reason_length check (fits(reopen_reason, 1, 500)),
  published_at timestamptz,
  published_by uuid references users,
  visible_from timestamptz,
  primary key (school_id, id),
  constraint term_closings_issue_once unique (school_id, term_id, grade_id, issue),
  constraint term_closings_reopened check (
    (reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_reason is null)),
  constraint term_closings_published check (
    (published_at is null) = (published_by is null) and (published_at is null) = (visible_from is null)),
  constraint term_closings_term foreign key (school_id, term_id) references terms (school_id, id),
  constraint term_closings_grade foreign key (school_id, grade_id) references grades (school_id, id)
);
create unique index term_closings_one_open on term_closings (school_id, term_id, grade_id) where reopened_at is null;
call keep_former_values('term_closings', 'id');
call keep_to_school('term_closings');
grant select, insert on term_closings to kashkool_app;
grant update (reopened_at, reopened_by, reopen_reason, published_at, published_by, visible_from) on term_closings to kashkool_app;

-- What was closed, figure by figure, with where each came from: written once. course_id null: the pupil's total.
create table term_results (
  school_id uuid not null references schools,
  closing_id uuid not null,
  student_id uuid not null,
  class_room_id uuid not null,
  course_id uuid,
  parts jsonb not null constraint term_results_parts check (jsonb_typeof(parts) = 'array'),
  total numeric(9, 2),
  full_mark numeric(9, 2),
  percent numeric(6, 2),
  band jsonb,
  state text constraint term_results_state_known check (state in ('absent', 'excused', 'exempt', 'withheld')),
  passed boolean,
  needs_second_round boolean not null default false,
  rank integer,
  round integer not null default 1,
  constraint term_results_once unique nulls not distinct (school_id, closing_id, student_id, course_id),
  constraint term_results_closing foreign key (school_id, closing_id) references term_closings (school_id, id),
  constraint term_results_student foreign key (school_id, student_id) references students (school_id, id),
  constraint term_results_class foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint term_results_course foreign key (school_id, course_id) references courses (school_id, id)
);
create index term_results_by_student on term_results (student_id, closing_id);
call keep_to_students('term_results');
-- A parent's call finds closed and published results alone, whatever a query forgets.
create policy published on term_results as restrictive for select using (
  (select acting_children() is null) or exists (
    select from term_closings c
    where c.school_id = term_results.school_id and c.id = term_results.closing_id
      and c.reopened_at is null and c.published_at is not null));
grant select, insert on term_results to kashkool_app;
