-- Who was reminded of missing marks on a day, and by whom. One message a day for each teacher.
create table mark_reminders (
  school_id uuid not null references schools,
  id uuid not null,
  teacher_id uuid not null references users,
  day date not null,
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index mark_reminders_once_a_day on mark_reminders (school_id, teacher_id, day);
call keep_to_school('mark_reminders');
grant select, insert on mark_reminders to kashkool_app;
