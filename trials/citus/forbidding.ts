import type pg from 'pg'
import { rowsOf } from './rows.ts'

/**
 * A policy that narrows what others allow becomes one on each worker that allows more: Citus sends it on without "restrictive". So it is
 * made anew there, for the table and for each of its parts.
 */
export async function forbidOnWorkers(client: pg.Client) {
  const policies = await rowsOf(client, policiesThatForbid)
  const those = policies.map(({ name }) => `'${name}'`).join()
  const done = await rowsOf(
    client,
    `select w.success::text, w.result from run_command_on_workers($all$ do $do$ declare p record; begin
      set local citus.enable_ddl_propagation = off;
      for p in select * from pg_policies where schemaname = 'public' and policyname in (${those}) and permissive = 'PERMISSIVE' loop
        execute format('drop policy %I on %I', p.policyname, p.tablename);
        execute format('create policy %I on %I as restrictive for %s to %s using (%s)', p.policyname, p.tablename, p.cmd, array_to_string(p.roles, ', '), p.qual);
      end loop; end $do$ $all$) w`,
  )
  for (const { success, result } of done) if (success !== 'true') throw new Error(result!)
}

const policiesThatForbid = `select distinct policyname as name from pg_policies
  where schemaname = 'public' and permissive = 'RESTRICTIVE' and with_check is null`
