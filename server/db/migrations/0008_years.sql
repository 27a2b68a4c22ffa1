-- School years and their months. A year is current when active and not completed; completing is final.

create table school_years (
  id uuid primary key,
  school_id uuid not null references schools,
  name text not null constraint school_years_name_length check (fits(name, 1, 100)),
  description text constraint school_years_description_length check (fits(description, 0, 2000)),
  active boolean not null default true,
  completed boolean not null default false,
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint school_years_completed_inactive check (not (active and completed))
);
create unique index school_years_name_taken on school_years (school_id, fold(name));
create unique index school_years_one_current on school_years (school_id) where active and not completed;
call keep_to_school('school_years');
grant select, insert, update on school_years to kashkool_app;

-- position: the "order" of the wire.
create table school_year_months (
  id uuid primary key,
  school_id uuid not null references schools,
  school_year_id uuid not null,
  name text not null constraint school_year_months_name_length check (fits(name, 1, 100)),
  description text constraint school_year_months_description_length check (fits(description, 0, 2000)),
  position smallint not null constraint school_year_months_position_range check (position between 1 and 100),
  start_date date,
  end_date date,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint school_year_months_year_same_school foreign key (school_id, school_year_id)
    references school_years (school_id, id),
  constraint school_year_months_day_order check (start_date <= end_date)
);
create unique index school_year_months_name_taken on school_year_months (school_year_id, fold(name));
call keep_to_school('school_year_months');
grant select, insert, update on school_year_months to kashkool_app;
