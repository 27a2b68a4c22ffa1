-- What a parent asks the school to change in the official record of a child. Nothing is changed before somebody decides, unless the school
-- takes the field at once (at_once; decided_by is then the parent). `former_value`: what the record said when it was asked, or when it was taken.
create table record_proposals (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  field text not null constraint record_proposals_field check (field in ('officialName', 'latinFirst', 'latinMiddle', 'latinLast',
    'nationalNumber', 'birthDate', 'sex', 'nationality', 'birthPlace', 'address')),
  former_value text constraint record_proposals_former_length check (fits(former_value, 0, 500)),
  former_kind text,
  value text not null constraint record_proposals_value_length check (fits(value, 1, 500)),
  number_kind text,
  note text constraint record_proposals_note_length check (fits(note, 0, 500)),
  asked_by uuid not null references users,
  at_once boolean not null default false,
  accepted boolean,
  decided_by uuid references users,
  decided_at timestamptz,
  reason text constraint record_proposals_reason_length check (fits(reason, 0, 500)),
  taken_back_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint record_proposals_student foreign key (school_id, student_id) references students (school_id, id),
  constraint record_proposals_decided check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null)),
  constraint record_proposals_open check (taken_back_at is null or accepted is null),
  constraint record_proposals_kind check ((field = 'nationalNumber') = (number_kind is not null))
);
create index record_proposals_by_student on record_proposals (student_id);
create unique index record_proposals_waiting_once on record_proposals (school_id, student_id, field, asked_by)
  where accepted is null and taken_back_at is null;
create index record_proposals_waiting on record_proposals (school_id, created_at) where accepted is null and taken_back_at is null;
create index record_proposals_by_decision on record_proposals (school_id, decided_at) where accepted is not null;
call wall_off('record_proposals');
-- A parent reads their own alone: the address that one parent proposes is not the other's to know.
create policy school on record_proposals using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null)
    or (student_id = any ((select acting_children())::uuid[]) and asked_by = (select acting_user()))));
call keep_former_values('record_proposals', 'id');
grant select, insert, update on record_proposals to kashkool_app;

-- On which day a person last said that all is still right in the record of a child.
create table record_confirmations (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  person_id uuid not null references users,
  on_day date not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint record_confirmations_once unique (school_id, student_id, person_id),
  constraint record_confirmations_student foreign key (school_id, student_id) references students (school_id, id)
);
create index record_confirmations_by_student on record_confirmations (student_id);
call wall_off('record_confirmations');
create policy school on record_confirmations using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null)
    or (student_id = any ((select acting_children())::uuid[]) and person_id = (select acting_user()))));
grant select, insert, update on record_confirmations to kashkool_app;

-- Which fields parents may propose, and which are taken at once, if the school chose otherwise than "asks". No row: all are asked.
create table proposal_settings (
  school_id uuid primary key references schools,
  ways jsonb not null default '{}'::jsonb constraint proposal_settings_ways check (jsonb_typeof(ways) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
call keep_former_values('proposal_settings', 'school_id');
call keep_to_school('proposal_settings');
grant select, insert, update on proposal_settings to kashkool_app;
