-- Why a mark of a part was changed, in the words of who changed it; kept with its former values like the mark itself.
alter table part_marks add reason text constraint part_marks_reason_length check (fits(reason, 0, 200));
