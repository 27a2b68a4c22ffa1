-- What those who have a child in front of them must know: the kind, and what to do. `shown`: the parents agree that registers show that there
-- is something, never what.
create table health_alerts (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  kind text not null constraint health_alerts_kind check (kind in ('allergy', 'asthma', 'diabetes', 'epilepsy', 'other')),
  to_do text not null constraint health_alerts_to_do_length check (fits(to_do, 2, 500)),
  shown boolean not null,
  entered_by uuid not null references users,
  by_parent boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint health_alerts_once unique (school_id, student_id, kind),
  constraint health_alerts_student foreign key (school_id, student_id) references students (school_id, id)
);
create index health_alerts_by_student on health_alerts (student_id);
call keep_to_students('health_alerts');
call keep_former_values('health_alerts', 'id');
grant select, insert, update, delete on health_alerts to kashkool_app;

-- Whom to call if the parents cannot be reached, in order: of each person who gave them one list, and one of the office (given_by null).
create table emergency_contacts (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  given_by uuid references users,
  contacts jsonb not null default '[]'::jsonb constraint emergency_contacts_list
    check (jsonb_typeof(contacts) = 'array' and jsonb_array_length(contacts) <= 4),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint emergency_contacts_once unique nulls not distinct (school_id, student_id, given_by),
  constraint emergency_contacts_student foreign key (school_id, student_id) references students (school_id, id)
);
create index emergency_contacts_by_student on emergency_contacts (student_id);
call wall_off('emergency_contacts');
-- A parent reads their own list alone: whom one parent names is not the other's to know.
create policy school on emergency_contacts using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null)
    or (student_id = any ((select acting_children())::uuid[]) and given_by = (select acting_user()))));
call keep_former_values('emergency_contacts', 'id');
grant select, insert, update on emergency_contacts to kashkool_app;

-- What happened at the gate: a child was called, or handed over to a person who may fetch on that day. Nothing
-- changes or removes a row but the erasure of a child.
create table hand_overs (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  day date not null,
  act text not null constraint hand_overs_act check (act in ('called', 'handedOver')),
  to_name text constraint hand_overs_to_name_length check (fits(to_name, 1, 300)),
  to_relation text constraint hand_overs_to_relation_length check (fits(to_relation, 1, 100)),
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint hand_overs_to_somebody check ((act = 'handedOver') = (to_name is not null)),
  constraint hand_overs_student foreign key (school_id, student_id) references students (school_id, id)
);
create index hand_overs_by_student on hand_overs (student_id, day);
create index hand_overs_by_day on hand_overs (school_id, day);
call wall_off('hand_overs');
create policy school on hand_overs using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on hand_overs to kashkool_app;
