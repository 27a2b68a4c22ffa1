-- Marks of an exam are drafts until they are published. A school that publishes at once, as all did before, has no drafts.

alter table schools add column marks_shown text not null default 'atOnce'
  constraint schools_marks_shown_known check (marks_shown in ('atOnce', 'whenPublished'));
grant update (marks_shown) on schools to kashkool_app;

-- Published by nobody: at once, as it was set.
alter table exams
  add column published_at timestamptz default now(),
  add column published_by uuid references users,
  add constraint exams_published_by_somebody check (published_by is null or published_at is not null);
create index exams_drafts on exams (school_id) where published_at is null and removed_at is null;

-- is_draft says what the exam says, so that one row decides whether its mark is seen. corrected_at and the former mark: the
-- last change of a published one.
alter table student_exams
  add column is_draft boolean not null default false,
  add column corrected_at timestamptz,
  add column former_result numeric(6, 2),
  add column former_attend boolean;

create function draft_as_its_exam() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_draft := coalesce((select e.published_at is null from exams e where e.id = new.exam_id), false);
  return new;
end $$;
create trigger draft_as_its_exam before insert on student_exams for each row execute function draft_as_its_exam();

create function keep_marks_published() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.published_at is not null then
    raise exception 'published marks stay published' using errcode = 'check_violation';
  end if;
  update student_exams set is_draft = false, modified_at = now() where exam_id = new.id;
  return null;
end $$;
create trigger keep_marks_published after update of published_at, published_by on exams for each row
  when ((old.published_at, old.published_by) is distinct from (new.published_at, new.published_by))
  execute function keep_marks_published();

create function remember_published_mark() returns trigger
language plpgsql as $$
begin
  new.corrected_at := now();
  new.former_result := old.total_result;
  new.former_attend := old.is_attend;
  return new;
end $$;
create trigger remember_published_mark before update of total_result, is_attend on student_exams for each row
  when (not old.is_draft and (old.total_result is not null or old.is_attend is not null)
    and (old.total_result, old.is_attend) is distinct from (new.total_result, new.is_attend)
    -- A row that an undo puts back has its former version too.
    and new.version > old.version)
  execute function remember_published_mark();

-- In a parent's call a draft is no row of the table, so that no read of marks can find one.
drop policy school on student_exams;
create policy school on student_exams using (
  school_id = any ((select acting_schools())::uuid[])
  and ((select acting_children() is null)
    or (student_id = any ((select acting_children())::uuid[]) and not is_draft)));

-- That a child sits an exam, without its mark; no rows but in a parent's call.
create index student_exams_drafts on student_exams (student_id, exam_id) where is_draft;
create view drafts_of_children with (security_barrier = true) as
select school_id, exam_id, student_id, created_at, removed_at
from student_exams
where is_draft and student_id = any ((select acting_children())::uuid[]) and school_id = any ((select acting_schools())::uuid[]);
grant select on drafts_of_children to kashkool_app;

-- Where it counts that a child sits an exam, parents read here: a draft is as if nothing had been marked.
create view student_exams_seen with (security_invoker = true) as
select school_id, exam_id, student_id, total_result, is_attend, version, created_at, modified_at, removed_at, is_draft,
  corrected_at, former_result, former_attend
from student_exams
union all
select school_id, exam_id, student_id, null, null, 1, created_at, created_at, removed_at, true, null, null, null
from drafts_of_children;
grant select on student_exams_seen to kashkool_app;
