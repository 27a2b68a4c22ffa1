-- Seats of a grade's students in the exams of a year. Assigning again makes another plan, and the latest that was not undone
-- counts: an undo brings back the one before, and no number that was printed is lost.
create table exam_seat_plans (
  school_id uuid not null references schools,
  id uuid not null,
  grade_id uuid not null,
  school_year_id uuid not null,
  -- In their order: {name, places}.
  committees jsonb not null constraint exam_seat_plans_committees check (jsonb_typeof(committees) = 'array'),
  seat_order text not null constraint exam_seat_plans_order_known check (seat_order in ('name', 'class', 'apart', 'code')),
  first_number integer not null constraint exam_seat_plans_number check (first_number between 1 and 999999),
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  undone_by uuid references users,
  undone_at timestamptz,
  constraint exam_seat_plans_key primary key (school_id, id),
  constraint exam_seat_plans_undone check ((undone_at is null) = (undone_by is null)),
  constraint exam_seat_plans_grade foreign key (school_id, grade_id) references grades (school_id, id),
  constraint exam_seat_plans_year foreign key (school_id, school_year_id) references school_years (school_id, id)
);
create index exam_seat_plans_standing on exam_seat_plans (school_id, school_year_id, grade_id, created_at desc)
  where undone_at is null;
call keep_to_school('exam_seat_plans');
grant select, insert on exam_seat_plans to kashkool_app;
grant update (undone_by, undone_at) on exam_seat_plans to kashkool_app;

create table exam_seats (
  school_id uuid not null references schools,
  plan_id uuid not null,
  student_id uuid not null,
  -- The place of its committee in the plan, from 1 on.
  committee integer not null,
  seat_number integer not null,
  constraint exam_seats_key primary key (school_id, plan_id, student_id),
  constraint exam_seats_number_once unique (school_id, plan_id, seat_number),
  constraint exam_seats_plan foreign key (school_id, plan_id) references exam_seat_plans (school_id, id),
  constraint exam_seats_student foreign key (school_id, student_id) references students (school_id, id)
);
create index exam_seats_by_student on exam_seats (student_id);
call wall_off('exam_seats');
create policy school on exam_seats using (
  school_id = any ((select acting_schools())::uuid[]) and (select acting_children() is null));
grant select, insert on exam_seats to kashkool_app;

-- The plans that count: the latest of each grade in the current year.
create view standing_seat_plans with (security_invoker = true) as
select distinct on (p.school_id, p.grade_id) p.*
from exam_seat_plans p
join school_years y on y.school_id = p.school_id and y.id = p.school_year_id and y.active and not y.completed
where p.undone_at is null
order by p.school_id, p.grade_id, p.created_at desc, p.id desc;
grant select on standing_seat_plans to kashkool_app;
