-- The references that 0640 made again, checked beside those who read and write.
do $$
declare reference record;
begin
  for reference in
    select conname as name, conrelid::regclass::text as of from pg_constraint where contype = 'f' and not convalidated
  loop
    execute format('alter table %s validate constraint %I', reference.of, reference.name);
  end loop;
end $$;
