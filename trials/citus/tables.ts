import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { draftsInATable, withoutTriggers, withoutViews } from './code.ts'
import { conditionAsFunction, constantFunctions, functionsAsText } from './functions.ts'
import { forbidOnWorkers } from './forbidding.ts'
import { functionsOfTheRequest, letRequestsActAsOwner } from './owner.ts'
import { type Row, rowsOf } from './rows.ts'

/** What could not be done, by the words of Citus. */
export type Refusals = Map<string, string[]>

/**
 * Spreads the tables of schools by their school, and copies to every server the lists they refer to. What Citus refuses in
 * the schema is changed first, and counted. Answers the counts and what is still refused.
 */
export async function distribute(client: pg.Client) {
  await client.query(draftsInATable)
  const references = await rowsOf(client, foreignKeys)
  const ofSchools = await rowsOf(client, tablesOfSchools)
  for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  await letRequestsActAsOwner(client)
  const policies = await policiesWithoutSelects(client)
  const keys = await keysWithSchool(client)
  const functions = await functionsAsText(client)
  const viewsAgain = await withoutViews(client)
  const copied = new Set([
    'signing_keys',
    'media',
    ...rightsOfPersons,
    ...outside(references, new Set(ofSchools.map(({ table }) => table!))),
  ])
  const ofOneSchool = ofSchools.filter(({ always }) => always).map(({ table }) => table!)
  const triggersAgain = await withoutTriggers(client, copied, new Set(ofOneSchool))

  const refusals: Refusals = new Map()
  const tried = async (what: string, text: string, again = 10): Promise<boolean> => {
    try {
      await client.query(text)
      return true
    } catch (problem) {
      const { message, detail } = problem as { message: string; detail?: string }
      // A worker that ended while it made a table is there again in a moment.
      if (/not yet accepting|recovery mode|terminating connection|server closed/.test(message) && again > 0) {
        await setTimeout(1000)
        return tried(what, text, again - 1)
      }
      const words = `${message} ${detail ?? ''}`.replaceAll(/"[^"]*"/g, '…').slice(0, 160)
      refusals.set(words, [...(refusals.get(words) ?? []), what])
      return false
    }
  }
  const todo = new Map([
    ...[...copied].map((table) => [table, `select create_reference_table('${table}')`] as const),
    ...ofOneSchool.map((table) => [table, `select create_distributed_table('${table}', 'school_id')`] as const),
  ])
  // What a table depends on by the functions of its rules goes first, and is known only when it is refused.
  for (let before = -1; before !== todo.size; ) {
    before = todo.size
    refusals.clear()
    for (const [table, text] of todo) if (await tried(table, text)) todo.delete(table)
  }
  const copies = [...copied].filter((table) => !todo.has(table))
  const spread = ofOneSchool.filter((table) => !todo.has(table)).length
  let restored = 0
  for (const { name, table, definition } of references.filter(({ table, other }) => !isLeftOut(table, other)))
    if (await tried(`${table}.${name}`, `alter table ${table} add constraint ${name} ${definition}`)) restored++
  const views = await viewsAgain(tried)
  // A trigger calls them on a worker.
  for (const { call } of await rowsOf(client, functionsOfOurs))
    await tried(call!, `select create_distributed_function('${call}')`)
  const triggers = await triggersAgain(tried)
  await forbidOnWorkers(client)
  await constantFunctions(client)
  await functionsOfTheRequest(client)
  return {
    references: references.length,
    restored,
    policies,
    keys,
    functions,
    views,
    triggers,
    tables: ofSchools.length,
    copies,
    spread,
    refusals,
  }
}

/**
 * A policy calls a function within a select, so that it is called once a statement; Citus refuses every select in it. One that asks a
 * table for what may be read or deleted becomes a function of the row.
 */
