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

/**
 * Takes the triggers of the product away, which would run while rows are copied to a table of a worker, before what they
 * read is there; the answer makes them as they were, but for those that wake the worker of jobs: a server of Citus notifies only
 * who listens to it, and the tests notify at the coordinator.
 */
export async function withoutTriggers(client: pg.Client) {
  const triggers = (await rowsOf(client, triggersOfTables)).map(rowByRow)
  for (const { name, table, keeper } of triggers) {
    await client.query(`drop trigger ${name} on ${table}`)
    if (keeper) await client.query(keeper)
  }
  return async (tried: Try) => {
    let made = 0
    for (const { name, table, definition } of triggers.filter(({ notifies }) => !notifies))
      if (await tried(`${table}.${name}`, definition!)) made++
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
    pg_get_functiondef(t.tgfoid) as keeper, case when pg_get_functiondef(t.tgfoid) ~ 'notify jobs' then 'jobs' end as notifies
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`

/** Takes all views away, which Citus cannot make again with their tables; the answer makes them as they were. */
export async function withoutViews(client: pg.Client) {
  const views = await rowsOf(client, viewsWithRights)
  for (const { name } of views) await client.query(`drop view if exists ${name} cascade`)
  return async (tried: Try) => {
    let todo = views
    const made = ({ name, definition, grants, columns }: Row) =>
      client.query(withColumn(`${name === ofItems ? itemByItem(definition!, columns!) : definition} ${grants}`)).then(
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
    await client.query(unreadByTheView)
    return views.length - todo.length
  }
}

/** It joins a person's items, of several schools, with tables that are spread: to read it ends the whole coordinator. */
const ofItems = 'inbox_seen'

/** The same view, by a function that asks for what each item is about, one after the other and in its school. */
function itemByItem(definition: string, columns: string) {
  const [, head, list, ofStudent, about, shown] =
    /^(.*?) as\s+select\s+([\s\S]*?)\s+from \(*inbox_items i\s[\s\S]*?left join students st on \(([\s\S]*)\)\s+cross join lateral \(([\s\S]*)\) about\)\s+where\s([\s\S]*);\s*$/i.exec(
      definition.replaceAll('school_id = i.at_school_id', 'school_id = there'),
    ) ?? []
  const [first] = /^(i\.\w+,\s+)+/.exec(list!)!
  const own = first
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const found = columns.split(', ').slice(own.length)
  // Each kind of work by itself: an outer join in one branch is not planned beside conditions that are values.
  const [, sums, works, day] = /^\s*select([\s\S]*?)from \(([\s\S]*)\) a\s+where([\s\S]*)$/i.exec(about!)!
  const branches = works!.split(/\s+union all\s+/i)
  const asked = (branch: string) =>
    `select ${sums} into about from (${branch}) a (id, date, course_name, state) where ${day}`
  const kindsOf = (branch: string) => /i\.kind = (ANY \(ARRAY\[[^\]]*\]\)|'\w+'::text)/i.exec(branch)![0]
  return `create function item_seen(i inbox_items) returns table (${found.join(', ')}) language plpgsql stable as $seen$
    #variable_conflict use_column
    declare there uuid := coalesce(i.at_school_id, '00000000-0000-0000-0000-000000000000');
      s schools; st students; about record; is_shown boolean;
    begin
      select s.* into s from schools s where s.id = i.at_school_id;
      select st.* into st from students st where ${ofStudent!.replace(/\)$/, '')};
      ${[...branches.map((branch, nth) => `${nth ? 'els' : ''}if ${kindsOf(branch)} then ${asked(branch)};`), `else ${asked(`${branches.at(-1)!} and false`)}; end if;`].join(' ')}
      is_shown := ${shown};
      if is_shown then return query select ${list!.slice(first.length)}; end if;
    end $seen$;
    ${head} as select ${own.join(', ')}, ${found.map((column) => `seen.${column.split(' ')[0]}`).join(', ')}
      from inbox_items i cross join lateral item_seen(i) seen;`
}

/** What is unread, by the view alone: the short way joins items of several schools. */
const unreadByTheView = `create or replace function unread_of(person uuid) returns table (student_id uuid, unread integer)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $unread$ #variable_conflict use_column
  begin return query select seen.student_id, count(*)::integer
    from (select i.student_id from inbox_seen i where i.person_id = person and i.read_at is null limit 100) seen group by 1;
  end $unread$`

const viewsWithRights = `select c.oid::regclass::text as name,
    format('create view %s %s as %s;', c.oid::regclass,
      coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', ''), rtrim(pg_get_viewdef(c.oid), ';')) as definition,
    (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
    coalesce((select string_agg(format('grant %s on %s to %I;', a.privilege_type, c.oid::regclass, r.rolname), ' ')
      from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner), '') as grants
  from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
