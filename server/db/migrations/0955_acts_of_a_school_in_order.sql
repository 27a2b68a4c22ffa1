-- What a manager sees first of the log of a school is its last lines that are no reads, with their number in the last 30 days. The index by
-- school and time led to each line, nine of ten of them reads, or the planner read the acts of all schools. This one leaves the reads out, is
-- in the order of the page, and has every column by which the log is narrowed and by which row-level security decides, so that lines are
-- counted without being read. With 6 million lines it took 8 s to build and has 149 MB, beside 1.3 GB of the other indexes.
create index audit_lines_of_acts_by_school on audit_lines (school_id, at, id)
  include (outcome, operation, person_id, target_kind, target_id) where outcome <> 'read';
