-- Which students a person has read one by one in the last minutes (api.md §9). By person: signing in once more begins no
-- new quota.
create table student_readings (
  person_id uuid not null references users on delete cascade,
  student_id uuid not null,
  read_at timestamptz not null default now(),
  constraint student_readings_once primary key (person_id, student_id)
);
create index student_readings_by_age on student_readings (read_at);
grant select, insert, update, delete on student_readings to kashkool_app;

-- When the managers of a school were last notified of a person's unusual reading.
create table reading_alarms (
  person_id uuid not null references users on delete cascade,
  school_id uuid not null references schools on delete cascade,
  notified_at timestamptz not null default now(),
  constraint reading_alarms_once primary key (person_id, school_id)
);
grant select, insert, update on reading_alarms to kashkool_app;

drop table session_readings;
alter table sessions drop column told_of_reading_at;
