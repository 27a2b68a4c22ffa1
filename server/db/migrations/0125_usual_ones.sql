-- What a new school took of the usual ones of a step, so that it can be taken back as long as nothing builds on it. Of a
-- year, `taken` holds the year, where the school had none, and its months.
create table usual_sets (
  id uuid primary key,
  school_id uuid not null references schools,
  step text not null constraint usual_sets_step_known check (step in ('languages', 'grades', 'year', 'courses')),
  taken uuid[] not null,
  taken_by uuid not null references users,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references users,
  constraint usual_sets_undone_by_somebody check ((undone_at is null) = (undone_by is null)),
  unique (school_id, id)
);
create index usual_sets_open on usual_sets (school_id, step, created_at) where undone_at is null;
call keep_to_school('usual_sets');
grant select, insert, update on usual_sets to kashkool_app;

-- Nothing else of these is ever deleted.
grant delete on grades, courses, school_years, school_year_months to kashkool_app;
create policy of_usual_set on grades as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = grades.school_id and u.step = 'grades' and u.undone_at is null
    and grades.id = any (u.taken)));
create policy of_usual_set on courses as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = courses.school_id and u.step = 'courses' and u.undone_at is null
    and courses.id = any (u.taken)));
create policy of_usual_set on school_years as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = school_years.school_id and u.step = 'year' and u.undone_at is null
    and school_years.id = any (u.taken)));
create policy of_usual_set on school_year_months as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = school_year_months.school_id and u.step = 'year' and u.undone_at is null
    and school_year_months.id = any (u.taken)));
