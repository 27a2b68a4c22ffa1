-- Lines about an account: who signed in, from which device, what ended. Its person reads them.
create policy own on audit_lines for select using (target_kind = 'account' and target_id = (select acting_user()));

-- From where such a line came. It is apart from the line, which stays for ever: an address is erased after 90 days.
create table audit_origins (
  request_id text primary key,
  account_id uuid not null,
  address text not null,
  at timestamptz not null default now()
);
create index audit_origins_by_age on audit_origins (at);
call wall_off('audit_origins');
create policy anybody_writes on audit_origins for insert with check (true);
create policy own on audit_origins for select using (account_id = (select acting_user()));
grant select, insert on audit_origins to kashkool_app;

-- The chain over the audit: each seal is a keyed hash of its line and of the seal before. The owner's job writes it; the
-- account of requests cannot even read it.
create table audit_seals (
  line_id bigint primary key,
  seal bytea not null constraint audit_seals_length check (octet_length(seal) = 32)
);
