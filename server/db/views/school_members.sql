-- Who belongs to a school (api.md §3): once for every reason.
create or replace view school_members with (security_invoker = true) as
  select id as school_id, admin_id as person_id from schools
  union all select school_id, teacher_id from school_teachers where accepted_at is not null
  union all select school_id, supervisor_id from class_rooms where supervisor_id is not null
  union all select ur.school_id, ur.user_id from user_roles ur join roles r on r.id = ur.role_id and r.active
    where ur.school_id is not null
  union all select school_id, user_id from user_permissions where school_id is not null;
grant select on school_members to kashkool_app;
