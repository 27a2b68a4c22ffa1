-- The acting person's own row, without what is secret. Requests change it through this view alone (decision 079).
create or replace view own_account with (security_barrier = true) as
select id, phone_number, user_name, first_name, middle_name, last_name, image_url, birth_day, address, city, region, country,
  email, version, created_at, modified_at, latin_name
from users where id = (select acting_user()) with check option;
grant select, update (user_name, first_name, middle_name, last_name, image_url, birth_day, address, city, region, country,
  email, version, modified_at, latin_name) on own_account to kashkool_app;
