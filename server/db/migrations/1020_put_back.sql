-- What was removed can be put back for thirty days (decision 085), and the list of it names who removed it.
alter table calendar_days add column removed_by uuid references users;
alter table record_fields add column removed_by uuid references users;
alter table result_schemes add column removed_by uuid references users;

create index exams_removed on exams (school_id, removed_at) where removed_at is not null;
create index homework_removed on homework (school_id, removed_at) where removed_at is not null;
create index activities_removed on activities (school_id, removed_at) where removed_at is not null;
create index student_notes_removed on student_notes (school_id, removed_at) where removed_at is not null;
create index conduct_records_withdrawn on conduct_records (school_id, withdrawn_at) where withdrawn_at is not null;
create index posts_taken_back on posts (school_id, taken_back_at) where taken_back_at is not null;

-- How many parents have opened a notice about these works of their children, whose items the caller cannot read.
create function openers_of_works(of_school uuid, work_ids uuid[], student_ids uuid[]) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct i.person_id)::integer
  from inbox_items i
  where i.person_id in (
      select l.parent_id from student_parents l where l.school_id = of_school and l.student_id = any (student_ids))
    and i.at_school_id = of_school and i.student_id = any (student_ids) and i.subject_ids && work_ids and i.read_at is not null
    and i.kind in ('examResult', 'homeworkResult', 'activityResult', 'markCorrected')
    and of_school = any (acting_schools()) and acting_children() is null
$$;
revoke execute on function openers_of_works(uuid, uuid[], uuid[]) from public;
grant execute on function openers_of_works(uuid, uuid[], uuid[]) to kashkool_app;
