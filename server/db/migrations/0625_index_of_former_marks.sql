-- Of the former values only those of exam results are looked for by their whole key, by a function of the owner (0332). An index of
-- every key was written with each change of a mark, a student or a day, and read for nothing else since 0620.
create index former_values_of_results on former_values (key, changed_at) where table_name = 'student_exams';
drop index former_values_by_key;
