-- A class may be moved on before the move that brought it is taken back, both in turn: what the later one closed is then
-- what the earlier one opened, and goes with it.
alter table class_move_students
  alter column left_id drop not null,
  drop constraint class_move_students_left,
  add constraint class_move_students_left foreign key (school_id, left_id) references student_classes (school_id, id)
    on delete set null (left_id);
