-- Several students at once are moved, taken off the rolls or written about by a job (decision 042).
alter table jobs drop constraint jobs_kind_known;
alter table jobs add constraint jobs_kind_known
  check (kind in ('renewSeats', 'moveStudents', 'deactivateStudents', 'addNotes'));
-- Two renewals would find the same coins; other work may be done for several groups of students at a time.
drop index jobs_one_at_a_time;
create unique index jobs_one_at_a_time on jobs (school_id, kind)
  where state in ('running', 'undoing') and kind = 'renewSeats';
