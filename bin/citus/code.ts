import type pg from 'pg'
import { withColumn } from '#test/by-school/for-citus.ts'

type Row = Record<string, string>

/** Asks a statement; false, and noted down, where Citus refuses it. */
type Try = (what: string, text: string) => Promise<boolean>

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
  for (const { definition, whole, many } of await rowsOf(client, sqlFunctions))
    await client.query(inSteps(definition!, Boolean(many)) ?? whole!)
  for (const { definition } of await rowsOf(client, functionsInSteps)) await client.query(withColumn(definition!))
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
 * The same function in PL/pgSQL: Citus plans no statement with parameters in a function of SQL. Null for one of several statements or
 * one that writes. A name that means a parameter and a column is the column's, as in SQL.
 */
function inSteps(definition: string, many: boolean) {
  const [, head, body] = /^([\s\S]*)\nAS \$function\$([\s\S]*)\$function\$\s*$/.exec(definition) ?? []
  const statement = body?.trim().replace(/;$/, '')
  if (!head || !statement || statement.includes(';') || !/^(select|with|values)\b/i.test(statement)) return null
  if (/\b(insert|update|delete)\b/i.test(statement)) return null
  const answer = many ? `return query ${statement}` : `return (${statement})`
  return `${head.replace(/\bLANGUAGE sql\b/, 'LANGUAGE plpgsql')} AS $steps$ #variable_conflict use_column
    begin ${answer}; end $steps$`
}

/** One with a setting of its own is called as it is: Citus refuses to plan what PostgreSQL would put in its place. */
const sqlFunctions = `select format('alter function %s set search_path = public', p.oid::regprocedure) as whole,
    case when p.proretset or (p.prorettype <> 'void'::regtype and t.typtype <> 'c' and p.prorettype <> 'record'::regtype)
      then pg_get_functiondef(p.oid) else '' end as definition, case when p.proretset then 'many' else '' end as many
  from pg_proc p join pg_language l on l.oid = p.prolang join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.prokind = 'f' and p.provolatile <> 'i'`

const functionsInSteps = `select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql' and p.prosrc ~* '\\mselect\\s+from\\M'`

const parsedFunctions = `select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosqlbody is not null`

/**
 * Takes the triggers of the product away, which would run while rows are copied to a table of a worker, before what they
 * read is there; the answer makes them as they were.
 */
export async function withoutTriggers(client: pg.Client) {
  const triggers = await rowsOf(client, triggersOfTables)
  for (const { name, table } of triggers) await client.query(`drop trigger ${name} on ${table}`)
  return async (tried: Try) => {
    let made = 0
    for (const { name, table, definition } of triggers) if (await tried(`${table}.${name}`, definition!)) made++
    return made
  }
}

const triggersOfTables = `select t.tgname as name, c.relname as table, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

/** Takes all views away, which Citus cannot make again with their tables; the answer makes them as they were. */
export async function withoutViews(client: pg.Client) {
  const views = await rowsOf(client, viewsWithRights)
  for (const { name } of views) await client.query(`drop view if exists ${name} cascade`)
  return async (tried: Try) => {
    let todo = views
    // One may be made of another: until a round makes none.
    for (let before = -1; before !== todo.length; ) {
      before = todo.length
      const left: Row[] = []
      for (const view of todo)
        if (!(await tried(`view ${view.name}`, withColumn(`${view.definition} ${view.grants}`)))) left.push(view)
      todo = left
    }
    return views.length - todo.length
  }
}

const viewsWithRights = `select c.oid::regclass::text as name,
    format('create view %s %s as %s;', c.oid::regclass,
      coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', ''), rtrim(pg_get_viewdef(c.oid), ';')) as definition,
    coalesce((select string_agg(format('grant %s on %s to %I;', a.privilege_type, c.oid::regclass, r.rolname), ' ')
      from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner), '') as grants
  from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
