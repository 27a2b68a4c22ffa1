-- Excuses of absences, asked for by parents or entered by the school. A decision is kept with its author.
create table excuses (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  from_day date not null,
  to_day date not null,
  kind text not null constraint excuses_kind
    check (kind in ('illness', 'appointment', 'family', 'travel', 'other', 'mission', 'suspension')),
  text text constraint excuses_text_length check (fits(text, 0, 1000)),
  by_parent boolean not null,
  asked_by uuid not null references users,
  accepted boolean,
  decided_by uuid references users,
  decided_at timestamptz,
  reason text constraint excuses_reason_length check (fits(reason, 0, 500)),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint excuses_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint excuses_day_order check (from_day <= to_day and to_day < from_day + 60),
  constraint excuses_decided check ((accepted is null) = (decided_by is null) and (accepted is null) = (decided_at is null))
);
create index excuses_by_student on excuses (student_id, from_day);
create index excuses_by_day on excuses (school_id, to_day) where accepted is not false;
create index excuses_waiting on excuses (school_id, created_at) where accepted is null;
call keep_former_values('excuses', 'id');
call keep_to_students('excuses');
grant select, insert, update on excuses to kashkool_app;

-- Within how many days after the last day of an absence parents may excuse it. No row: 7.
create table absence_settings (
  school_id uuid primary key references schools,
  excuse_within integer not null default 7 constraint absence_settings_within check (excuse_within between 0 and 60),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
call keep_former_values('absence_settings', 'school_id');
call keep_to_school('absence_settings');
grant select, insert, update on absence_settings to kashkool_app;
