-- The registers of a school on its last days, for its home, are found by school and day. Until now they were found among the registers of
-- all schools of these days. A statement about one class names the days too, so the index by class is no longer needed.
create index attendance_marks_by_day on attendance_marks (school_id, date, class_room_id) include (state, student_id, superseded);
drop index attendance_marks_by_class;
