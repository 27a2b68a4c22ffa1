-- Every former value names a school, so that a database that is spread by school keeps it beside the row it was (docs/scale.md):
-- those of roles and rights that belong to no school name the school of none, which no school is.

create or replace procedure keep_former_values(t regclass, variadic key_columns text[])
language plpgsql as $$
declare
  keeper constant name := 'keep_former_' || (select relname from pg_class where oid = t);
  key constant text := (select string_agg(format('%L, was.%I', k, k), ', ') from unnest(key_columns) as k);
  no_school constant text := quote_literal('00000000-0000-0000-0000-000000000000');
  school constant text := coalesce(
    (select case when attnotnull then 'was.school_id' else format('coalesce(was.school_id, %s)', no_school) end
      from pg_attribute where attrelid = t and attname = 'school_id' and not attisdropped), no_school);
begin
  -- A statement that stores a row as it was changes nothing.
  execute format(
    'create or replace function %1$I() returns trigger
     language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $keep$
     begin
       if tg_op = ''UPDATE'' then
         insert into former_values (table_name, key, school_id, changed_by, was)
         select tg_table_name, jsonb_build_object(%2$s), %3$s, acting_user(), to_jsonb(was)
         from (select * from before_it except all select * from after_it) was;
       else
         insert into former_values (table_name, key, school_id, changed_by, was)
         select tg_table_name, jsonb_build_object(%2$s), %3$s, acting_user(), to_jsonb(was) from before_it was;
       end if;
       return null;
     end $keep$', keeper, key, school);
  execute format(
    'create or replace trigger keep_former_on_change after update on %s referencing old table as before_it new table as after_it '
    'for each statement execute function %I()', t, keeper);
  execute format(
    'create or replace trigger keep_former_on_delete after delete on %s referencing old table as before_it '
    'for each statement execute function %I()', t, keeper);
end $$;

call keep_former_values('roles', 'id');
call keep_former_values('role_permissions', 'role_id', 'permission_id');
call keep_former_values('user_roles', 'user_id', 'role_id', 'school_id', 'source');
call keep_former_values('user_permissions', 'user_id', 'permission_id', 'school_id');

alter table former_values disable trigger append_only;
update former_values set school_id = '00000000-0000-0000-0000-000000000000' where school_id is null;
alter table former_values enable trigger append_only;
alter table former_values alter column school_id set not null;

-- Joined and counted beside each other instead of asked for each year, the months and the current year are narrowed with the years by a
-- school that is named by its value.
create or replace view school_year_days with (security_invoker = true) as
with begun as (
  select y.id, y.school_id, y.name, y.completed, y.created_at, y.active and not y.completed as current,
    least(y.began_on, min(m.start_date)) as begins
  from school_years y left join school_year_months m on m.school_id = y.school_id and m.school_year_id = y.id
  where y.began_on is not null or y.completed
  group by y.id, y.school_id, y.name, y.completed, y.created_at, y.active, y.began_on
), beside as (
  select b.*, min(b.begins) filter (where b.current) over (partition by b.school_id) as current_begins
  from begun b where b.begins is not null
)
select b.id, b.school_id, b.name, b.completed, b.current,
  case when row_number() over of_school = 1 then '-infinity'::date else b.begins end as first_day,
  coalesce(lead(b.begins) over of_school - 1, 'infinity'::date) as last_day
from beside b
where b.current or b.current_begins is null or b.current_begins > b.begins
window of_school as (partition by b.school_id order by b.begins, b.created_at, b.id);

-- When the marks of a new exam are published: now, or not before somebody does it.
create function marks_published_at(school uuid) returns timestamptz
language sql stable
begin atomic
  select now() from schools where id = school and marks_shown = 'atOnce';
end;
revoke execute on function marks_published_at(uuid) from public;
grant execute on function marks_published_at(uuid) to kashkool_app;
