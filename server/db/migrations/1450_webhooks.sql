-- Where a school has programs of others notified of what changed, by ids alone. Only the server can open the secrets.
create table webhooks (
  school_id uuid not null references schools,
  id uuid not null,
  name text not null constraint webhooks_name_length check (fits(name, 2, 60)),
  url text not null constraint webhooks_url_length check (char_length(url) between 10 and 500),
  events text[] not null constraint webhooks_events check (cardinality(events) > 0),
  sealed bytea not null,
  -- The secret before the last new one, which also signs until then.
  former_sealed bytea,
  former_until timestamptz,
  active boolean not null default true,
  failing_since timestamptz,
  paused_at timestamptz,
  delivered_at timestamptz,
  made_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint webhooks_former check ((former_sealed is null) = (former_until is null))
);
create index webhooks_active on webhooks (school_id) where active;
call wall_off('webhooks');
create policy school on webhooks using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert, update on webhooks to kashkool_app;

-- A message to a webhook. It waits until it is delivered.
create table webhook_deliveries (
  school_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  delivered_at timestamptz,
  tried_at timestamptz,
  answer smallint,
  problem text constraint webhook_deliveries_problem_length check (fits(problem, 1, 40)),
  primary key (school_id, id),
  constraint webhook_deliveries_webhook foreign key (school_id, webhook_id) references webhooks (school_id, id)
);
create index webhook_deliveries_due on webhook_deliveries (school_id, webhook_id, next_try_at) where delivered_at is null;
create index webhook_deliveries_by_time on webhook_deliveries (school_id, webhook_id, created_at, id);
create index webhook_deliveries_old on webhook_deliveries (created_at);
call wall_off('webhook_deliveries');
create policy school on webhook_deliveries using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on webhook_deliveries to kashkool_app;
grant update (next_try_at, delivered_at, attempts) on webhook_deliveries to kashkool_app;
