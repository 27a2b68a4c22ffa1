-- What happened, what was before, what must still happen. No foreign keys: these rows outlive what they speak of.

create table audit_lines (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  person_id uuid,
  operation text not null,
  outcome text not null,
  school_id uuid,
  target_kind text,
  target_id uuid,
  request_id text,
  detail jsonb not null default '{}'
);
create index audit_lines_by_school on audit_lines (school_id, at);
create index audit_lines_by_target on audit_lines (target_id, at);
create index audit_lines_by_person on audit_lines (person_id, at);
call append_only('audit_lines');
call wall_off('audit_lines');
create policy anybody_writes on audit_lines for insert with check (true);
create policy school on audit_lines for select using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
call show_to_platform('audit_lines');
grant select, insert on audit_lines to kashkool_app;

-- Former values (api.md §8.4). Written by the trigger alone: the server's role may read them and nothing else.
create table former_values (
  id bigint generated always as identity primary key,
  table_name text not null,
  key jsonb not null,
  school_id uuid,
  changed_by uuid,
  changed_at timestamptz not null default now(),
  was jsonb not null
);
create index former_values_by_key on former_values (table_name, key, changed_at);
create index former_values_by_school on former_values (school_id, changed_at);
call append_only('former_values');
call wall_off('former_values');
create policy school on former_values for select using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
create policy platform on former_values for select using (
  (select on_platform()) and table_name in ('role_permissions', 'user_roles', 'user_permissions'));
grant select on former_values to kashkool_app;

-- Keeps the row as it was; its arguments are the columns that identify it.
create function keep_former_value() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was constant jsonb := to_jsonb(old);
begin
  insert into former_values (table_name, key, school_id, changed_by, was)
  select tg_table_name, jsonb_object_agg(k, was -> k), (was ->> 'school_id')::uuid, acting_user(), was
  from unnest(tg_argv) as k;
  return null;
end $$;

create procedure keep_former_values(t regclass, variadic key_columns text[])
language plpgsql as $$
declare
  arguments constant text := (select string_agg(quote_literal(k), ', ') from unnest(key_columns) as k);
begin
  execute format(
    'create trigger keep_former_on_change after update on %s for each row when (old.* is distinct from new.*) '
    'execute function keep_former_value(%s)', t, arguments);
  execute format(
    'create trigger keep_former_on_delete after delete on %s for each row execute function keep_former_value(%s)',
    t, arguments);
end $$;

-- What must follow the commit (api.md §13). The server writes; only the worker, as owner, reads: texts of SMS are in it.
create table outbox (
  id bigint generated always as identity primary key,
  event text not null,
  school_id uuid,
  actor_id uuid,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index outbox_waiting on outbox (next_try_at, id) where delivered_at is null;
call wall_off('outbox');
create policy anybody_writes on outbox for insert with check (true);
grant insert on outbox to kashkool_app;

create function wake_outbox() returns trigger
language plpgsql as $$
begin
  notify outbox;
  return null;
end $$;
create trigger wake_outbox after insert on outbox execute function wake_outbox();

-- First answers by Idempotency-Key (api.md §8.2), to the letter: jsonb would order their names anew. "person" is a user id, or a visitor's phone or grant, hashed.
create table idempotency_keys (
  person text not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer json,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_once primary key (person, operation, key),
  constraint idempotency_keys_length check (char_length(key) between 8 and 128)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to kashkool_app;
