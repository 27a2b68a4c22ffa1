-- Which students a session has read one by one in the last minutes, so that nobody reads through a whole school that way
-- (api.md §9). told_of_reading_at: when the school was last told.
create table session_readings (
  session_id uuid not null references sessions on delete cascade,
  student_id uuid not null,
  read_at timestamptz not null default now(),
  constraint session_readings_once primary key (session_id, student_id)
);
create index session_readings_by_age on session_readings (read_at);
grant select, insert, update, delete on session_readings to kashkool_app;

alter table sessions add column told_of_reading_at timestamptz;
