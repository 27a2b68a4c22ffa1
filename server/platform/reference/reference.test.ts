import { describe, expect, test } from 'vitest'
import { reference } from '#contract/platform/reference/reference.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { app, as, asVisitor, connection } = await testApp()
const { sql } = tracesIn(connection)

const lists = [
  ['Language/GetAll', reference.languages, 'languages'],
  ['RelationType/GetAllTypes', reference.relations, 'relation_types'],
  ['SchoolType/GetAll', reference.schoolTypes, 'school_types'],
  ['SchoolContactType/GetAll', reference.contactTypes, 'school_contact_types'],
] as const

describe.each(lists)('%s', (path, operation, table) => {
  test('is open to everybody, whole and by name', async () => {
    const rows = await asVisitor(operation, {})
    expect(await as(world.parent)(operation, {})).toEqual(rows)
    const stored = await sql(`select id from ${table} order by name collate by_name, id`)
    expect(rows.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
    expect(rows.length).toBeGreaterThan(0)
  })

  test('comes one page at a time when the query requests one', async () => {
    const rows = await asVisitor(operation, {})
    const answer = await app.inject(`/${path}?pageNumber=1&pageSize=1`)
    expect(answer.json()).toMatchObject([{ id: rows[0]!.id }])
    expect(answer.headers['x-total-count']).toBe(String(rows.length))
  })

  test.each([
    ['pageNumber=0', 'Number must be greater than or equal to 1'],
    ['pageSize=201', 'Number must be less than or equal to 200'],
    ['search=x', "Unrecognized key(s) in object: 'search'"],
  ])('is refused for %s', async (query, sentence) => {
    const answer = await app.inject(`/${path}?${query}`)
    expect([answer.statusCode, answer.body]).toEqual([400, sentence])
  })
})

test('a language has all its fields', async () => {
  const answer = await app.inject('/Language/GetAll?pageSize=1')
  expect(answer.json()).toEqual([
    {
      id: expect.any(String),
      name: 'Arabic',
      description: null,
      createDate: expect.stringMatching(/Z$/),
      lastModifyDate: expect.stringMatching(/Z$/),
      version: 1,
    },
  ])
})