async function policiesWithoutSelects(client: pg.Client) {
  const dropped: string[] = []
  let changed = 0
  for (const { name, table, kind, command, roles, using, check, columns } of await rowsOf(
    client,
    policiesWithSelects,
  )) {
    await client.query(`drop policy ${name} on ${table}`)
    let [uses, checks] = [plain(using!), plain(check!)]
    if (/select/i.test(uses + checks) && command !== 'SELECT' && command !== 'DELETE') {
      dropped.push(`${table}.${name}`)
      continue
    }
    if (/select/i.test(uses)) {
      const asked = conditionAsFunction({ name: name!, table: table!, columns: columns!.split(', '), condition: uses })
      await client.query(asked.definition)
      uses = asked.call
    }
    await client.query(`create policy ${name} on ${table} as ${kind} for ${command} to ${roles}
      ${uses && `using (${uses})`} ${checks && `with check (${checks})`}`)
    changed++
  }
  return { changed, dropped }
}

const plain = (condition: string) =>
  condition
    .replaceAll(/\( SELECT (\w+\([^()]*\)) AS \w+\)(::uuid\[\])?/g, '$1')
    .replaceAll(/\( SELECT \((\w+\(\) IS NULL)\)\)/g, '($1)')

/** Every key of a table of schools gets the school in front. */
async function keysWithSchool(client: pg.Client) {
  const keys = await rowsOf(client, keysWithoutSchool)
  for (const { index, table, constraint, kind, definition } of keys) {
    await client.query(constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${index}`)
    const wider = definition!.replace(/ USING (\w+) \(/, ' USING $1 (school_id, ')
    await client.query(
      constraint
        ? `alter table ${table} add constraint ${constraint} ${kind === 'p' ? 'primary key' : 'unique'} ${wider.slice(wider.indexOf('('))}`
        : wider,
    )
    if (constraint) await client.query(`create index on ${table} ${definition!.slice(definition!.indexOf('('))}`)
  }
  return keys.length
}

/** The tables without a school that tables of schools refer to, and those that these refer to. */
function outside(references: Row[], ofSchools: Set<string>) {
  const found = new Set<string>()
  let before = -1
  while (before < found.size) {
    before = found.size
    for (const { table, other } of references)
      if ((ofSchools.has(table!) || found.has(table!)) && !ofSchools.has(other!)) found.add(other!)
  }
  return [...found].toReversed()
}

const foreignKeys = `select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as other,
  pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

const policiesWithSelects = `select policyname as name, tablename as table, permissive as kind, cmd as command,
  array_to_string(roles, ', ') as roles, coalesce(qual, '') as using, coalesce(with_check, '') as check,
  (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ') from pg_attribute
    where attrelid = format('%I.%I', schemaname, tablename)::regclass and attnum > 0 and not attisdropped) as columns
  from pg_policies where schemaname = 'public' and concat(qual, with_check) ~* '\\mselect\\M'`

const hasSchool = `exists (select from pg_attribute a
  where a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped)`

/** Which roles and keys a person has, in a school or on the platform: read with rows of every school, and seldom written. */
const rightsOfPersons = ['user_roles', 'user_permissions']

/** What belongs to a person and names a school: it stays at the coordinator, with persons and their sessions. */
const ofPersons = ['phone_changes']

/**
 * Items and notices are a person's, and stored by one statement that Citus takes only where it knows none of its tables: they and
 * the outbox are as in any PostgreSQL, without their references to persons, by which Citus would know them.
 */
const ofInboxes = new Set([
  'inbox_items',
  'notices',
  'notice_items',
  'notice_preferences',
  'push_subscriptions',
  'sessions',
  'phone_changes',
  'outbox',
])
/** Requests take keys away, and may lock no key itself, as Citus does for them where a reference leads there. */
const isLeftOut = (table: string | null | undefined, other: string | null | undefined) =>
  (ofInboxes.has(table!) && !ofInboxes.has(other!)) || (table === 'user_permissions' && other === 'permissions')

const tablesOfSchools = `select c.relname as table, (select a.attnotnull from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'school_id') as always
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and ${hasSchool}
    and c.relname <> all ('{${ofPersons.join()}}') order by 1`

const functionsOfOurs = `select p.oid::regprocedure::text as call from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and l.lanname in ('sql', 'plpgsql')
    and p.proname <> 'item_seen' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

const keysWithoutSchool = `select i.indexrelid::regclass::text as index, c.relname as table, k.conname as constraint, k.contype as kind,
    pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
  where i.indisunique and (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id')
    and c.relnamespace = 'public'::regnamespace and ${hasSchool} and not exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and a.attnum = any (i.indkey))`
