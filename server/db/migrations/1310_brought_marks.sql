-- Marks that another school or system gave, as they were written there. They count for nothing that this school computes. A term that is null:
-- the year as a whole; a course that is null: the total.
create table brought_marks (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  year_name text not null constraint brought_marks_year_length check (fits(year_name, 1, 60)),
  term_name text constraint brought_marks_term_length check (fits(term_name, 1, 60)),
  course_name text constraint brought_marks_course_length check (fits(course_name, 1, 100)),
  year_key text generated always as (fold(year_name)) stored,
  term_key text generated always as (fold(coalesce(term_name, ''))) stored,
  course_key text generated always as (fold(coalesce(course_name, ''))) stored,
  position smallint not null,
  mark numeric(8, 3) constraint brought_marks_mark_range check (mark >= 0),
  full_mark numeric(8, 3) constraint brought_marks_full_mark_range check (full_mark > 0),
  percent numeric(6, 3) constraint brought_marks_percent_range check (percent between 0 and 100),
  word text constraint brought_marks_word_length check (fits(word, 1, 60)),
  import_id uuid not null,
  file_name text constraint brought_marks_file_length check (fits(file_name, 1, 200)),
  brought_on date not null,
  brought_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint brought_marks_once unique (school_id, student_id, year_key, term_key, course_key),
  constraint brought_marks_below_maximum check (mark <= full_mark),
  constraint brought_marks_say_something check (num_nonnulls(mark, percent, word) > 0),
  constraint brought_marks_student foreign key (school_id, student_id) references students (school_id, id)
);
create index brought_marks_by_student on brought_marks (student_id);
create index brought_marks_by_import on brought_marks (school_id, import_id);
call keep_to_students('brought_marks');
call keep_former_values('brought_marks', 'id');
grant select, insert, update, delete on brought_marks to kashkool_app;

alter table imports add column marks jsonb constraint imports_marks_object check (jsonb_typeof(marks) = 'object');
alter table imports add column corrected integer not null default 0;
