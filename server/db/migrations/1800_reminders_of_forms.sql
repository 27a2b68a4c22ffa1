-- When the parents who have not answered were reminded last. `changeRow` is not used for it, so the version stays.
alter table forms add column reminded_at timestamptz;
