-- Who holds which key: in a school, or app-wide where school_id is null.
create or replace view held_keys with (security_invoker = true) as
  select ur.user_id as person_id, ur.school_id, p.key
  from user_roles ur
  join roles r on r.id = ur.role_id and r.active
  join role_permissions rp on rp.role_id = r.id
  join permissions p on p.id = rp.permission_id
  where case when ur.school_id is null then p.app_scope else p.school_scope end
  union all
  select up.user_id, up.school_id, p.key
  from user_permissions up
  join permissions p on p.id = up.permission_id
  where case when up.school_id is null then p.app_scope else p.school_scope end;
grant select on held_keys to kashkool_app;
