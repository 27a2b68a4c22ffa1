-- The middle name of a student may be an initial, as other systems write it.
alter table students drop constraint students_middle_name_length;
alter table students add constraint students_middle_name_length check ((middle_name = '') or fits(middle_name, 1, 100));
