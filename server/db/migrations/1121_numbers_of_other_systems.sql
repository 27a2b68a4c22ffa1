-- The number of a student in another system, by which its lists find the student again.
alter table official_records
  add column other_number text constraint official_records_other_number_length check (fits(other_number, 1, 100));
create index official_records_other_number on official_records (school_id, other_number) where other_number is not null;
