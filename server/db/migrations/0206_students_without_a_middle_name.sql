-- Folders of other systems know people by two names. Everybody else still writes three.
alter table students
  drop constraint students_middle_name_length,
  add constraint students_middle_name_length check (middle_name = '' or fits(middle_name, 2, 100));
