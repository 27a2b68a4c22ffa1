-- A school, its contacts and languages, and who holds which rights in it.

create table schools (
  id uuid primary key,
  name text not null constraint schools_name_length check (fits(name, 1, 200)),
  about text not null constraint schools_about_length check (fits(about, 1, 4000)),
  vision text not null constraint schools_vision_length check (fits(vision, 1, 2000)),
  image_url text,
  active boolean not null default false,
  activated_at timestamptz,
  school_type_id uuid references school_types,
  admin_id uuid not null references users,
  coin_type_id uuid references coin_types,
  time_zone text not null default 'Africa/Cairo' constraint schools_time_zone_length check (fits(time_zone, 1, 64)),
  support_until timestamptz,
  support_opened_by uuid references users,
  -- Money not yet turned into coins (api.md §12, payments).
  money_carry numeric(9, 2) not null default 0 constraint schools_money_carry_positive check (money_carry >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint schools_active_with_coin_type check (not active or coin_type_id is not null)
);
create index schools_by_name on schools (name collate by_name, id) where active;
create index schools_by_admin on schools (admin_id);
grant select, insert, update on schools to kashkool_app;

create table school_contacts (
  id uuid primary key,
  school_id uuid not null references schools,
  contact_type_id uuid not null references school_contact_types,
  value text not null constraint school_contacts_value_length check (fits(value, 1, 300)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  unique (school_id, id),
  constraint school_contacts_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create unique index school_contacts_value_taken on school_contacts (school_id, contact_type_id, value)
  where removed_at is null;
call keep_to_school('school_contacts');
call show_to_platform('school_contacts');
grant select, insert, update on school_contacts to kashkool_app;

-- The row stays when the language is taken away, and is taken into use again when it is given back.
create table school_languages (
  school_id uuid not null references schools,
  language_id uuid not null references languages,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references users,
  constraint school_languages_once primary key (school_id, language_id),
  constraint school_languages_removed_by_somebody check ((removed_at is null) = (removed_by is null))
);
create index school_languages_by_language on school_languages (language_id) where removed_at is null;
call keep_to_school('school_languages');
call show_to_platform('school_languages');
grant select, insert, update on school_languages to kashkool_app;

-- source: 'given' by a person or with the account or school; 'teacher' and 'supervisor' with that post, and gone with it.
-- role_type follows from school_id, so the key below lets no app role into a school and no school role out of one.
create table user_roles (
  user_id uuid not null references users,
  role_id uuid not null,
  school_id uuid references schools,
  role_type smallint not null generated always as (case when school_id is null then 2 else 1 end) stored,
  source text not null default 'given'
    constraint user_roles_source_known check (source in ('given', 'teacher', 'supervisor')),
  given_by uuid references users,
  created_at timestamptz not null default now(),
  constraint user_roles_once unique nulls not distinct (user_id, role_id, school_id, source),
  constraint user_roles_role_fits foreign key (role_id, role_type) references roles (id, type)
);
create index user_roles_by_school on user_roles (school_id, role_id);
create index user_roles_by_role on user_roles (role_id);
call keep_former_values('user_roles', 'user_id', 'role_id', 'school_id', 'source');
call keep_to_school('user_roles');
call show_own_rows('user_roles', 'user_id');
call show_to_platform('user_roles');
create policy app_wide on user_roles using (school_id is null and (select on_platform()));
-- Every account starts with the role Standard, before anybody is signed in.
create policy standard on user_roles for insert
  with check (school_id is null and role_id = '01900000-0000-7000-8000-000000000001');
grant select, insert, delete on user_roles to kashkool_app;

create table user_permissions (
  user_id uuid not null references users,
  permission_id uuid not null references permissions,
  school_id uuid references schools,
  given_by uuid references users,
  created_at timestamptz not null default now(),
  constraint user_permissions_once unique nulls not distinct (user_id, permission_id, school_id)
);
create index user_permissions_by_school on user_permissions (school_id);
call keep_former_values('user_permissions', 'user_id', 'permission_id', 'school_id');
call keep_to_school('user_permissions');
call show_own_rows('user_permissions', 'user_id');
call show_to_platform('user_permissions');
create policy app_wide on user_permissions using (school_id is null and (select on_platform()));
grant select, insert, delete on user_permissions to kashkool_app;
