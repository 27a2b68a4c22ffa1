-- Whether programs read a school by OneRoster at all; without a row they may, as far as their keys go.
create table roster_settings (
  school_id uuid not null references schools,
  is_on boolean not null,
  version integer not null default 1,
  changed_by uuid not null references users,
  modified_at timestamptz not null default now(),
  primary key (school_id)
);
call wall_off('roster_settings');
create policy school on roster_settings using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update on roster_settings to kashkool_app;

-- What programs asked for by OneRoster, by day (UTC): the form of the address without its ids, and how it was answered. No ids, no filters.
create table roster_uses (
  school_id uuid not null,
  key_id uuid not null,
  day date not null,
  address text not null constraint roster_uses_address_length check (fits(address, 1, 200)),
  status smallint not null,
  calls integer not null default 0,
  rows integer not null default 0,
  last_at timestamptz not null default now(),
  primary key (school_id, key_id, day, address, status),
  constraint roster_uses_key foreign key (school_id, key_id) references program_keys (school_id, id) on delete cascade
);
call wall_off('roster_uses');
create policy school on roster_uses using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select on roster_uses to kashkool_app;
