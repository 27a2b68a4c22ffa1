-- Long work of a school with what it does to each student (decision 033). settings: what was agreed to when it started.
-- acting_by: the person whose rights it needs, who is the one who undoes it once it is undone.
create table jobs (
  id uuid primary key,
  school_id uuid not null references schools,
  kind text not null constraint jobs_kind_known check (kind in ('renewSeats')),
  state text not null default 'running'
    constraint jobs_state_known check (state in ('running', 'ended', 'undoing', 'undone')),
  reason text,
  settings jsonb not null,
  started_on date not null,
  started_by uuid not null references users,
  acting_by uuid not null references users,
  students integer not null,
  handled integer not null default 0,
  changed integer not null default 0,
  not_done integer not null default 0,
  coins integer not null default 0,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id)
);
create index jobs_by_school on jobs (school_id, created_at desc, id desc);
create index jobs_waiting on jobs (modified_at) where state in ('running', 'undoing');
-- Two presses at once are one job.
create unique index jobs_one_at_a_time on jobs (school_id, kind) where state in ('running', 'undoing');
call wall_off('jobs');
create policy school on jobs using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update on jobs to kashkool_app;

-- outcome: null while the student waits for a turn; 'same' when nothing was left to do. The ids are no keys: these rows
-- outlive what they speak of. was_paid, was_ended_on: the student before; version_after: the version once it was done.
create table job_students (
  school_id uuid not null references schools,
  job_id uuid not null,
  nth integer not null,
  student_id uuid not null,
  outcome text constraint job_students_outcome_known check (outcome in ('done', 'same', 'left', 'undone', 'kept')),
  reason text,
  was_paid boolean,
  was_ended_on date,
  version_after integer,
  seat_id uuid,
  constraint job_students_once primary key (job_id, nth),
  constraint job_students_of_job foreign key (school_id, job_id) references jobs (school_id, id) on delete cascade
);
call wall_off('job_students');
create policy school on job_students using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update on job_students to kashkool_app;

-- The next job of any school, locked until the transaction ends (as next_import).
create function next_job(of_kind text) returns table (id uuid, school_id uuid, state text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, school_id, state from jobs where kind = of_kind and state in ('running', 'undoing')
  order by modified_at, id limit 1 for update skip locked
$$;
revoke execute on function next_job(text) from public;
grant execute on function next_job(text) to kashkool_app;

create function wake_worker() returns trigger
language plpgsql as $$
begin
  notify jobs;
  return null;
end $$;
create trigger wake_worker after insert or update of state on jobs for each row
  when (new.state in ('running', 'undoing')) execute function wake_worker();
