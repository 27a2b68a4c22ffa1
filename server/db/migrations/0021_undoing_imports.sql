-- A row of an import that found a student as he is has brought nobody: its undo deletes nobody.
alter policy of_undone_import on students using (exists (
  select from import_rows r join imports i on i.id = r.import_id
  where r.student_id = students.id and r.outcome = 'add' and i.state = 'undoing'));
alter policy of_undone_import on student_parents using (exists (
  select from import_rows r join imports i on i.id = r.import_id
  where r.student_id = student_parents.student_id and r.outcome in ('add', 'change') and i.state = 'undoing'));
alter policy of_undone_import on parent_invitations using (exists (
  select from import_rows r join imports i on i.id = r.import_id
  where r.student_id = parent_invitations.student_id and r.outcome in ('add', 'change') and i.state = 'undoing'));
