-- Which roles of an office a school has switched on (decision 049). Only those can be given there.
create table office_roles (
  id uuid primary key,
  school_id uuid not null references schools,
  role_id uuid not null references roles,
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  unique (school_id, role_id)
);
call keep_former_values('office_roles', 'id');
call keep_to_school('office_roles');
grant select, insert, update on office_roles to kashkool_app;
