import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { CannotStart } from '#server/base/cannot-start.ts'
import { isLockedByOthers } from './lost.ts'

// The functions, procedures and views of the database. Each is said once, in functions/ or views/, and is applied after the migrations
// whenever its text differs from the one that was applied (decision 90).

/** A function, procedure or view with its grants, or the removal of one. */
export type Definition = { name: string; kind: 'routine' | 'view' | 'removal'; sql: string; checksum: string }

const folders = ['functions', 'views']

/** The text of each, in the order of the files. */
export async function definitionsHere(): Promise<Definition[]> {
  const files = await Promise.all(
    folders.map(async (folder) => {
      const place = new URL(`./${folder}/`, import.meta.url)
      const names = (await readdir(place)).filter((name) => name.endsWith('.sql')).sort()
      return Promise.all(names.map((name) => readFile(new URL(name, place), 'utf8')))
    }),
  )
  return files.flat().flatMap(definitionsOf)
}

/** The definitions in the text of a file. Each begins after an empty line and its comment, and what follows until the next belongs to it. */
export function definitionsOf(text: string): Definition[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/(?<=\n)\n(?=(?:--[^\n]*\n)*(?:create|drop) )/)
    .map((block) => block.replace(/^(?:--[^\n]*\n|\n)*/, '').trim())
    .filter((block) => block !== '')
    .map((sql) => {
      const begin = /^(?:create or replace (function|procedure|view) (\w+)|drop (?:routine|view) if exists \w)/.exec(
        sql,
      )
      if (!begin)
        throw new TypeError(`This is neither "create or replace" of one thing nor a "drop … if exists": ${sql}`)
      const [, word, name] = begin
      return {
        name: name ?? sql,
        kind: kindOf(word),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}

function kindOf(word: string | undefined): Definition['kind'] {
  if (!word) return 'removal'
  return word === 'view' ? 'view' : 'routine'
}

/**
 * Those whose text differs from what was applied, and those that are missing. None if a newer version applied its own: the version before
 * works with these, and must not put its former ones in their place when it starts again beside it.
 */
export async function changedDefinitions(client: pg.ClientBase, all: Definition[]): Promise<Definition[]> {
  const { rows: known } = await client.query<{ there: boolean }>(
    `select to_regclass('definitions') is not null as there`,
  )
  if (!known[0]!.there) return all
  const [{ rows: applied }, { rows: existing }, version] = await Promise.all([
    client.query<{ name: string; checksum: string; version: string }>(
      'select name, checksum, version from definitions',
    ),
    client.query<{ name: string }>(`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      union all select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`),
    versionHere(),
  ])
  if (applied.some((one) => isNewer(one.version, version))) return []
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const names = new Set(existing.map(({ name }) => name))
  return all.filter(
    ({ name, kind, checksum }) => checksums.get(name) !== checksum || (kind !== 'removal' && !names.has(name)),
  )
}

/**
 * Applies them in the caller's transaction, together with the note that they are applied. What needs another that is not there yet waits for
 * it. What cannot be replaced, because its parameters, columns or type changed, is dropped and created with everything that depends on it.
 */
export async function applyDefinitions(client: pg.ClientBase, changed: Definition[], all: Definition[]): Promise<void> {
  await client.query(`create table if not exists definitions (
    name text primary key,
    checksum text not null,
    version text not null,
    applied_at timestamptz not null default now()
  )`)
  // Mostly all of them can be replaced as they are, in one message.
  let waiting = (await areReplaced(client, changed)) ? [] : changed
  while (waiting.length > 0) {
    const next: Definition[] = []
    const needs: unknown[] = []
    for (const one of waiting) {
      const attempted = await attempt(client, one, all)
      next.push(...attempted.next)
      if (attempted.needs) needs.push(attempted.needs)
    }
    if (needs.length === waiting.length) throw notDefined(waiting[0]!, needs[0])
    waiting = next
  }
  await client.query(
    `insert into definitions (name, checksum, version)
     select name, checksum, $3 from unnest($1::text[], $2::text[]) as d (name, checksum)
     on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
    [changed.map(({ name }) => name), changed.map(({ checksum }) => checksum), await versionHere()],
  )
}

async function areReplaced(client: pg.ClientBase, changed: Definition[]): Promise<boolean> {
  await client.query('savepoint definitions')
  try {
    await client.query(changed.map(({ sql }) => sql).join('\n'))
    return true
  } catch (problem) {
    if (!(problem instanceof pg.DatabaseError) || isLockedByOthers(problem)) throw problem
    await client.query('rollback to definitions')
    return false
  }
}

/** What is to be applied next: nothing, what was dropped, or the same again after others, because of what it needs. */
type Attempted = { next: Definition[]; needs?: unknown }

async function attempt(client: pg.ClientBase, one: Definition, all: Definition[]): Promise<Attempted> {
  await client.query('savepoint one_definition')
  try {
    await client.query(one.sql)
    await client.query('release one_definition')
    return { next: [] }
  } catch (problem) {
    if (!(problem instanceof pg.DatabaseError) || isLockedByOthers(problem)) throw problem
    await client.query('rollback to one_definition')
    if (needsAnother.has(problem.code!)) return { next: [one], needs: problem }
    const former = notReplaceable.has(problem.code!) ? formerOf(one, problem) : null
    if (!former) throw notDefined(one, problem)
    return { next: [one, ...(await drop(client, one, former, all))] }
  }
}

/** Undefined table, column, function or type; something depends on what is to be removed. */
const needsAnother = new Set(['42P01', '42703', '42883', '42704', '2BP01'])
/** Another result type, parameter name or default; other columns of a view. */
const notReplaceable = new Set(['42P13', '42P16'])

/** What stands in the way. PostgreSQL names a function with its parameters in the hint, whatever language it speaks. */
function formerOf({ kind, name }: Definition, { hint }: pg.DatabaseError): string | null {
  return kind === 'view' ? name : (/[\w."]+\(.*\)/.exec(hint ?? '')?.[0] ?? null)
}

/** Drops a definition with those that depend on it, and returns these. Throws CannotStart if anything else depends on it. */
async function drop(client: pg.ClientBase, one: Definition, former: string, all: Definition[]): Promise<Definition[]> {
  const { rows: ids } = await client.query<{ id: number }>(
    `select $1::${one.kind === 'view' ? 'regclass' : 'regprocedure'}::oid as id`,
    [former],
  )
  const { rows } = await client.query<{ name: string | null; description: string }>(dependants, [
    one.kind === 'view' ? 'pg_class' : 'pg_proc',
    ids[0]!.id,
  ])
  const byName = new Map(all.map((definition) => [definition.name, definition]))
  const others = rows.filter(({ name }) => !byName.has(name ?? '')).map(({ description }) => description)
  if (others.length > 0)
    throw notDefined(
      one,
      new Error(`it cannot be replaced because of ${others.join(', ')}; the new one needs another name`),
    )
  await client.query(`drop ${one.kind} ${former} cascade`)
  return rows.map(({ name }) => byName.get(name!)!)
}

// A view depends on something by its rule, and a function that returns rows of a view depends on their type.
const dependants = `
  with recursive dependant (class, id) as (
    select $1::regclass::oid, $2::oid
    union
    select case when r.oid is null then d.classid else 'pg_class'::regclass::oid end, coalesce(r.ev_class, d.objid)
    from dependant on_it join pg_depend d on d.refclassid = on_it.class and d.refobjid = on_it.id
    left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
  )
  select coalesce(p.proname, c.relname) as name, pg_describe_object(class, id, 0) as description
  from dependant
  left join pg_proc p on class = 'pg_proc'::regclass and p.oid = id
  left join pg_class c on class = 'pg_class'::regclass and c.oid = id and c.relkind = 'v'
  where class <> 'pg_type'::regclass and (class, id) <> ($1::regclass::oid, $2::oid)`

const notDefined = ({ name }: Definition, problem: unknown) =>
  new CannotStart(
    `"${name}" could not be brought into the database: ${(problem as Error).message}. Nothing of it is stored; the version before still runs on this database.`,
    { cause: problem },
  )

async function versionHere(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Whether a version, such as 0.10.0, comes after another one. */
function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}
