-- An import is stored in portions, each in a transaction of its own: last_row is the last row that was handled, null until
-- the import was checked against the school once more.
alter table import_progress add column last_row integer;

-- One worker does all long work, and is woken on one channel.
create or replace function wake_importer() returns trigger
language plpgsql as $$
begin
  notify jobs;
  return null;
end $$;
