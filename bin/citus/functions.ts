import type pg from 'pg'
import { withColumn } from '#test/by-school/for-citus.ts'

type Row = Record<string, string>

const rowsOf = async (client: pg.Client, text: string): Promise<Row[]> => (await client.query<Row>(text)).rows

/**
 * Stores every function that PostgreSQL keeps as parsed as a text instead. A parsed one depends on the tables it reads, and
 * Citus takes whatever a table's rules call for what the table needs: many tables would need themselves.
 */
export async function functionsAsText(client: pg.Client) {
  // With the schema in every name: some functions look for names in no schema at all.
  await client.query(`set search_path = ''; set check_function_bodies = off`)
  const functions = await rowsOf(client, parsedFunctions)
  await client.query('reset search_path')
  for (const { definition } of functions) await client.query(asText(definition!))
  for (const { definition, whole, answers } of await rowsOf(client, sqlFunctions))
    await client.query(inSteps(definition!, answers!) ?? whole!)
  for (const { definition } of await rowsOf(client, functionsInSteps)) await client.query(withColumn(definition!))
  for (const { definition } of await rowsOf(client, functionsOfJobs)) await client.query(byAdvice(definition!))
  for (const { text } of await rowsOf(client, functionsPlannedOnce)) await client.query(text!)
  await client.query('reset check_function_bodies')
  return functions.length
}

const asText = (definition: string) =>
  definition
    .replace(/\bBEGIN ATOMIC\n([\s\S]*)\bEND\s*$/, (_, body: string) => `AS $text$${body}$text$`)
    .replace(/\bRETURN ([\s\S]*)$/, (all, value: string) =>
      definition.includes('BEGIN ATOMIC') ? all : `AS $text$ select ${value} $text$`,
    )

/**
 * The same function in PL/pgSQL: Citus plans no statement with parameters in a function of SQL. Null for one that answers a value after
 * several statements. A name that means a parameter and a column is the column's, as in SQL.
 */
function inSteps(definition: string, answers: string) {
  const [, head, body] =
    /^([\s\S]*)\nAS \$(?:function|procedure)\$([\s\S]*)\$(?:function|procedure)\$\s*$/.exec(definition) ?? []
  if (!head) return null
  const statements = body!
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
  const [statement] = statements
  if (answers !== 'nothing' && statements.length > 1) return null
  const steps =
    answers === 'nothing'
      ? statements.map((one) => one.replace(/^select\b/i, 'perform')).join('; ')
      : answers === 'rows'
        ? `return query ${statement}`
        : `${statement} into the_answer; return the_answer`
  return `${head.replace(/\bLANGUAGE sql\b/, 'LANGUAGE plpgsql')} AS $steps$ #variable_conflict use_column
    declare the_answer ${answers === 'nothing' || answers === 'rows' ? 'text' : answers}; begin ${steps}; end $steps$`
}

/** One with a setting of its own is called as it is: Citus refuses to plan what PostgreSQL would put in its place. */
const sqlFunctions = `select format('alter routine %s set search_path = public', p.oid::regprocedure) as whole,
    case when p.prokind = 'p' or p.proretset or (t.typtype <> 'c' and p.prorettype <> 'record'::regtype)
      then pg_get_functiondef(p.oid) else '' end as definition,
    case when p.prokind = 'p' or p.prorettype = 'void'::regtype then 'nothing' when p.proretset then 'rows'
      else p.prorettype::regtype::text end as answers
  from pg_proc p join pg_language l on l.oid = p.prolang left join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.prokind in ('f', 'p') and p.provolatile <> 'i'`

/** Citus plans no statement before it knows the values. */
const functionsPlannedOnce = `select format('alter routine %s reset plan_cache_mode', oid::regprocedure) as text from pg_proc
  where pronamespace = 'public'::regnamespace and array_to_string(proconfig, ' ') like '%plan_cache_mode%'`

const functionsInSteps = `select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql' and p.prosrc ~* '\\mselect\\s+from\\M'`

/**
 * A job is locked by a function with the rights of its owner, and Citus asks in a connection of the owner's own: the caller would
 * wait for that lock. So nobody but workers notices it.
 */
const byAdvice = (definition: string) => {
  const [, job] = /return query select (\w+)\.id/i.exec(definition)!
  return definition.replaceAll(
    /for update skip locked/gi,
    `and pg_try_advisory_xact_lock(hashtextextended(${job}.id::text, 0))`,
  )
}

const functionsOfJobs = `select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prosrc ~* 'for update skip locked'`

const parsedFunctions = `select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosqlbody is not null`

/**
 * Citus writes with no function of columns whose answer may differ. Those that depend on nothing but how texts, days and zones
 * are set, alike on all servers, are called constant at the coordinator. What a policy calls is so on the workers, where each
 * statement is planned anew: one PostgreSQL calls it once a statement too, by the select around it that Citus refuses.
 */
export async function constantFunctions(client: pg.Client) {
  await client.query(`set allow_system_table_mods = on; update pg_proc set provolatile = 'i'
    where pronamespace = 'pg_catalog'::regnamespace and provolatile = 's' and proname ~ '${ofSettings}'; reset allow_system_table_mods`)
  const calls = await rowsOf(client, functionsOfPolicies)
  const text = `do $do$ begin set local citus.enable_ddl_propagation = off; ${calls.map(({ call }) => `alter function ${call} immutable;`).join(' ')} end $do$`
  const done = await client.query<{ success: boolean; result: string }>('select * from run_command_on_workers($1)', [
    text,
  ])
  for (const { success, result } of done.rows) if (!success) throw new Error(result)
}

const ofSettings =
  '^(concat|concat_ws|format|(array_|row_)?to_jsonb?|array_to_string|jsonb?_(build|populate|to_record|agg|object_agg).*|to_char|quote_.*|date(_trunc|_part|_in|_out)?|extract|timestamp|timestamptz|(date|timestamp|timestamptz)_(eq|ne|lt|le|gt|ge|cmp)_.*|timestamptz_(pl|mi)_interval|interval_pl_timestamptz|timestamptz_(in|out)|(array|record)_(in|out)|anytextcat|textanycat|timezone)$'

const functionsOfPolicies = `select p.oid::regprocedure::text as call from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.provolatile = 's' and p.pronargs = 0 and exists (
    select from pg_policies where concat(qual, with_check) ~ ('\\m' || p.proname || '\\('))`
