-- Who decides on a record says which state of it they read (api.md, 46).
alter table conduct_records add column version integer not null default 1;
