-- The turn of the year: every student of the old year's classes gets a place in those of the next one, in one step that can be
-- taken back (decision 062).

-- Which grade follows; null: its students leave the school at the end of it.
alter table grades
  add column next_grade_id uuid,
  add constraint grades_next_same_school foreign key (school_id, next_grade_id) references grades (school_id, id)
    on delete set null (next_grade_id),
  add constraint grades_next_another check (next_grade_id <> id);
create index grades_next on grades (school_id, next_grade_id) where next_grade_id is not null;

-- school_year_id: the year that a class belongs to, from the first turn of the year on; null: no year alone.
-- closed_with_year: whether completing that year made the class inactive, so that reopening it can take that back.
alter table class_rooms
  add column school_year_id uuid,
  add column closed_with_year boolean not null default false,
  add constraint class_rooms_year_same_school foreign key (school_id, school_year_id) references school_years (school_id, id);
create index class_rooms_by_year on class_rooms (school_id, school_year_id) where school_year_id is not null;
drop index class_rooms_name_taken;
create unique index class_rooms_name_taken on class_rooms
  (school_id, grade_id, language_id, fold(name), school_year_id) nulls not distinct;

-- to_year_id: the id of the next year, which need not exist before this is done. options: what was chosen on the way.
-- effect: what came of it, so that its undo does the opposite. plan_hash: the plan that was agreed to.
create table promotions (
  school_id uuid not null references schools,
  id uuid not null,
  from_year_id uuid not null,
  to_year_id uuid not null,
  to_year_name text not null constraint promotions_year_name_length check (fits(to_year_name, 1, 100)),
  state text not null default 'draft'
    constraint promotions_state_known check (state in ('draft', 'waiting', 'done', 'undoing', 'undone')),
  reason text,
  options jsonb not null constraint promotions_options check (jsonb_typeof(options) = 'object'),
  effect jsonb not null default '{}' constraint promotions_effect check (jsonb_typeof(effect) = 'object'),
  plan_hash text,
  notify_on date,
  notified_at timestamptz,
  spares boolean not null default false,
  made_by uuid not null references users,
  started_by uuid references users,
  done_at timestamptz,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint promotions_key primary key (school_id, id),
  constraint promotions_from_same_school foreign key (school_id, from_year_id) references school_years (school_id, id),
  constraint promotions_two_years check (from_year_id <> to_year_id)
);
create unique index promotions_by_id on promotions (id);
-- Two people at once prepare one and the same.
create unique index promotions_one_open on promotions (school_id) where state in ('draft', 'waiting', 'undoing');
create index promotions_waiting on promotions (modified_at) where state in ('waiting', 'undoing');
create index promotions_to_notify on promotions (notify_on) where state = 'done' and notified_at is null;
call wall_off('promotions');
create policy school on promotions using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on promotions to kashkool_app;

-- The classes of the next year: the id is that of the class to be.
create table promotion_classes (
  school_id uuid not null references schools,
  id uuid not null,
  promotion_id uuid not null,
  from_class_id uuid not null,
  name text not null constraint promotion_classes_name_length check (fits(name, 3, 100)),
  max_of_students integer not null constraint promotion_classes_capacity_range check (max_of_students between 1 and 500),
  keeps_supervisor boolean not null,
  created_at timestamptz not null default now(),
  constraint promotion_classes_key primary key (school_id, id),
  constraint promotion_classes_of_promotion foreign key (school_id, promotion_id) references promotions (school_id, id)
    on delete cascade,
  constraint promotion_classes_from_same_school foreign key (school_id, from_class_id)
    references class_rooms (school_id, id)
);
create index promotion_classes_by_promotion on promotion_classes (school_id, promotion_id);
call wall_off('promotion_classes');
create policy school on promotion_classes using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on promotion_classes to kashkool_app;

-- What people decided of a student, and, once it is done, what became of the student: was is the student's row before.
create table promotion_students (
  school_id uuid not null references schools,
  promotion_id uuid not null,
  student_id uuid not null,
  decision text constraint promotion_students_decision_known check (decision in ('up', 'repeat', 'wait', 'leave')),
  to_class_id uuid,
  decided_by uuid references users,
  outcome text constraint promotion_students_outcome_known check (outcome in ('moved', 'left', 'stayed', 'undone', 'kept')),
  from_class_id uuid,
  left_id uuid,
  joined_id uuid,
  leaving_id uuid,
  was jsonb,
  version_after integer,
  created_at timestamptz not null default now(),
  constraint promotion_students_key primary key (school_id, promotion_id, student_id),
  constraint promotion_students_of_promotion foreign key (school_id, promotion_id) references promotions (school_id, id)
    on delete cascade,
  constraint promotion_students_student_same_school foreign key (school_id, student_id)
    references students (school_id, id)
);
create index promotion_students_by_student on promotion_students (student_id);
create index promotion_students_leaving on promotion_students (leaving_id) where leaving_id is not null;
call wall_off('promotion_students');
create policy school on promotion_students using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on promotion_students to kashkool_app;

