-- What was written of a student in the last days is found without the rest of the year.
create index student_exams_by_time on student_exams (student_id, modified_at) where removed_at is null;
create index student_homework_by_time on student_homework (student_id, modified_at) where removed_at is null;
create index student_activities_by_time on student_activities (student_id, modified_at) where removed_at is null;
