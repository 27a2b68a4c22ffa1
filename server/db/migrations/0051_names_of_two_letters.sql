-- A part of a student's name has two letters and more (decision 027): طه, مي.
alter table students
  drop constraint students_first_name_length,
  drop constraint students_middle_name_length,
  drop constraint students_last_name_length,
  add constraint students_first_name_length check (fits(first_name, 2, 100)),
  add constraint students_middle_name_length check (fits(middle_name, 2, 100)),
  add constraint students_last_name_length check (fits(last_name, 2, 100));
