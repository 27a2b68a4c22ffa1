-- What families pay to a school (decision 110). Coins and seats, which a school pays to the platform, have nothing to do with it.

-- One row of a school that has begun with fees. Its currency is fixed with the first posting.
create table fee_settings (
  school_id uuid primary key references schools,
  currency text not null constraint fee_settings_currency
    check (currency in ('EGP', 'SAR', 'AED', 'QAR', 'KWD', 'BHD', 'OMR', 'JOD')),
  -- Of several reductions for one child: all, one after another, or only the highest.
  only_highest boolean not null default false,
  -- A reduction of a child by hand above this needs a second person; null: none does.
  reduction_limit numeric(14, 3) constraint fee_settings_limit check (reduction_limit >= 0),
  overdue_notices boolean not null default false,
  last_family integer not null default 1000,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
call keep_to_school('fee_settings');
call keep_former_values('fee_settings', 'school_id');
grant select, insert, update on fee_settings to kashkool_app;

-- How money comes in: cash, cheque, bank transfer, card.
create table fee_ways (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint fee_ways_name_length check (fits(name, 1, 60)),
  kind text not null constraint fee_ways_kind check (kind in ('cash', 'cheque', 'transfer', 'card', 'other')),
  active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id)
);
call keep_to_school('fee_ways');
call keep_former_values('fee_ways', 'id');
grant select, insert, update on fee_ways to kashkool_app;

-- What is charged: tuition, books, bus. `rate`: a tax in percent that the receipt names; none by default.
create table fee_items (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint fee_items_name_length check (fits(name, 1, 60)),
  rate numeric(6, 3) constraint fee_items_rate check (rate > 0 and rate < 100),
  active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id)
);
call keep_to_school('fee_items');
call keep_former_values('fee_items', 'id');
grant select, insert, update on fee_items to kashkool_app;

-- What a grade pays in a year. A version stays as it was saved, because charges name it.
create table fee_plans (
  school_id uuid not null references schools,
  id uuid not null,
  year_id uuid not null,
  grade_id uuid not null,
  version integer not null,
  -- [{itemId, amount, parts: [{dueOn, amount? , percent?}]}]; amounts are texts, and the last part takes the remainder.
  lines jsonb not null constraint fee_plans_lines check (jsonb_typeof(lines) = 'array'),
  saved_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint fee_plans_version_once unique (school_id, year_id, grade_id, version),
  constraint fee_plans_year foreign key (school_id, year_id) references school_years (school_id, id),
  constraint fee_plans_grade foreign key (school_id, grade_id) references grades (school_id, id)
);
call keep_to_school('fee_plans');
call append_only('fee_plans');
grant select, insert on fee_plans to kashkool_app;

-- Reductions of a school. `by_child`: of the second, third … child of a family at the school, the eldest first.
create table fee_reductions (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint fee_reductions_name_length check (fits(name, 1, 60)),
  kind text not null constraint fee_reductions_kind check (kind in ('sibling', 'staff', 'hardship', 'merit', 'early', 'other')),
  measure text not null constraint fee_reductions_measure check (measure in ('percent', 'amount')),
  value numeric(14, 3) constraint fee_reductions_value check (value > 0),
  by_child numeric(14, 3)[] not null default '{}',
  item_ids uuid[] not null default '{}',
  active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint fee_reductions_of_siblings check ((kind = 'sibling') = (value is null) and (kind = 'sibling') = (cardinality(by_child) > 0)),
  constraint fee_reductions_percent check (measure <> 'percent' or (coalesce(value, 0) <= 100 and 100 >= all (by_child)))
);
call keep_to_school('fee_reductions');
call keep_former_values('fee_reductions', 'id');
grant select, insert, update on fee_reductions to kashkool_app;

-- Families: the children whom the office counts together.
create table families (
  school_id uuid not null references schools,
  id uuid not null,
  code text not null constraint families_code_form check (code ~ '^[0-9]{5,9}$'),
  confirmed_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint families_code_once unique (school_id, code)
);
call wall_off('families');
create policy school on families using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
call keep_former_values('families', 'id');
grant select, insert, update on families to kashkool_app;

create table family_students (
  school_id uuid not null references schools,
  student_id uuid not null,
  family_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, student_id),
  constraint family_students_student foreign key (school_id, student_id) references students (school_id, id),
  constraint family_students_family foreign key (school_id, family_id) references families (school_id, id)
);
create index family_students_by_family on family_students (school_id, family_id);
call keep_to_students('family_students');
call keep_former_values('family_students', 'student_id');
grant select, insert, update on family_students to kashkool_app;

-- Which reductions by hand a child has in a year.
create table fee_grants (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  year_id uuid not null,
  reduction_id uuid not null,
  given_by uuid not null references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by uuid references users,
  primary key (school_id, id),
  constraint fee_grants_student foreign key (school_id, student_id) references students (school_id, id),
  constraint fee_grants_year foreign key (school_id, year_id) references school_years (school_id, id),
  constraint fee_grants_reduction foreign key (school_id, reduction_id) references fee_reductions (school_id, id),
  constraint fee_grants_ended check ((ended_at is null) = (ended_by is null))
);
create unique index fee_grants_once on fee_grants (school_id, student_id, year_id, reduction_id) where ended_at is null;
call keep_to_students('fee_grants');
grant select, insert, update on fee_grants to kashkool_app;
