import type pg from 'pg'
import { requestAccount } from '#server/db/request-account.ts'
import { carrySetting, coinsOf, waitersOfAll } from '#test/by-school/for-citus.ts'
import { rowsOf } from './rows.ts'

/**
 * A function with the rights of its owner asks each worker by a connection of the owner's on Citus, and neither of the two reads what the
 * other has written in the transaction. So the account of requests may do here what the owner may, where the policies let it: while such
 * a function is called, by a setting that workers know too.
 */
export async function letRequestsActAsOwner(client: pg.Client) {
  await client.query(`${carrySetting}; ${coinsOf}`)
  await client.query(`create function acts_as_owner() returns boolean language plpgsql stable as
    $as$ begin return current_setting('app.as_owner', true) is not distinct from 'on'; end $as$`)
  for (const { table } of await rowsOf(client, tablesWithPolicies))
    await client.query(`create policy as_owner on ${table} to ${requestAccount} using (acts_as_owner())`)
  for (const { name, table, using } of await rowsOf(client, policiesThatForbid))
    await client.query(`alter policy ${name} on ${table} using (acts_as_owner() or ${using})`)
  const tables = (await rowsOf(client, tablesThatAreGranted)).map(({ table }) => table)
  await client.query(`grant all on ${tables.join()} to ${requestAccount};
    grant usage on all sequences in schema public to ${requestAccount}`)
}

/** At the coordinator alone: what a trigger calls on a worker asks nobody else. */
export async function functionsOfTheRequest(client: pg.Client) {
  await client.query(`set citus.enable_ddl_propagation = off; set check_function_bodies = off; ${waitersOfAll};
    grant execute on all functions in schema public to ${requestAccount}`)
  for (const one of await rowsOf(client, functionsOfTheOwner)) await client.query(asOwner(one as Owned))
  await client.query('reset citus.enable_ddl_propagation; reset check_function_bodies')
}

type Owned = { name: string; definition: string; values: string; answers: 'nothing' | 'rows' | 'value'; type: string }

function asOwner({ name, definition, values, answers, type }: Owned) {
  const own = definition
    .replace(`FUNCTION public.${name}(`, `FUNCTION public.${name}_of_owner(`)
    .replace('SECURITY DEFINER', '')
    .replaceAll(`${name}.`, `${name}_of_owner.`)
  const call = `public.${name}_of_owner(${values})`
  const asked = {
    nothing: `perform ${call};`,
    rows: `return query select * from ${call};`,
    value: `the_answer := ${call};`,
  }[answers]
  // Nothing is set in a function that says it is stable.
  const head = definition.slice(0, definition.indexOf('AS $')).replace(/(STABLE )?SECURITY DEFINER/, '')
  return `${own};
    ${head} AS $as$ declare before text := coalesce(current_setting('app.as_owner', true), ''); the_answer ${type};
    begin
      set local "app.as_owner" = 'on';
      ${asked}
      if before <> 'on' then set local "app.as_owner" = ''; end if;
      ${answers === 'value' ? 'return the_answer;' : ''}
    end $as$`
}

const tablesWithPolicies = `select c.oid::regclass::text as table from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity`

const ofTheOwner = `p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
    and p.proname <> 'is_signed' and p.proname !~ '^add_(audit|origin)_'`

/** What these functions and those they call name. The audit stays at the coordinator, and out of reach. */
const tablesThatAreGranted = `with recursive asked as (
    select pg_get_functiondef(p.oid) as text from pg_proc p where ${ofTheOwner}
    union select pg_get_functiondef(p.oid) from asked join pg_proc p on p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'
      and asked.text ~ ('\\m' || p.proname || '\\('))
  select c.oid::regclass::text as table from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (
    select from asked where asked.text ~* ('(from|join|into|update|using) (public\\.)?' || c.relname || '\\M'))`

const policiesThatForbid = `select policyname as name, tablename as table, qual as using from pg_policies
  where schemaname = 'public' and permissive = 'RESTRICTIVE'`

const functionsOfTheOwner = `select p.proname as name, pg_get_functiondef(p.oid) as definition,
    (select coalesce(string_agg('$' || nth, ', ' order by nth), '') from generate_series(1, p.pronargs) nth) as values,
    case when p.proretset then 'rows' when p.prorettype = 'void'::regtype then 'nothing' else 'value' end as answers,
    case when p.proretset or p.prorettype = 'void'::regtype then 'text' else p.prorettype::regtype::text end as type
  from pg_proc p where ${ofTheOwner}`
