-- Which import, job or promotion a worker takes next (decision 033).

-- The oldest import to store or to undo, locked until the transaction ends: while one process has it, no other takes it, and when that
-- process dies it waits as before. Rows of several schools are looked through without a lock, and one of them is locked.
create or replace function next_import() returns table (id uuid, school_id uuid, state text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting record;
begin
  for waiting in
    select i.school_id, i.id from imports i where i.state in ('waiting', 'undoing') order by i.modified_at, i.id
  loop
    return query select i.id, i.school_id, i.state from imports i
      where i.school_id = waiting.school_id and i.id = waiting.id and i.state in ('waiting', 'undoing')
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end $$;
revoke execute on function next_import() from public;
grant execute on function next_import() to kashkool_app;

-- The same for jobs.
create or replace function next_job(of_kind text) returns table (id uuid, school_id uuid, state text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting record;
begin
  for waiting in
    select j.school_id, j.id from jobs j where j.kind = of_kind and j.state in ('running', 'undoing') order by j.modified_at, j.id
  loop
    return query select j.id, j.school_id, j.state from jobs j
      where j.school_id = waiting.school_id and j.id = waiting.id and j.state in ('running', 'undoing')
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end $$;
revoke execute on function next_job(text) from public;
grant execute on function next_job(text) to kashkool_app;

-- The same for promotions.
create or replace function next_promotion() returns table (id uuid, school_id uuid, state text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare waiting record;
begin
  for waiting in
    select p.school_id, p.id from promotions p where p.state in ('waiting', 'undoing') order by p.modified_at, p.id
  loop
    return query select p.id, p.school_id, p.state from promotions p
      where p.school_id = waiting.school_id and p.id = waiting.id and p.state in ('waiting', 'undoing')
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end $$;
revoke execute on function next_promotion() from public;
grant execute on function next_promotion() to kashkool_app;

-- One worker does all long work, and is woken on one channel.
create or replace function wake_importer() returns trigger
language plpgsql as $$
begin
  notify jobs;
  return null;
end $$;

create or replace function wake_worker() returns trigger
language plpgsql as $$
begin
  notify jobs;
  return null;
end $$;
