-- Fields of a school's own in the official record (decision 047). One that is removed shows nothing any more.
create table record_fields (
  id uuid primary key,
  school_id uuid not null references schools,
  name text not null constraint record_fields_name_length check (fits(name, 1, 60)),
  kind text not null constraint record_fields_kind check (kind in ('text', 'number', 'day', 'choice')),
  choices text constraint record_fields_choices_length check (fits(choices, 0, 2000)),
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id)
);
create unique index record_fields_name_taken on record_fields (school_id, fold(name)) where removed_at is null;
call keep_former_values('record_fields', 'id');
call keep_to_school('record_fields');
grant select, insert, update on record_fields to kashkool_app;

-- What was entered in them, as text by the id of the field.
alter table official_records add column own_values jsonb not null default '{}'
  constraint official_records_own_values check (jsonb_typeof(own_values) = 'object');
