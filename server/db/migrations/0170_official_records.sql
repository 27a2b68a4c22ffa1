-- The official record of a student (decision 047). A row comes into being with the first entry.
create table official_records (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null unique,
  official_name text constraint official_records_name_length check (fits(official_name, 0, 200)),
  number_kind text,
  national_number text constraint official_records_number_length check (fits(national_number, 3, 40)),
  sex text constraint official_records_sex check (sex in ('male', 'female')),
  nationality text constraint official_records_nationality check (nationality ~ '^[A-Z]{2}$'),
  religion text constraint official_records_religion check (fits(religion, 1, 50)),
  birth_place text constraint official_records_birth_place_length check (fits(birth_place, 0, 200)),
  address text constraint official_records_address_length check (fits(address, 0, 500)),
  seat_number text constraint official_records_seat_number_length check (fits(seat_number, 0, 50)),
  admitted_on date,
  admitted_from text constraint official_records_admitted_from_length check (fits(admitted_from, 0, 200)),
  admission_paper text constraint official_records_paper_length check (fits(admission_paper, 0, 200)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint official_records_student_same_school foreign key (school_id, student_id)
    references students (school_id, id),
  constraint official_records_number_of_a_kind check (national_number is null or number_kind is not null)
);
create unique index official_records_number_once on official_records (school_id, number_kind, national_number)
  where national_number is not null;
call keep_former_values('official_records', 'id');
call keep_to_students('official_records');
grant select, insert, update on official_records to kashkool_app;

-- Apart from the record, because other people may read it.
create table student_health (
  id uuid primary key,
  school_id uuid not null references schools,
  student_id uuid not null unique,
  health_notes text constraint student_health_notes_length check (fits(health_notes, 0, 2000)),
  pick_up_notes text constraint student_health_pick_up_length check (fits(pick_up_notes, 0, 1000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint student_health_student_same_school foreign key (school_id, student_id)
    references students (school_id, id)
);
call keep_former_values('student_health', 'id');
call keep_to_students('student_health');
grant select, insert, update on student_health to kashkool_app;

-- The paper that came with a leaving, such as the number and day of the transfer.
alter table student_leavings add column paper text constraint student_leavings_paper_length check (fits(paper, 0, 200));
