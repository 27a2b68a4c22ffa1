-- What the account of requests may write in tables that belong to no school. "using (true)" for updates leaves everybody's
-- calls able to lock a row; the check refuses the changed row.
create procedure written_by_platform(t regclass, condition text default 'true')
language plpgsql as $$
begin
  call wall_off(t);
  execute format('create policy reads on %s for select using (true)', t);
  execute format('create policy platform_adds on %s for insert with check ((select on_platform()) and %s)', t, condition);
  execute format('create policy platform_changes on %s for update using (true) with check ((select on_platform()) and %s)',
    t, condition);
end $$;

call written_by_platform('roles', 'not built_in');
call written_by_platform('languages');
call written_by_platform('relation_types');
call written_by_platform('school_types');
call written_by_platform('school_contact_types');
call written_by_platform('coin_types');
call written_by_platform('payment_types');

-- The type of a role decides where its keys count.
revoke update on roles from kashkool_app;
call grant_columns('roles', array['update'], 'id', 'type', 'built_in', 'created_at');

drop procedure written_by_platform;

-- Pictures are read as before. They are written in the school of the call, by their person, or by the platform; the owner's
-- housekeeping removes them. Their content, kind and owner never change, but for the student of a picture.
do $$
declare
  of_child constant text := $of$(kind not in ('student', 'excuse') or (select acting_children() is null)
    or student_id = any ((select acting_children())::uuid[]))$of$;
  in_school constant text := $of$school_id = any ((select acting_schools())::uuid[])$of$;
  own constant text := format(
    $of$%s and %s or kind = 'user' and user_id = (select acting_user()) or kind = 'contact_type' and (select on_platform())$of$,
    in_school, of_child);
begin
  drop policy school on media;
  execute format('create policy school on media for select using ((school_id is null or %s) and %s)', in_school, of_child);
  execute format('create policy writer_adds on media for insert with check (%s)', own);
  execute format('create policy writer_changes on media for update using (%1$s) with check (%1$s)', own);
end $$;
revoke update, delete on media from kashkool_app;
grant update (student_id, replaced_at) on media to kashkool_app;

-- Which students a person read lately belongs to that person; the owner's housekeeping removes the rows.
call wall_off('student_readings');
create policy own on student_readings using (person_id = (select acting_user())) with check (person_id = (select acting_user()));
revoke update, delete on student_readings from kashkool_app;
grant update (read_at) on student_readings to kashkool_app;

-- People: everybody who works with them reads names, picture and phone number (decision 007: a person belongs to no school).
-- What only they enter for themselves is read and written through a view of the acting person.
call wall_off('users');
create policy reads on users for select using (true);
create policy own_changes on users for update using (true) with check (id = (select acting_user()));
revoke select (birth_day, address, city, region, country, email), update (birth_day, address, city, region, country, email)
  on users from kashkool_app;

create view own_account with (security_barrier = true) as
select id, phone_number, user_name, first_name, middle_name, last_name, image_url, birth_day, address, city, region, country,
  email, version, created_at, modified_at
from users where id = (select acting_user()) with check option;
grant select, update (user_name, first_name, middle_name, last_name, image_url, birth_day, address, city, region, country,
  email, version, modified_at) on own_account to kashkool_app;

-- A school sees the e-mail address of a teacher who has agreed to work there, in the calls of its staff.
create view teacher_addresses with (security_barrier = true) as
select t.school_id, t.teacher_id, u.email
from school_teachers t join users u on u.id = t.teacher_id
where t.accepted_at is not null and (select acting_children() is null)
  and t.school_id = any ((select acting_schools())::uuid[]);
grant select on teacher_addresses to kashkool_app;
