-- Where a school reads classes and people from by OneRoster: one other service, with the secret that it gave, sealed.
create table roster_sources (
  school_id uuid not null references schools,
  roster_url text not null constraint roster_sources_roster_url_length check (fits(roster_url, 10, 500)),
  token_url text not null constraint roster_sources_token_url_length check (fits(token_url, 10, 500)),
  client_id text not null constraint roster_sources_client_id_length check (fits(client_id, 1, 300)),
  sealed bytea not null,
  read_at timestamptz,
  version integer not null default 1,
  changed_by uuid not null references users,
  modified_at timestamptz not null default now(),
  primary key (school_id)
);
call wall_off('roster_sources');
create policy school on roster_sources using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update, delete on roster_sources to kashkool_app;
