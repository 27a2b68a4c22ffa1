-- The further countries to whose numbers a school sends messages; those of its own country and of Egypt are always among them.
alter table schools add column phone_countries text[] not null default '{}'
  constraint schools_phone_countries_few check (cardinality(phone_countries) <= 30);
grant update (phone_countries) on schools to kashkool_app;
