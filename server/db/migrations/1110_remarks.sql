-- What teachers write about a student on the report card of a term: of the class (course null) or of a course, in one language of the card.
create table remarks (
  school_id uuid not null references schools,
  id uuid not null,
  term_id uuid not null,
  student_id uuid not null,
  course_id uuid,
  language text not null constraint remarks_language check (language in ('ar', 'en')),
  body text constraint remarks_body_length check (fits(body, 1, 600)),
  state text not null default 'draft' constraint remarks_state check (state in ('draft', 'approved', 'change')),
  asked text constraint remarks_asked_length check (fits(asked, 1, 300)),
  author_id uuid not null references users,
  checked_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint remarks_once unique nulls not distinct (school_id, term_id, student_id, course_id, language),
  constraint remarks_term foreign key (school_id, term_id) references terms (school_id, id),
  constraint remarks_student foreign key (school_id, student_id) references students (school_id, id),
  constraint remarks_course foreign key (school_id, course_id) references courses (school_id, id),
  constraint remarks_checked check ((state = 'draft') = (checked_by is null)),
  constraint remarks_change_asked check ((state = 'change') = (asked is not null))
);
create index remarks_by_student on remarks (student_id);
call wall_off('remarks');
-- Parents read what was closed and published (term_results).
create policy school on remarks using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
call keep_former_values('remarks', 'id');
grant select, insert, update on remarks to kashkool_app;

-- Words that are written again and again: a person's own, or the school's (owner null). `body_f`: the same of a girl, in Arabic.
create table remark_bank (
  school_id uuid not null references schools,
  id uuid not null,
  owner_id uuid references users,
  language text not null constraint remark_bank_language check (language in ('ar', 'en')),
  body text not null constraint remark_bank_body_length check (fits(body, 1, 600)),
  body_f text constraint remark_bank_body_f_length check (fits(body_f, 1, 600)),
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create index remark_bank_by_owner on remark_bank (school_id, owner_id, language, position);
call wall_off('remark_bank');
create policy school on remark_bank using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update, delete on remark_bank to kashkool_app;

-- The remarks as they were closed, on the row of the student's total.
alter table term_results add column remarks jsonb constraint term_results_remarks check (jsonb_typeof(remarks) = 'array');
