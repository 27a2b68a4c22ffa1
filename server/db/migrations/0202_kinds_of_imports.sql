-- What an import brings: students, guardians of students who are there, staff or courses. What a row of the last two is to do,
-- and what was done for it.
alter table imports add column kind text not null default 'students'
  constraint imports_kind_known check (kind in ('students', 'guardians', 'staff', 'courses'));
alter table import_rows add column plan jsonb
  constraint import_rows_plan_object check (jsonb_typeof(plan) = 'object');
alter table import_rows add column effect jsonb;

-- An undo takes back the courses that an import made.
grant delete on courses to kashkool_app;
