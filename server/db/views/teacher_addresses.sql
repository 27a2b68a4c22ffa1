-- A school sees the e-mail address of a teacher who has agreed to work there, in the calls of its staff.
create or replace view teacher_addresses with (security_barrier = true) as
select t.school_id, t.teacher_id, u.email
from school_teachers t join users u on u.id = t.teacher_id
where t.accepted_at is not null and (select acting_children() is null)
  and t.school_id = any ((select acting_schools())::uuid[]);
grant select on teacher_addresses to kashkool_app;
