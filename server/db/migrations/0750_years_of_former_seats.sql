-- Undoing a renewal gives back with which year the seat had ended, so that the year, once it is reopened, still restores it (decision 028).
-- was_ended_with_year_id: as was_paid and was_ended_on (0066).
alter table job_students add column was_ended_with_year_id uuid;
