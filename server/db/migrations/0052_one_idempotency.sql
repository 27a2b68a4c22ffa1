-- A register that a device sends again is answered from the same table as every other write that is repeated. A device may
-- have been offline for long: its keys are kept twice as long as those of a header.
alter table idempotency_keys add column is_of_client boolean not null default false;

insert into idempotency_keys (person, operation, key, request_hash, status, answer, created_at, is_of_client)
select user_id::text, 'Attendance/SaveAttendance', client_operation_id::text, '\x', 200, answer::json, created_at, true
from attendance_savings
on conflict (person, operation, key) do update set is_of_client = true;

drop table attendance_savings;
