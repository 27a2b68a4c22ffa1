import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CannotStart } from '#server/base/cannot-start.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { definedIn } from '#test/harness/defined.ts'
import { applyDefinitions, changedDefinitions, definitionsHere, definitionsOf } from './definitions.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const connection = await emptyDatabase()
const all = await definitionsHere()
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client(connection)
  await owner.connect()
})
afterAll(async () => owner?.end())

/** Brings the definitions in this text into the database, as a start brings those of the files. */
const apply = (text: string) => {
  const changed = definitionsOf(text)
  return applyDefinitions(owner, changed, [...all, ...definitionsOf(former), ...changed])
}

const answerOf = async (query: string) => Object.values((await owner.query(query)).rows[0])[0]

test('functions and views of the database stand in the files, once each', async () => {
  const names = all.filter(({ kind }) => kind !== 'removal').map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  // Those of the tables that keep former values are made by keep_former_values, a test below.
  const { rows } = await owner.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and not (prorettype = 'trigger'::regtype and proname in (select 'keep_former_' || relname from pg_class))
    union all select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('each view has a file of its name', () => {
  const files = readdirSync('server/db/views').map((name) => name.replace('.sql', ''))
  expect(files.toSorted()).toEqual(all.flatMap(({ kind, name }) => (kind === 'view' ? [name] : [])).toSorted())
})

test('migrations after the first ones define no function and no view', () => {
  // What indexes and stored columns are computed with changes together with them.
  const stored = definitionsOf(readFileSync('server/db/functions/stored.sql', 'utf8')).map(({ name }) => name)
  const found = readdirSync('server/db/migrations')
    .filter((name) => name.slice(0, 4) > '1050')
    .flatMap((file) =>
      [
        ...readFileSync(`server/db/migrations/${file}`, 'utf8').matchAll(
          /^[^-\n]*\b(?:create|alter)\s+(?:or\s+replace\s+)?(?:function|procedure|routine|view)\s+([\w.]+)/gim,
        ),
      ]
        .filter(([, name]) => !stored.includes(name!) && !name!.startsWith('pg_temp.'))
        .map(([, name]) => `${file}: ${name} belongs to server/db/functions or server/db/views`),
    )
  expect(found).toEqual([])
})

test('applying everything again changes no definition, option or grant', async () => {
  const before = await definedIn(owner)
  await owner.query('truncate definitions')
  expect((await pendingMigrations(connection)).pending).toEqual(all.map(({ name }) => name))
  await migrate(connection)
  expect(await definedIn(owner)).toEqual(before)
  expect((await pendingMigrations(connection)).pending).toEqual([])
})

test('a start brings back what is missing, and what differs', async () => {
  const before = await definedIn(owner)
  await owner.query('drop view standing_seat_plans')
  await owner.query(`create or replace function fewest_for_average() returns integer language sql return 1`)
  await owner.query(`update definitions set checksum = 'former' where name = 'fewest_for_average'`)
  const { pending } = await pendingMigrations(connection)
  expect(pending.toSorted()).toEqual(['fewest_for_average', 'standing_seat_plans'])
  await migrate(connection)
  expect(await definedIn(owner)).toEqual(before)
})

test('a start that is killed while it applies definitions leaves all former ones, and the next start brings the new ones', async () => {
  const before = await definedIn(owner)
  await owner.query(`create or replace function fewest_for_average() returns integer language sql return 1`)
  await owner.query('truncate definitions')
  const former = await definedIn(owner)
  // A reader keeps a view, so the start waits for it when the functions are replaced already.
  const reader = new pg.Client(connection)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from standing_seat_plans limit 0')
  const start = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `await (await import('./server/db/migrate.ts')).migrate(${JSON.stringify(connection)})`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  try {
    await expect.poll(() => sessionsThat(`wait_event_type = 'Lock'`)).toBe(1)
  } finally {
    start.kill('SIGKILL')
    await reader.end()
  }
  await expect.poll(() => sessionsThat('pid <> pg_backend_pid()')).toBe(0)
  expect(await definedIn(owner)).toEqual(former)
  await migrate(connection)
  expect(await definedIn(owner)).toEqual(before)
})

const sessionsThat = (condition: string) =>
  answerOf(`select count(*)::integer from pg_stat_activity where datname = current_database() and ${condition}`)

test('a version that starts beside a newer one leaves what that defined', async () => {
  await owner.query(`update definitions set checksum = 'newer', version = '0.10.0' where name = 'fold'`)
  await owner.query(`update definitions set checksum = 'of before', version = '0.1.0' where name = 'fits'`)
  expect(await changedDefinitions(owner, all)).toEqual([])
  await owner.query(`update definitions set version = '0.1.0' where name = 'fold'`)
  expect((await changedDefinitions(owner, all)).map(({ name }) => name).toSorted()).toEqual(['fits', 'fold'])
  await migrate(connection)
})

test('tables that keep former values have the function that is made for them now', async () => {
  const before = await definedIn(owner)
  const { rows } = await owner.query<{ table: string; keys: string[] }>(`
    select substr(proname, length('keep_former_') + 1) as table,
      array(select m[1] from regexp_matches(split_part(prosrc, 'jsonb_build_object(', 2), '''(\\w+)'', was\\.\\1(?=[,)])', 'g') m) as keys
    from pg_proc where proname like 'keep\\_former\\_%' and prorettype = 'trigger'::regtype`)
  expect(rows.length).toBeGreaterThan(30)
  await owner.query('begin')
  for (const { table, keys } of rows)
    await owner.query(`call keep_former_values('${table}', ${keys.map((key) => `'${key}'`).join(', ')})`)
  const again = await definedIn(owner)
  await owner.query('rollback')
  expect(again).toEqual(before)
})

test('a file that says something else is refused', () => {
  expect(() => definitionsOf('create function one() returns integer language sql return 1;')).toThrow(
    'neither "create or replace"',
  )
  expect(() => definitionsOf('-- Why.\n\ncreate table one ();')).toThrow('create table one')
})

const former = `
create or replace view of_one as select one() as one;
grant select on of_one to kashkool_app;

-- A function.
create or replace function one() returns integer language sql return 1;
revoke execute on function one() from public;

create or replace function two() returns setof of_one language sql as 'select 2';

create or replace view of_two as select one from two() union all select one from of_one;
`

/** What the test does in between is rolled back. */
const undone = (work: () => Promise<void>) => async () => {
  await owner.query('begin')
  try {
    await apply(former)
    await work()
  } finally {
    await owner.query('rollback')
  }
}

test(
  'what needs another waits for it, whatever their order',
  undone(async () => {
    expect(await answerOf('select sum(one) from of_two')).toBe('3')
  }),
)

test(
  'a changed text is replaced, and the note of it is of the same transaction',
  undone(async () => {
    await apply('create or replace function one() returns integer language sql return 10;')
    expect(await answerOf('select sum(one) from of_two')).toBe('12')
    expect(await answerOf(`select checksum from definitions where name = 'one'`)).toBe(
      definitionsOf('create or replace function one() returns integer language sql return 10;')[0]!.checksum,
    )
  }),
)

test(
  'another result takes the place of the former one, with everything that depends on it, and all grants',
  undone(async () => {
    const before = await definedIn(owner)
    await apply(former.replace('returns integer language sql return 1', 'returns numeric language sql return 1.5'))
    const { 'one()': one, ...others } = await definedIn(owner)
    expect(one).toContain('numeric')
    expect(Object.keys(others).toSorted()).toEqual(
      Object.keys(before)
        .filter((name) => name !== 'one()')
        .toSorted(),
    )
    expect(await answerOf('select sum(one) from of_two')).toBe('3.5')
    expect(await answerOf(`select has_table_privilege('kashkool_app', 'of_one', 'select')`)).toBe(true)
    expect(await answerOf(`select has_function_privilege('kashkool_app', 'one()', 'execute')`)).toBe(false)
  }),
)

test(
  'columns of a view are taken away',
  undone(async () => {
    const more = 'create or replace view of_one as select 1 as one, 2 as two;'
    await apply(more)
    await apply('create or replace view of_one as select 1 as one;')
    expect(await answerOf('select sum(one) from of_two')).toBe('3')
  }),
)

test(
  'with other parameters both are there, for the version before, until the former one is removed by name',
  undone(async () => {
    await apply('create or replace function one(n integer) returns integer language sql return n;')
    expect(await answerOf('select one() + one(4)')).toBe(5)
    await expect(apply('drop routine if exists one();')).rejects.toThrow('depend on it')
  }),
)

test(
  'what a table depends on is not dropped, and the sentence says what it is',
  undone(async () => {
    await owner.query('create table things (number integer default one())')
    await owner.query('create policy only_one on things using (number = one())')
    const another = apply(`create or replace function one() returns text language sql return 'one';`)
    await expect(another).rejects.toThrow(/"one" could not be brought.*policy only_one on table things/)
    await expect(another).rejects.toBeInstanceOf(CannotStart)
  }),
)

test('where one fails, every other is as it was', async () => {
  const before = await definedIn(owner)
  await owner.query('truncate definitions')
  await owner.query(`alter table definitions add constraint none_of_them check (name <> '${all.at(-1)!.name}')`)
  await owner.query(`create or replace function fewest_for_average() returns integer language sql return 1`)
  const changed = await definedIn(owner)
  await expect(migrate(connection)).rejects.toThrow('none_of_them')
  expect(await definedIn(owner)).toEqual(changed)
  await owner.query('alter table definitions drop constraint none_of_them')
  await migrate(connection)
  expect(await definedIn(owner)).toEqual(before)
})
