-- Since when the families and teachers of an evening are reminded of it. `changeRow` is not used for it, so the version stays.
alter table meeting_rounds add column reminded_at timestamptz;
