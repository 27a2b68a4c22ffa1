-- What a row of an import says of the official record and of the health notes, by the columns of those tables, and of the
-- guardians of the record; what stood there before, for the undo; and the version it got.
alter table import_rows add column record jsonb
  constraint import_rows_record_object check (jsonb_typeof(record) = 'object');
alter table import_rows add column birth_stated boolean not null default false;
alter table import_rows add column record_was jsonb;
alter table import_rows add column record_version integer;
alter table import_rows add column health jsonb
  constraint import_rows_health_object check (jsonb_typeof(health) = 'object');
alter table import_rows add column health_was jsonb;
alter table import_rows add column health_version integer;
alter table import_rows add column guardians jsonb
  constraint import_rows_guardians_list check (jsonb_typeof(guardians) = 'array');
alter table import_rows add column guardian_ids uuid[] not null default '{}';
alter table import_rows add column guardians_was jsonb;

-- An undo takes back what the import made.
grant delete on official_records, student_health, guardians to kashkool_app;
