-- How people hear of things beside the inbox: on which devices, how, and what still waits to be sent.

-- A browser that may be told of things. It ends with the sign-out of its session; session_id null: that session has expired.
create table push_subscriptions (
  id uuid primary key,
  person_id uuid not null references users,
  session_id uuid references sessions on delete cascade,
  endpoint text not null constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  language text not null constraint push_subscriptions_language_known check (language in ('ar', 'en')),
  user_agent text constraint push_subscriptions_user_agent_length check (char_length(user_agent) <= 300),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  constraint push_subscriptions_endpoint_taken unique (endpoint)
);
create index push_subscriptions_by_person on push_subscriptions (person_id);
create index push_subscriptions_by_session on push_subscriptions (session_id);
create index push_subscriptions_by_age on push_subscriptions (last_used_at);
grant select, insert, update, delete on push_subscriptions to kashkool_app;

create domain way_of_notice as text default 'once'
  constraint way_of_notice_known check (value in ('once', 'digest', 'off'));

-- One row a person who chose for himself; id is the person's. Hours of the clock at the school, or in Cairo.
create table notice_preferences (
  id uuid primary key references users,
  attendance way_of_notice not null,
  homework way_of_notice not null,
  exams way_of_notice not null,
  activities way_of_notice not null,
  results way_of_notice not null,
  notes way_of_notice not null,
  children way_of_notice not null,
  duties way_of_notice not null,
  school way_of_notice not null,
  payments way_of_notice not null,
  digest_hour smallint not null default 18
    constraint notice_preferences_digest_hour_range check (digest_hour between 0 and 23),
  quiet_from smallint default 22 constraint notice_preferences_quiet_from_range check (quiet_from between 0 and 23),
  quiet_to smallint default 6 constraint notice_preferences_quiet_to_range check (quiet_to between 0 and 23),
  language text constraint notice_preferences_language_known check (language in ('ar', 'en')),
  sms boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint notice_preferences_quiet_hours check ((quiet_from is null) = (quiet_to is null))
);
grant select, insert, update on notice_preferences to kashkool_app;

alter table schools add column sms_notices boolean not null default false;

-- What waits to be sent: to one device, or by SMS where that is null. A digest holds whatever is due at one moment. Its id is
-- the tag on the device, so that what was sent twice is shown once. The workers alone use it, as the owner.
create table notices (
  id uuid primary key,
  person_id uuid not null references users,
  subscription_id uuid references push_subscriptions on delete cascade,
  digest boolean not null,
  due_at timestamptz not null,
  next_try_at timestamptz not null,
  attempts integer not null default 0
);
create unique index notices_one_digest on notices (person_id, subscription_id, due_at) nulls not distinct where digest;
create index notices_waiting on notices (next_try_at, id);
create index notices_by_subscription on notices (subscription_id);

create table notice_items (
  notice_id uuid not null references notices on delete cascade,
  item_id uuid not null references inbox_items on delete cascade,
  constraint notice_items_once primary key (notice_id, item_id)
);
create index notice_items_by_item on notice_items (item_id);

create function wake_notices() returns trigger
language plpgsql as $$
begin
  notify notices;
  return null;
end $$;
create trigger wake_notices after insert on notices execute function wake_notices();

-- The next moment at which a clock shows this hour.
create function next_at_hour(hour integer, zone text, after timestamptz) returns timestamptz
language sql stable parallel safe
return (
  select (today + case when today > after at time zone zone then interval '0' else interval '1 day' end) at time zone zone
  from (select date_trunc('day', after at time zone zone) + make_interval(hours => hour) as today) as clock);

-- Whether an instant falls into hours that may go over midnight.
create function falls_into(at timestamptz, from_hour integer, to_hour integer, zone text) returns boolean
language sql stable parallel safe
return (
  select case
    when from_hour < to_hour then hour >= from_hour and hour < to_hour
    when from_hour > to_hour then hour >= from_hour or hour < to_hour
    else false
  end
  from (select extract(hour from at at time zone zone) as hour) as clock);
