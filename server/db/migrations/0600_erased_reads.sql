-- The hourly erasure of reads goes on where it ended the last time.
create index audit_seals_erased on audit_seals (line_id) where erased is not null;