-- How far the work has come; a table of its own, because the promotion is locked by then.
create table promotion_progress (
  school_id uuid not null references schools,
  promotion_id uuid not null,
  students integer not null default 0,
  constraint promotion_progress_key primary key (school_id, promotion_id),
  constraint promotion_progress_of_promotion foreign key (school_id, promotion_id) references promotions (school_id, id)
    on delete cascade
);
call wall_off('promotion_progress');
create policy school on promotion_progress using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert, update, delete on promotion_progress to kashkool_app;

-- The next promotion of any school, locked until the transaction ends (as next_import).
create function next_promotion() returns table (id uuid, school_id uuid, state text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, school_id, state from promotions where state in ('waiting', 'undoing')
  order by modified_at, id limit 1 for update skip locked
$$;
revoke execute on function next_promotion() from public;
grant execute on function next_promotion() to kashkool_app;
create trigger wake_worker after insert or update of state on promotions for each row
  when (new.state in ('waiting', 'undoing')) execute function wake_worker();

-- Parents of promoted students hear of the new class on the day that was chosen. For the owner alone. Answers how many.
create function notify_of_promotions(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due record;
  many integer := 0;
begin
  for due in
    select p.school_id, p.id, p.started_by from public.promotions p
    join public.schools s on s.id = p.school_id and s.active
    where p.state = 'done' and p.notified_at is null and p.notify_on <= (at at time zone s.time_zone)::date
    order by p.id for update of p skip locked
  loop
    insert into public.outbox (event, school_id, actor_id, payload)
    select 'class changed', due.school_id, due.started_by,
      jsonb_build_object('classRoomId', ps.to_class_id, 'studentIds', jsonb_agg(ps.student_id order by ps.student_id))
    from public.promotion_students ps
    where ps.school_id = due.school_id and ps.promotion_id = due.id and ps.outcome = 'moved'
    group by ps.to_class_id;
    update public.promotions p set notified_at = at where p.school_id = due.school_id and p.id = due.id;
    many := many + 1;
  end loop;
  return many;
end $$;
revoke execute on function notify_of_promotions(timestamptz) from public;

-- What a promotion made goes with its undo, and nothing else.
create function made_by_undone_promotion(school uuid, what text, made uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.promotions p
    where p.school_id = school and p.state = 'undoing' and p.effect -> what ? made::text)
$$;
drop policy of_undone_import on class_rooms;
create policy of_undone_import on class_rooms as restrictive for delete to kashkool_app using (exists (
  select from imports i where class_rooms.id = any (i.made_classes) and i.state in ('draft', 'undoing'))
  or made_by_undone_promotion(school_id, 'classIds', id));
drop policy of_usual_set_or_import on school_years;
create policy of_usual_set_or_import on school_years as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = school_years.school_id and u.step = 'year' and u.undone_at is null
    and school_years.id = any (u.taken)) or exists (
  select from imports i where school_years.id = i.made_year and i.state = 'undoing')
  or made_by_undone_promotion(school_id, 'yearIds', id));
drop policy of_usual_set_or_import on school_year_months;
create policy of_usual_set_or_import on school_year_months as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = school_year_months.school_id and u.step = 'year' and u.undone_at is null
    and school_year_months.id = any (u.taken)) or exists (
  select from imports i where school_year_months.school_year_id = i.made_year and i.state = 'undoing')
  or made_by_undone_promotion(school_id, 'monthIds', id));
grant delete on calendar_days, student_leavings to kashkool_app;
create policy of_undone_promotion on calendar_days as restrictive for delete to kashkool_app using (
  made_by_undone_promotion(school_id, 'dayIds', id));
create policy of_undone_promotion on student_leavings as restrictive for delete to kashkool_app using (exists (
  select from promotion_students ps join promotions p on p.school_id = ps.school_id and p.id = ps.promotion_id
  where ps.leaving_id = student_leavings.id and p.state = 'undoing'));
