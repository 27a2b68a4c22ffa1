-- Providers of OpenID Connect with whose accounts the staff of a school sign in. Only the server can open the secrets.
create table sign_in_providers (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint sign_in_providers_name_length check (fits(name, 2, 60)),
  -- What staff enter on the page of sign-in to find it, such as the domain of their e-mail.
  domain text not null constraint sign_in_providers_domain_length check (char_length(domain) between 3 and 100),
  issuer text not null constraint sign_in_providers_issuer_length check (char_length(issuer) between 10 and 500),
  client_id text not null constraint sign_in_providers_client_length check (char_length(client_id) between 1 and 300),
  sealed bytea not null,
  -- What the token must say of the organisation (hd of Google, tid of Microsoft), because the issuer serves others as well.
  tenant text constraint sign_in_providers_tenant_length check (char_length(tenant) between 1 and 100),
  trusts_factor boolean not null default false,
  required boolean not null default false,
  active boolean not null default true,
  made_by uuid not null references users,
  used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint sign_in_providers_required check (active or not required)
);
create unique index sign_in_providers_by_id on sign_in_providers (id);
create index sign_in_providers_by_domain on sign_in_providers (domain) where active;
create index sign_in_providers_that_are_required on sign_in_providers (school_id) where required;
call wall_off('sign_in_providers');
create policy school on sign_in_providers using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update on sign_in_providers to kashkool_app;

-- Accounts elsewhere with which a person signs in. They are known by issuer and subject, never by an e-mail. Of a school: linked through its
-- provider, and opening that school alone.
create table outside_accounts (
  id uuid not null,
  user_id uuid not null references users,
  issuer text not null constraint outside_accounts_issuer_length check (char_length(issuer) between 10 and 500),
  subject text not null constraint outside_accounts_subject_length check (char_length(subject) between 1 and 255),
  at_school_id uuid references schools,
  -- The name or e-mail that the provider gave, for showing alone.
  label text constraint outside_accounts_label_length check (char_length(label) <= 200),
  linked_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (id),
  constraint outside_accounts_account unique nulls not distinct (issuer, subject, at_school_id)
);
create index outside_accounts_by_user on outside_accounts (user_id);
create index outside_accounts_by_school on outside_accounts (at_school_id) where at_school_id is not null;
call wall_off('outside_accounts');
call show_own_rows('outside_accounts', 'user_id');
grant select on outside_accounts to kashkool_app;

-- only_school: a session opened through a provider of that school has no rights elsewhere. outside_sid: the session there, by which the provider
-- ends it.
alter table sessions
  add only_school uuid references schools,
  add outside_id uuid references outside_accounts on delete cascade,
  add outside_sid text constraint sessions_outside_sid_length check (char_length(outside_sid) <= 255);
create index sessions_by_outside on sessions (outside_id) where outside_id is not null;
grant select (only_school, outside_id) on sessions to kashkool_app;
