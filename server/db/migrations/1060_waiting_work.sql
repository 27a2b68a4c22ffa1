-- A person may decide that parents do not read a record of conduct. It then waits no more, and may still be published later.
alter table conduct_records add column kept_at timestamptz;
alter table conduct_records add column kept_by uuid references users;
alter table conduct_records add constraint conduct_records_kept check ((kept_at is null) = (kept_by is null));
alter table conduct_records add constraint conduct_records_kept_from_parents check (kept_at is null or published_at is null);

-- What waits is read at every home, and what was decided lately in one list of all kinds.
create index absence_steps_open on absence_steps (school_id, reached_on) where (withdrawn_at is null and handled_at is null);
create index absence_steps_handled on absence_steps (school_id, handled_at) where (withdrawn_at is null and handled_at is not null);
create index conduct_records_waiting on conduct_records (school_id, created_at)
  where (withdrawn_at is null and published_at is null and kept_at is null);
create index excuses_decided on excuses (school_id, decided_at) where (accepted is not null);
create index parent_invitations_open on parent_invitations (school_id) where (accepted_at is null and removed_at is null);
