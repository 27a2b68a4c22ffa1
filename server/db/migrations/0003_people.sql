-- Persons, and how they prove who they are. Of secrets only hashes are kept.

create table users (
  id uuid primary key,
  phone_number text not null constraint users_phone_form check (phone_number ~ '^01[0-9]{9}$'),
  password_hash text not null,
  password_set_at timestamptz not null default now(),
  user_name text constraint users_user_name_length check (fits(user_name, 0, 100)),
  first_name text not null default '' constraint users_first_name_length check (fits(first_name, 0, 100)),
  middle_name text constraint users_middle_name_length check (fits(middle_name, 0, 100)),
  last_name text not null default '' constraint users_last_name_length check (fits(last_name, 0, 100)),
  image_url text,
  birth_day date constraint users_birth_day_range check (birth_day > '1900-01-01'),
  address text constraint users_address_length check (fits(address, 0, 500)),
  city text constraint users_city_length check (fits(city, 0, 100)),
  region text constraint users_region_length check (fits(region, 0, 100)),
  country text constraint users_country_length check (fits(country, 0, 100)),
  email text constraint users_email_length check (char_length(email) <= 254),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint users_phone_taken unique (phone_number)
);
grant select, insert, update on users to kashkool_app;

create table sessions (
  id uuid primary key,
  token_hash bytea not null constraint sessions_token_hash_length check (octet_length(token_hash) = 32),
  user_id uuid not null references users,
  shared_computer boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  constraint sessions_token_taken unique (token_hash)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_age on sessions (created_at);
grant select, insert, update, delete on sessions to kashkool_app;

-- One live code a phone: a new one takes the place of the older. The number itself is kept only as a keyed hash.
create table sms_codes (
  phone_hash bytea primary key,
  code_hmac bytea not null,
  tries integer not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sms_codes_by_age on sms_codes (expires_at);
grant select, insert, update, delete on sms_codes to kashkool_app;

create table identity_grants (
  grant_hash bytea primary key,
  phone_number text not null constraint identity_grants_phone_form check (phone_number ~ '^01[0-9]{9}$'),
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index identity_grants_by_age on identity_grants (expires_at);
grant select, insert, update, delete on identity_grants to kashkool_app;

-- Enrolled by the operator. last_step: the last time step used, so that a code opens once.
create table second_factors (
  user_id uuid primary key references users,
  sealed_secret bytea not null,
  last_step bigint,
  created_at timestamptz not null default now()
);
grant select, update on second_factors to kashkool_app;

create table known_devices (
  user_id uuid not null references users,
  device_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on known_devices to kashkool_app;

-- Shape and column types as the limiter's PostgreSQL store expects them; expire in milliseconds since 1970.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_age on rate_limits (expire);
grant select, insert, update, delete on rate_limits to kashkool_app;
