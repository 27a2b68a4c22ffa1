import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { call, inParallel } from '#test/access/call.ts'
import { sections } from '#server/run/operator/child-sections.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { typicalCalls } from './calls.ts'
import { declaredByHand, differences, writtenIn } from './declared-rows.ts'
import { statementsDuring, unnamedOf } from './statements.ts'
import { waysWithoutSchool } from './ways.ts'

// How far the statements are from being sent to the one server that has a school (docs/scale.md): what is new names the school of
// every table that it reads or writes.
const { app, connection } = await testApp()
const owner = new pg.Client(connection)
await owner.connect()
afterAll(() => owner.end())

/** What is sent during a call of each kind. One after the other: what waits for another's lock may be refused before its last statement. */
const sent = (async () => {
  const { ground, plans } = await typicalCalls(app, owner)
  return statementsDuring(() => inParallel(plans, (plan) => call(ground, plan), 1))
})()

test('statements come to the rows of a school by naming it, and in no more ways otherwise', async () => {
  const statements = (await sent).map(({ text }) => text)
  expect(statements.length).toBeGreaterThan(500)

  const { naming, ways } = await unnamedOf(owner, statements)
  process.stdout.write(`statements: ${naming} of ${statements.length} name the school of every table of schools\n`)
  const more = [...ways].filter(([table, all]) => all.size > (waysWithoutSchool.get(table) ?? 0))
  expect(more.map(([table, all]) => [table, all.size, ...all])).toEqual([])
})

test('rows have the columns that the code declares for them, and null only where it says so', async () => {
  const { compared, declared, found } = differences(declaredByHand(), await sent)
  process.stdout.write(`rows: ${compared} of ${declared} declared by hand were compared\n`)
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(340)
})

test('a row that is not as it is declared is noticed', () => {
  const text = [
    'type Named = { id: string; note: string | null }',
    'const one = (db: Db) => sql<Pick<Named, "id"> & { many?: number }>`select id from students where id = ${id}`.execute(db)',
    'const all = (db: Db) => sql<Named>`select id, note from students order by id`.execute(db)',
  ].join('\n')
  const written = writtenIn([{ file: 'server/nowhere.queries.ts', text, imports: [] }])
  const found = (text: string, names: string[], nulls: string[] = []) =>
    differences(written, [{ text, names, nulls: new Set(nulls) }]).found
  const [one, all] = ['select id from students where id = $1', 'select id, note from students order by id']
  expect(found(one, ['id'])).toEqual([])
  expect(found(one, ['id', 'many'])).toEqual([])
  expect(found(one, ['ident'], ['id'])).toEqual([
    'server/nowhere.queries.ts:2 declares id, which no column has',
    'server/nowhere.queries.ts:2 does not declare ident',
    'server/nowhere.queries.ts:2 declares id without null, and it was null',
  ])
  expect(found('select id from teachers where id = $1', ['ident'])).toEqual([])
  expect(found(all, ['id'], ['note'])).toEqual(['server/nowhere.queries.ts:3 declares note, which no column has'])
})

test('what is written of a child is joined within its school', async () => {
  const { ways } = await unnamedOf(
    owner,
    sections.map(({ sql }) => sql),
  )
  const apart = [...ways].filter(([, all]) => [...all].some((way) => way.startsWith('joined: ')))
  expect(apart.map(([table]) => table)).toEqual([])
})

test('a join by id alone and a row found by id alone are noticed, a school that is carried along or in a key that is named is not', async () => {
  const found = async (text: string) => Object.fromEntries((await unnamedOf(owner, [text])).ways)
  const joined = 'select from students s join class_rooms c on c.id = s.class_room_id where s.school_id = $1'
  expect(await found(joined)).toEqual({ class_rooms: new Set(['joined: id']) })
  expect(await found('update students set active = true where id = $1')).toEqual({ students: new Set(['alone: id']) })
  const both = 'on c.school_id = s.school_id and c.id = s.class_room_id'
  expect(await found(`select from students s join class_rooms c ${both} where s.school_id = any ($1)`)).toEqual({})
  const once = (table: string) =>
    `insert into ${table} (school_id) values ($1) on conflict on constraint ${table}_once do nothing`
  expect(await found(once('attendance_sheets'))).toEqual({})
  expect(await found(once('attendance_marks'))).toEqual({ attendance_marks: new Set(['conflict: ']) })
  const within = '(s.school_id, s.class_room_id) in (select school_id, id from class_rooms)'
  expect(await found(`select from students s where s.school_id = $1 and ${within}`)).toEqual({})
  expect(Object.keys(await found(`select from students s where s.id = $1 and ${within}`))).toHaveLength(2)
})
