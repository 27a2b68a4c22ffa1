-- How a person's name stands on papers in English, as in the passport, for staff who sign.
alter table users
  add column latin_name text constraint users_latin_name check (latin_name ~ '^[A-Za-z][A-Za-z'' -]{0,99}$');
grant select (latin_name) on users to kashkool_app;
