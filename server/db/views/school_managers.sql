-- Its administrator and whoever holds the built-in role School Manager there.
create or replace view school_managers with (security_invoker = true) as
  select id as school_id, admin_id as person_id from schools
  union all select school_id, user_id from user_roles where role_id = '01900000-0000-7000-8000-000000000002';
grant select on school_managers to kashkool_app;
