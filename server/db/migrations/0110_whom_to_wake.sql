-- A worker wakes for events of its own kinds alone, and for notices that were planned. A statement that stores no event still
-- notifies: how long its commit takes reveals nothing.
create or replace function wake_outbox() returns trigger
language plpgsql as $$
begin
  perform pg_notify('outbox', coalesce((select string_agg(distinct event, ',') from added), ''));
  return null;
end $$;
drop trigger wake_outbox on outbox;
create trigger wake_outbox after insert on outbox
referencing new table as added execute function wake_outbox();

create or replace function wake_notices() returns trigger
language plpgsql as $$
begin
  if exists (select from added) then
    notify notices;
  end if;
  return null;
end $$;
drop trigger wake_notices on notices;
create trigger wake_notices after insert on notices
referencing new table as added execute function wake_notices();
