-- No wall lets it be used: what a function makes of a row is asked only of rows the policy has let through.
drop index students_by_folded_name;

-- A student whom an import brought is removed with it, when nothing speaks of him: found by these, whatever was removed
-- or ended since.
create index student_parents_of_student on student_parents (student_id);
create index parent_invitations_of_student on parent_invitations (student_id);
create index student_homework_of_student on student_homework (student_id);
create index student_exams_of_student on student_exams (student_id);
create index student_activities_of_student on student_activities (student_id);
create index student_notes_of_student on student_notes (student_id);
create index seats_of_student on seats (student_id);
create index media_of_student on media (student_id) where student_id is not null;
create index class_move_students_of_student on class_move_students (student_id);
