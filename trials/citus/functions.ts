import type pg from 'pg'
import { lockedByAdvice, withColumn } from './for-citus.ts'
import { rowsOf } from './rows.ts'

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
  for (const { definition } of await rowsOf(client, functionsInSteps))
    await client.query(lockedByAdvice(withColumn(definition!)))
  for (const { definition } of await rowsOf(client, functionsOverSchools))
    await client.query(schoolBySchool(definition!))
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
    // The key of what is grouped has the school in front.
    .replace(/\bgroup by e\.id\b/i, 'group by e.school_id, e.id')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
  const [statement] = statements
  if (answers !== 'nothing' && statements.length > 1) return null
  const answering = answers === 'rows' ? `return query ${statement}` : `${statement} into the_answer; return the_answer`
  const performing = statements.map((one) => one.replace(/^select\b/i, 'perform')).join('; ')
  const steps = answers === 'nothing' ? performing : answering
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
  where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
    and p.prosrc ~* '\\mselect\\s+from\\M|perform from|for (no key update|share)'`

/** What asks for rows of several schools in one statement, and is so involved that Citus takes it for one school alone. */
const functionsOverSchools = `select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname in ('own_posts_since', 'readable_attachment', 'calendar_feed_of', 'publish_due_posts', 'notify_of_promotions')`

/**
 * The same for one school after the other, by a function for one that names it by its value. What the person may read of posts there
 * is asked for before, because a function is called for each row otherwise.
 */
function schoolBySchool(definition: string) {
  const [start, name, list] = /FUNCTION public\.(\w+)\(([^)]*)\)/.exec(definition)!
  const inOne = definition
    .replace(start, `FUNCTION public.${name}_in(there uuid, ${list})`)
    .replaceAll(`${name}.`, `${name}_in.`)
    .replaceAll(/\b(\w+)\.school_id = (\w+)\.school_id\b/g, '$1.school_id = there and $2.school_id = there')
    .replaceAll(/\bs\.id = (\w+)\.school_id\b/g, 's.id = there and $1.school_id = there')
    .replace('in (select o.post_id from own_posts() o)', '= any (own)')
    .replace(/\bdeclare\b/i, 'declare own uuid[];')
    .replace(/\bbegin\b/i, (begin) =>
      definition.includes('own_posts() o') ? `${begin} own := array(select ${ownPosts('there')});` : begin,
    )
  const call = `public.${name}_in(there, ${list!
    .split(', ')
    .map((one) => `${name}.${one.split(' ')[0]}`)
    .join(', ')})`
  const isCount = / RETURNS integer/.test(definition)
  const steps = isCount ? `many := many + ${call};` : `return query select * from ${call};`
  return `${inOne}; ${definition.slice(0, definition.indexOf('AS $function$'))} AS $all$ #variable_conflict use_column
    declare there uuid; many integer := 0;
    begin for there in select s.id from public.schools s where s.active loop ${steps} end loop; ${isCount ? 'return many;' : ''} end $all$`
}

const ownPosts = (school: string) => `o.post_id from own_posts_since_in(${school}, '-infinity') o`

/** The condition of a policy that asks a table, as a function of the columns it names, and the call of it. */
export function conditionAsFunction(policy: { name: string; table: string; columns: string[]; condition: string }) {
  const { name, table, columns, condition } = policy
  const ofRow = condition
    .replaceAll(`${table}.`, '')
    .replace(/o\.post_id\s+FROM own_posts\(\) o\([^)]*\)/i, ownPosts('school_id'))
  const named = columns.filter((column) => new RegExp(`(?<![.\\w])${column.split(' ')[0]}\\b`).test(ofRow))
  return {
    definition: `create function ${table}_${name}(${named.join(', ')}) returns boolean language plpgsql stable as $row$
      #variable_conflict use_variable
      begin return ${ofRow}; end $row$`,
    call: `${table}_${name}(${named.map((column) => column.split(' ')[0]).join(', ')})`,
  }
}

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
