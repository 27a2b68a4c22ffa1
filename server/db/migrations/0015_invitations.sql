-- A phone number that waits to be linked to a student, because nobody has confirmed it yet. It holds what the link will:
-- the school's statement that the guardian agreed, who said so, when, to which text.
create table parent_invitations (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null,
  phone_number text not null constraint parent_invitations_phone_form check (phone_number ~ '^01[0-9]{9}$'),
  relation_id uuid not null references relation_types,
  consent_at timestamptz not null default now(),
  consent_by uuid not null references users,
  consent_text_version integer not null default 1,
  accepted_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references users,
  created_at timestamptz not null default now(),
  unique (school_id, id),
  constraint parent_invitations_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint parent_invitations_removed_by_somebody check ((removed_at is null) = (removed_by is null)),
  constraint parent_invitations_ended_once check (accepted_at is null or removed_at is null)
);
create unique index parent_invitations_waiting on parent_invitations (student_id, phone_number)
  where accepted_at is null and removed_at is null;
create index parent_invitations_by_phone on parent_invitations (phone_number)
  where accepted_at is null and removed_at is null;
call keep_to_students('parent_invitations');
-- Whoever has confirmed a number finds what waits for it before it is known in which school.
create policy own on parent_invitations for select using (
  phone_number = (select phone_number from users where id = (select acting_user())));
grant select, insert, update on parent_invitations to kashkool_app;
