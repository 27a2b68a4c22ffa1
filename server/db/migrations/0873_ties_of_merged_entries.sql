-- A link that stayed with an entry that was merged with another gives nothing (0840): it makes nobody a person of the school either. Each is as
-- before (0222, 0223, 0730), by the links that count.

create or replace function has_ties(person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return exists (select from public.parent_links l where l.parent_id = person)
  or exists (select from public.school_teachers t where t.teacher_id = person)
  or exists (select from public.user_permissions up where up.user_id = person)
  or exists (select from public.user_roles ur where ur.user_id = person
    and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  or exists (select from public.schools s where s.admin_id = person);

create or replace function is_vouched(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return (
    exists (select from public.parent_links l where l.school_id = school and l.parent_id = person)
    or exists (select from public.school_teachers t
      where t.school_id = school and t.teacher_id = person and t.accepted_at is not null)
    or exists (select from public.user_roles ur where ur.school_id = school and ur.user_id = person)
    or exists (select from public.user_permissions up where up.school_id = school and up.user_id = person)
  ) and not exists (select from public.user_roles ur where ur.user_id = person and ur.school_id is null
      and ur.role_id <> '01900000-0000-7000-8000-000000000001')
  and not exists (select from public.user_permissions up where up.user_id = person and up.school_id is null);

create or replace function belongs_elsewhere(school uuid, person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
return
  exists (select from public.parent_links l where l.school_id <> school and l.parent_id = person)
  or exists (select from public.school_teachers t
    where t.school_id <> school and t.teacher_id = person and t.accepted_at is not null)
  or exists (select from public.user_roles ur where ur.school_id <> school and ur.user_id = person)
  or exists (select from public.user_permissions up where up.school_id <> school and up.user_id = person);
