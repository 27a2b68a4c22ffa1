-- Lists shared by all schools. Nothing here is ever deleted (api.md §12, reference).

create table languages (
  id uuid primary key,
  name text not null constraint languages_name_length check (fits(name, 1, 100)),
  description text constraint languages_description_length check (fits(description, 0, 500)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index languages_name_taken on languages (fold(name));

create table relation_types (
  id uuid primary key,
  name text not null constraint relation_types_name_length check (fits(name, 1, 100)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index relation_types_name_taken on relation_types (fold(name));

create table school_types (
  id uuid primary key,
  name text not null constraint school_types_name_length check (fits(name, 1, 100)),
  description text constraint school_types_description_length check (fits(description, 0, 500)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index school_types_name_taken on school_types (fold(name));

create table school_contact_types (
  id uuid primary key,
  name text not null constraint school_contact_types_name_length check (fits(name, 1, 100)),
  description text constraint school_contact_types_description_length check (fits(description, 0, 500)),
  icon_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index school_contact_types_name_taken on school_contact_types (fold(name));

-- value: the price of one coin.
create table coin_types (
  id uuid primary key,
  name text not null constraint coin_types_name_length check (fits(name, 1, 100)),
  value numeric(9, 2) not null constraint coin_types_value_positive check (value > 0),
  notes text constraint coin_types_notes_length check (fits(notes, 0, 500)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index coin_types_name_taken on coin_types (fold(name));

create table payment_types (
  id uuid primary key,
  name text not null constraint payment_types_name_length check (fits(name, 1, 100)),
  notes text constraint payment_types_notes_length check (fits(notes, 0, 500)),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index payment_types_name_taken on payment_types (fold(name));

grant select, insert, update on
  languages, relation_types, school_types, school_contact_types, coin_types, payment_types to kashkool_app;

create table permissions (
  id uuid primary key,
  key text not null,
  name text not null,
  name_ar text not null,
  description text,
  school_scope boolean not null,
  app_scope boolean not null,
  constraint permissions_key_taken unique (key),
  constraint permissions_scope_some check (school_scope or app_scope)
);
grant select on permissions to kashkool_app;

-- type 1: held in one school at a time; type 2: held app-wide.
create table roles (
  id uuid primary key,
  name text not null constraint roles_name_length check (fits(name, 1, 100)),
  name_ar text,
  description text constraint roles_description_length check (fits(description, 0, 500)),
  type smallint not null constraint roles_type_known check (type in (1, 2)),
  active boolean not null default true,
  built_in boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint roles_id_type unique (id, type)
);
create unique index roles_name_taken on roles (type, fold(name));
grant select, insert, update on roles to kashkool_app;

create table role_permissions (
  role_id uuid not null references roles,
  permission_id uuid not null references permissions,
  created_at timestamptz not null default now(),
  constraint role_permissions_once primary key (role_id, permission_id)
);
call keep_former_values('role_permissions', 'role_id', 'permission_id');
grant select, insert, delete on role_permissions to kashkool_app;
