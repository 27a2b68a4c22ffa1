-- Up to which day the parents of a school were reminded of fees that are due.
create table fee_reminders (
  school_id uuid primary key references schools,
  reminded_on date not null
);
call keep_to_school('fee_reminders');
grant select on fee_reminders to kashkool_app;
