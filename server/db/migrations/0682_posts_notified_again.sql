-- When the readers of a post were last notified again, of a correction.
alter table posts add column notified_again_at timestamptz;
