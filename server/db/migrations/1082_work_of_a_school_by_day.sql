-- As of exams: the homework and activities of a school on some days, for its home. Until now all of the school were read.
create index homework_by_school on homework (school_id, assignment_date desc, created_at desc, id) where removed_at is null;
create index activities_by_school on activities (school_id, activity_date desc, created_at desc, id) where removed_at is null;
