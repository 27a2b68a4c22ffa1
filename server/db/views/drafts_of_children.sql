-- Drafts as a parent's call sees them: that they are there, and nothing in them.
create or replace view drafts_of_children with (security_barrier = true) as
select school_id, exam_id, student_id, created_at, removed_at
from student_exams
where is_draft and student_id = any ((select acting_children())::uuid[]) and school_id = any ((select acting_schools())::uuid[]);
grant select on drafts_of_children to kashkool_app;
