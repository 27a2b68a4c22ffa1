-- Notes are also listed without a class or a student: those of a school, and always those of their author.
create index student_notes_by_school on student_notes (school_id, date desc, created_at desc, id)
  where removed_at is null;
create index student_notes_by_author on student_notes (supervisor_id) where removed_at is null;
