import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { fixed, shaped, value } from './compiled.ts'
import { openDb } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.d.ts'

const db = openDb(await testDatabase(), { max: 1 })
const [one, two] = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002']

type Sought = { id?: string; ids?: string[]; day?: string; name?: string; largest?: number }

let built = 0
const build = (on: Kysely<DB>, { id, ids, day, name, largest }: Sought, limit: number) => {
  built++
  let query = on.selectFrom('classRooms').select(['id', sql<string>`${'constant'}::text`.as('constant')])
  if (id) query = query.where('id', '=', id)
  if (ids) query = query.where('supervisorId', '=', sql<string>`any(${[...ids]}::uuid[])`)
  if (day) query = query.where('createdAt', '>=', day)
  if (name) query = query.where('name', '=', name)
  if (largest) query = query.where('id', '!=', largest > 3 ? one : two)
  return query.limit(limit)
}
const writtenOnce = shaped(build)

const same = (input: Sought, limit: number) => {
  const { sql: text, parameters } = writtenOnce(input, value(limit)).compile(db as never)
  const { sql: expected, parameters: others } = build(db, input, limit).compile()
  expect({ text, parameters }).toEqual({ text: expected, parameters: others })
}

test('a statement that was written before is the one that Kysely writes now, with the values of now', () => {
  for (const id of [one, two])
    for (const limit of [30, 30_000, 0]) {
      same({ id }, limit)
      same({ id, ids: [id, two, one] }, limit)
      same({ ids: [] }, limit)
      same({ ids: [two, one], day: '2026-11-22', name: 'one of them' }, limit)
      same({ id, name: id.slice(1), largest: limit }, limit)
    }
})

test('it is not built again for other values, but is for another shape', () => {
  same({ id: one, day: '2026-11-22' }, 1)
  built = 0
  writtenOnce({ id: two, day: '2027-01-01' }, value(2)).compile(db as never)
  expect(built).toBe(0)
  writtenOnce({ id: two }, value(2)).compile(db as never)
  writtenOnce({ id: two, name: 'another' }, value(2)).compile(db as never)
  expect(built).toBeGreaterThan(0)
})

test('a text or a parameter made of a value is written at every call', () => {
  const letters = shaped((_: Kysely<DB>, id: string) => sql<{ start: string }>`select ${id.slice(0, 4)}::text as start`)
  const inText = shaped((_: Kysely<DB>, id: string) => sql<{ id: string }>`select ${sql.lit(id)} as id`)
  for (const id of [one, 'f1a00000-0000-7000-8000-000000000001']) {
    expect(letters(id).compile(db as never).parameters).toEqual([id.slice(0, 4)])
    expect(inText(id).compile(db as never).sql).toContain(id)
  }
})

test('a fixed statement takes its values as they are, also lists, bytes and nothing', async () => {
  const echo = fixed(
    (id: string | null, ids: string[], bytes: Buffer) =>
      sql<{ id: string | null; ids: string[]; bytes: string }>`
        select ${id}::uuid as id, ${ids}::uuid[] as ids, encode(${bytes}, 'hex') as bytes`,
  )
  for (const [id, ids] of [
    [one, [two]],
    [null, []],
    [two, [one, two]],
  ] as const)
    expect((await echo(id, [...ids], Buffer.from([1, 2])).execute(db)).rows).toEqual([{ id, ids, bytes: '0102' }])
  await db.destroy()
})

test('what is not plain has no shape', () => {
  const dated = shaped((_: Kysely<DB>, at: Date) => sql<{ at: string }>`select ${at}::timestamptz as at`)
  expect(() => dated(new Date(0)).compile(db as never)).toThrow('Only plain values have a shape')
})
