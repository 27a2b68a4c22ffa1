-- Where it counts that a child sits an exam, parents read here: a draft is as if nothing had been marked.
create or replace view student_exams_seen with (security_invoker = true) as
select school_id, exam_id, student_id, total_result, is_attend, version, created_at, modified_at, removed_at, is_draft,
  corrected_at, former_result, former_attend
from student_exams
union all
select school_id, exam_id, student_id, null, null, 1, created_at, created_at, removed_at, true, null, null, null
from drafts_of_children;
grant select on student_exams_seen to kashkool_app;
