-- Tries of which nobody can say whether they arrived, and when an event was given up. Each channel looks for its own
-- events alone: those that no channel takes yet wait without being passed over at every look.
alter table outbox
  add column unsure_tries integer not null default 0,
  add column given_up_at timestamptz;
drop index outbox_waiting;
create index outbox_waiting on outbox (event, next_try_at, id) where delivered_at is null and given_up_at is null;
