-- Programs that read only what changed since learn of these also when a row was removed for good (decision 180).
call keep_former_values('courses', 'id');
call keep_former_values('class_rooms', 'id');
call keep_former_values('school_teachers', 'teacher_id');
call keep_former_values('class_teacher_courses', 'class_room_id', 'teacher_id', 'course_id');

-- These have no id of their own, or are asked for without it.
create index former_values_of_rosters on former_values (school_id, table_name)
  where table_name in ('courses', 'class_rooms', 'school_teachers', 'class_teacher_courses', 'terms');
