-- Former values are kept by one trigger a statement: a register of thirty marks fires it once and not thirty times. Each
-- table has a function of its own, because the columns of what changed are known only then.

create or replace procedure keep_former_values(t regclass, variadic key_columns text[])
language plpgsql as $$
declare
  keeper constant name := 'keep_former_' || (select relname from pg_class where oid = t);
  key constant text := (select string_agg(format('%L, was.%I', k, k), ', ') from unnest(key_columns) as k);
  school constant text := case when exists (
    select from pg_attribute where attrelid = t and attname = 'school_id' and not attisdropped)
    then 'was.school_id' else 'null' end;
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
    'create trigger keep_former_on_change after update on %s referencing old table as before_it new table as after_it '
    'for each statement execute function %I()', t, keeper);
  execute format(
    'create trigger keep_former_on_delete after delete on %s referencing old table as before_it '
    'for each statement execute function %I()', t, keeper);
end $$;

do $$
declare
  kept record;
begin
  for kept in
    select tgrelid::regclass as t, string_to_array(rtrim(encode(tgargs, 'escape'), '\000'), '\000') as keys
    from pg_trigger where tgname = 'keep_former_on_change' and tgfoid = 'keep_former_value'::regproc
  loop
    execute format('drop trigger keep_former_on_change on %s', kept.t);
    execute format('drop trigger keep_former_on_delete on %s', kept.t);
    call keep_former_values(kept.t, variadic kept.keys);
  end loop;
end $$;
drop function keep_former_value();
