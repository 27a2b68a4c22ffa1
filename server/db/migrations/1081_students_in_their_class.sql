-- The active students of a class are found within their school. By the class alone, PostgreSQL also read the whole school to find them in it.
create index students_in_class on students
  (school_id, class_room_id, first_name collate by_name, middle_name collate by_name, last_name collate by_name, id) where active;
drop index students_on_roll;
