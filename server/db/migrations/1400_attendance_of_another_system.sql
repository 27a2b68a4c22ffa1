-- Attendance of the running year that an import brought from another system (decision 150). A register of the school that changes such a mark makes
-- it the school's own: the column is then empty.
alter table attendance_marks add column import_id uuid;
create index attendance_marks_by_import on attendance_marks (school_id, import_id) where import_id is not null;

alter table imports add column attendance jsonb constraint imports_attendance_object check (jsonb_typeof(attendance) = 'object');
alter table imports drop constraint imports_kind_known,
  add constraint imports_kind_known check (kind in ('students', 'guardians', 'staff', 'courses', 'balances', 'marks', 'attendance'));
-- What was decided of the days that the school has already with another state.
alter table import_rows add column days text constraint import_rows_days_known check (days in ('keep', 'take'));
