-- Keys with which programs of others read of a school. Only a hash of the secret is stored.
create table program_keys (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint program_keys_name_length check (fits(name, 2, 60)),
  secret_hash bytea not null constraint program_keys_hash_length check (octet_length(secret_hash) = 32),
  scopes text[] not null constraint program_keys_scopes check (cardinality(scopes) > 0),
  networks cidr[] not null default '{}',
  ends_on date not null,
  made_by uuid not null references users,
  revoked_at timestamptz,
  revoked_by uuid references users,
  revoked_reason text constraint program_keys_reason_length check (fits(revoked_reason, 1, 100)),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint program_keys_secret unique (secret_hash),
  constraint program_keys_revoked check (revoked_at is not null or (revoked_by is null and revoked_reason is null))
);
call wall_off('program_keys');
create policy school on program_keys using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on program_keys to kashkool_app;
grant update (revoked_at, revoked_by, revoked_reason) on program_keys to kashkool_app;

-- What a key was used for, by day.
create table program_uses (
  school_id uuid not null,
  key_id uuid not null,
  day date not null,
  calls integer not null default 0,
  refused integer not null default 0,
  rows integer not null default 0,
  primary key (school_id, key_id, day),
  constraint program_uses_key foreign key (school_id, key_id) references program_keys (school_id, id)
);
call wall_off('program_uses');
create policy school on program_uses using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select on program_uses to kashkool_app;
