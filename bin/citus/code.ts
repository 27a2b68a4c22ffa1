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
  for (const { definition, whole, answers } of await rowsOf(client, sqlFunctions))
    await client.query(inSteps(definition!, answers!) ?? whole!)
  for (const { definition } of await rowsOf(client, functionsInSteps)) await client.query(withColumn(definition!))
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

const parsedFunctions = `select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosqlbody is not null`

/**
 * Takes the triggers of the product away, which would run while rows are copied to a table of a worker, before what they
 * read is there; the answer makes them as they were.
 */
export async function withoutTriggers(client: pg.Client) {
  const triggers = (await rowsOf(client, triggersOfTables)).map(rowByRow)
  for (const { name, table, keeper } of triggers) {
    await client.query(`drop trigger ${name} on ${table}`)
    if (keeper) await client.query(keeper)
  }
  return async (tried: Try) => {
    let made = 0
    for (const { name, table, definition } of triggers) if (await tried(`${table}.${name}`, definition!)) made++
    return made
  }
}

/**
 * The same trigger for each row, where it keeps former values: a worker runs a trigger without the tables of what changed, and on a
 * part of the table, whose name is the table's with a number.
 */
function rowByRow(trigger: Row): Row {
  const [, key, school] =
    /jsonb_build_object\((.*)\), (.*), acting_user\(\), to_jsonb\(was\) from before_it/.exec(trigger.keeper!) ?? []
  if (!key) return { ...trigger, keeper: '' }
  const [head] = trigger.keeper!.split('AS $function$')
  return {
    ...trigger,
    definition: trigger.definition!.replace(/REFERENCING .* FOR EACH STATEMENT/, 'FOR EACH ROW'),
    keeper: `${head} AS $keep$ declare was record := old; begin
      if tg_op = 'DELETE' or old is distinct from new then
        insert into former_values (table_name, key, school_id, changed_by, was)
        values (regexp_replace(tg_table_name, '_\\d+$', ''), jsonb_build_object(${key}), ${school}, acting_user(), to_jsonb(was));
      end if;
      return null;
    end $keep$`,
  }
}

const triggersOfTables = `select t.tgname as name, c.relname as table, pg_get_triggerdef(t.oid) as definition,
    pg_get_functiondef(t.tgfoid) as keeper
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

/** Takes all views away, which Citus cannot make again with their tables; the answer makes them as they were. */
export async function withoutViews(client: pg.Client) {
  const views = await rowsOf(client, viewsWithRights)
  for (const { name } of views) await client.query(`drop view if exists ${name} cascade`)
  return async (tried: Try) => {
    let todo = views.filter(({ name }) => name !== endingTheServer)
    const made = ({ definition, grants }: Row) =>
      client.query(withColumn(`${definition} ${grants}`)).then(
        () => true,
        () => false,
      )
    // One may be made of another: until a round makes none.
    for (let before = -1; before !== todo.length; ) {
      before = todo.length
      const left: Row[] = []
      for (const view of todo) if (!(await made(view))) left.push(view)
      todo = left
    }
    for (const { name, definition } of todo) await tried(`view ${name}`, withColumn(definition!))
    return views.length - 1 - todo.length
  }
}

/** To read it ends the whole coordinator, and every test beside the one that does: it is left out. */
const endingTheServer = 'inbox_seen'

const viewsWithRights = `select c.oid::regclass::text as name,
    format('create view %s %s as %s;', c.oid::regclass,
      coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', ''), rtrim(pg_get_viewdef(c.oid), ';')) as definition,
    coalesce((select string_agg(format('grant %s on %s to %I;', a.privilege_type, c.oid::regclass, r.rolname), ' ')
      from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner), '') as grants
  from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
