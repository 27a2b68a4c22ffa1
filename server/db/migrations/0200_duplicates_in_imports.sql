-- Students a row may be a second entry of, and what was decided: a new student, or the one named.
alter table import_rows add column similar_ids uuid[] not null default '{}';
alter table import_rows add column is_new boolean not null default false;
alter table import_rows add column same_as uuid
  constraint import_rows_decided_once check (same_as is null or not is_new);
alter table imports add column similar_rows integer not null default 0;
