import type pg from 'pg'
import { requestAccount } from '#server/db/request-account.ts'
import { carrySetting, coinsOf, hasCalendar, waitersOfAll } from './for-citus.ts'
import { rowsOf } from './rows.ts'

/**
 * A function with the rights of its owner asks each worker by a connection of the owner's on Citus, and neither of the two reads what the
 * other has written in the transaction. So the account of requests may do here what the owner may, where the policies let it: while such
 * a function is called, by a pass that workers verify too.
 */
export async function letRequestsActAsOwner(client: pg.Client) {
  await client.query(`${carrySetting}; ${coinsOf}; ${hasCalendar}; ${verifiedPass}`)
  const tables = (await rowsOf(client, tablesThatAreGranted)).map(({ table }) => table!)
  // What requests were granted of a table without policies stays theirs, and the rest of it is the owner's.
  for (const { table, kind } of await rowsOf(client, grantedWithoutPolicies))
    if (tables.includes(table!))
      await client.query(`create policy granted_${kind} on ${table} for ${kind} to ${requestAccount}
        ${kind === 'insert' ? '' : 'using (true)'} ${kind === 'insert' || kind === 'update' ? 'with check (true)' : ''}`)
  for (const table of tables) await client.query(`alter table ${table} enable row level security`)
  for (const { table } of await rowsOf(client, tablesWithPolicies))
    await client.query(`create policy as_owner on ${table} to ${requestAccount} using (acts_as_owner())`)
  for (const { name, table, using } of await rowsOf(client, policiesThatForbid))
    await client.query(`alter policy ${name} on ${table} using (acts_as_owner() or ${using})`)
  await client.query(`grant all on ${tables.join()} to ${requestAccount};
    grant usage on all sequences in schema public to ${requestAccount}`)
}

/** The transaction, by the name that a worker knows it by too: a value, for which no statement is planned. */
const transaction = `concat_ws(':', (get_current_transaction_id()).initiator_node_identifier,
  (get_current_transaction_id()).transaction_number, extract(epoch from (get_current_transaction_id()).transaction_stamp))`

const verifiedPass = `create function acts_as_owner() returns boolean language plpgsql stable as $as$
  declare pass text := current_setting('app.as_owner', true);
  begin return pass <> '' and public.is_signed(pass, 'as owner', ${transaction}) is true; end $as$`

/**
 * A pass for the transaction alone, signed as the settings of requests are. It is made for a function of the owner that asks for it, as
 * PostgreSQL itself names the caller, and for nobody else. Workers know the transaction once it has a number.
 */
const ownerPass = `create function owner_pass() returns text language plpgsql security definer set search_path = pg_catalog, public as $pass$
  declare stack text; caller regprocedure;
  begin
    get diagnostics stack = pg_context;
    caller := to_regprocedure(substring(split_part(stack, E'\\n', 2) from '^PL/pgSQL function (.*\\(.*\\)) line \\d+ at assignment$'));
    if not exists (select from pg_proc p where p.oid = caller and p.proowner = (select proowner from pg_proc where oid = 'public.owner_pass'::regproc)
      and p.prosrc ~ 'pass := public.owner_pass') then
      raise insufficient_privilege using message = 'Nobody acts as the owner but by a function of the owner';
    end if;
    if (get_current_transaction_id()).transaction_number = 0 then perform create_intermediate_result('pass', 'select 1'); end if;
    return (select encode(sha256(k.outer_pad || sha256(k.inner_pad || convert_to(array_to_json(
      array['as owner', ${transaction}])::text, 'UTF8'))), 'hex') from public.signing_keys k order by k.inner_pad limit 1);
  end $pass$`

/**
 * At the coordinator alone: what a trigger calls on a worker asks nobody else. Requests may call then what the functions of the owner
 * call with their rights, but none of these that they might not call before.
 */
export async function functionsOfTheRequest(client: pg.Client) {
  const functions = (await rowsOf(client, functionsOfTheOwner)) as Owned[]
  const closed = (await rowsOf(client, functionsThatAreClosed)).map(({ call }) => call)
  const names = new RegExp(`\\b(${functions.map(({ name }) => name).join('|')})(?=\\()`, 'g')
  await client.query(
    `set citus.enable_ddl_propagation = off; set check_function_bodies = off; ${ownerPass}; ${waitersOfAll}`,
  )
  for (const one of functions) await client.query(asOwner(one, names))
  // Each statement is planned anew here too: verified then, not for every row.
  await client.query(`alter function acts_as_owner() immutable; grant execute on all functions in schema public to ${requestAccount};
    revoke execute on function ${closed.join()} from ${requestAccount}`)
  await client.query('reset citus.enable_ddl_propagation; reset check_function_bodies')
}

type Owned = { name: string; definition: string; values: string; answers: 'nothing' | 'rows' | 'value'; type: string }

/** The function without the rights of its owner under another name, which calls its like by theirs; what is called lets it through. */
function asOwner({ name, definition, values, answers, type }: Owned, names: RegExp) {
  const at = definition.indexOf('AS $')
  const own = (
    definition.slice(0, at).replace('SECURITY DEFINER', '') + definition.slice(at).replaceAll(names, '$1_of_owner')
  )
    .replace(`FUNCTION public.${name}(`, `FUNCTION public.${name}_of_owner(`)
    .replaceAll(`${name}.`, `${name}_of_owner.`)
  const call = `public.${name}_of_owner(${values})`
  const asked = {
    nothing: `perform ${call};`,
    rows: `return query select * from ${call};`,
    value: `the_answer := ${call};`,
  }[answers]
  // Nothing is set in a function that says it is stable.
  const head = definition.slice(0, at).replace(/(STABLE )?SECURITY DEFINER/, '')
  return `${own};
    ${head} AS $as$ declare before text := coalesce(current_setting('app.as_owner', true), '');
      pass text; the_answer ${type};
    begin
      pass := public.owner_pass();
      perform public.carry_setting('app.as_owner', pass, true);
      ${asked}
      perform public.carry_setting('app.as_owner', before, true);
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

const grantedWithoutPolicies = `select c.oid::regclass::text as table, kind
  from pg_class c, unnest('{select,insert,update,delete}'::text[]) kind
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity
    and case kind when 'delete' then has_table_privilege('${requestAccount}', c.oid, kind)
      else has_any_column_privilege('${requestAccount}', c.oid, kind) end`

const functionsThatAreClosed = `select p.oid::regprocedure::text as call from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and (p.prosecdef or p.proname = 'key_in_memory')
    and not has_function_privilege('${requestAccount}', p.oid, 'execute')`

const policiesThatForbid = `select policyname as name, tablename as table, qual as using from pg_policies
  where schemaname = 'public' and permissive = 'RESTRICTIVE'`

const functionsOfTheOwner = `select p.proname as name, pg_get_functiondef(p.oid) as definition,
    (select coalesce(string_agg('$' || nth, ', ' order by nth), '') from generate_series(1, p.pronargs) nth) as values,
    case when p.proretset then 'rows' when p.prorettype = 'void'::regtype then 'nothing' else 'value' end as answers,
    case when p.proretset or p.prorettype = 'void'::regtype then 'text' else p.prorettype::regtype::text end as type
  from pg_proc p where ${ofTheOwner}`
