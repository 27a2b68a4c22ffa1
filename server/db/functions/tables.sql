-- What migrations call to protect a table. They are the words of migrations that are applied already, so their meaning does not change:
-- a table that needs another protection gets a procedure with a name of its own.

-- Row-level security is forced, so it binds the owner too. Migrations, the demo and the workers connect as the owner and must see
-- everything, also where the owner is no superuser: hence a policy to the owner by name.
create or replace procedure wall_off(t regclass)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy owner on %s to current_user using (true)', t);
end $$;

-- Rows of the schools the call acts in, and no others.
create or replace procedure keep_to_school(t regclass)
language plpgsql as $$
begin
  call wall_off(t);
  execute format('create policy school on %s using (school_id = any ((select acting_schools())::uuid[]))', t);
end $$;

-- The same for rows about one student; a parent's call sees those of their children only.
create or replace procedure keep_to_students(t regclass, student_column name default 'student_id')
language plpgsql as $$
begin
  call wall_off(t);
  execute format(
    'create policy school on %1$s using ('
    '  school_id = any ((select acting_schools())::uuid[])'
    '  and ((select acting_children() is null) or %2$I = any ((select acting_children())::uuid[])))',
    t, student_column);
end $$;

-- A person finds their own rows before it is known in which school they act. Reading only.
create or replace procedure show_own_rows(t regclass, person_column name)
language plpgsql as $$
begin
  execute format('create policy own on %s for select using (%I = (select acting_user()))', t, person_column);
end $$;

-- The platform reads these across schools (api.md §3); never a table about students.
create or replace procedure show_to_platform(t regclass)
language plpgsql as $$
begin
  execute format('create policy platform on %s for select using ((select on_platform()))', t);
end $$;

-- Every column of a table but those named.
create or replace procedure grant_columns(t regclass, rights text[], variadic but name[])
language plpgsql as $$
declare
  columns constant text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = t and attnum > 0 and not attisdropped and attname <> all (but));
  one_right text;
begin
  foreach one_right in array rights loop
    execute format('grant %s (%s) on %s to kashkool_app', one_right, columns, t);
  end loop;
end $$;

create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Rows that are written once: no change and no deletion, not even by the owner.
create or replace procedure append_only(t regclass)
language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete or truncate on %s execute function refuse_change()', t);
end $$;

-- Keeps the former values of the rows of a table, by one trigger a statement: a register of thirty marks fires it once and not thirty times.
-- Each table has a function of its own, because the columns of what changed are known only then. Every former value names a school; those
-- of roles and rights that belong to no school name the school of none, which no school is. A changed text reaches tables that call it
-- from then on; for the others it has to be called again, below it.
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
