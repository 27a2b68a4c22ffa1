import { beforeAll, describe, expect, test } from 'vitest'
import { schools } from '#contract/platform/schools/schools.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { asVisitor, wire, connection } = await testApp()
const { pendingManager, nile, delta } = world

const sql = sqlIn(connection)

const namesIn = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('schools are searched by a part of their names', () => {
  const odd = ['100% نجاح', 'بيت_المعرفة', 'Al-Manār School', 'مدرسة الأُمـــل 2', 'مدرسة الامل 10']

  beforeAll(() =>
    sql(
      `insert into schools (id, name, about, vision, admin_id, active, coin_type_id)
       select unnest($1::uuid[]), unnest($2::text[]), 'about', 'vision', $3, true, coin_type_id from schools where id = $4`,
      [odd.map(newId), odd, pendingManager.id, nile.id],
    ),
  )

  test.each([
    ['ضفاف', [nile.name]],
    ['مدرسه', ['مدرسة الأُمـــل 2', 'مدرسة الامل 10', delta.name, nile.name]],
    ['ألأمل', ['مدرسة الأُمـــل 2', 'مدرسة الامل 10']],
    ['الامل ٢', ['مدرسة الأُمـــل 2']],
    ['al-man', ['Al-Manār School']],
    ['SCHOOL', ['Al-Manār School']],
    ['%', ['100% نجاح']],
    ['_', ['بيت_المعرفة']],
    ['%%', []],
    ["' or true --", []],
    ['النيل٪', []],
  ])('%s', async (name, found) =>
    expect(namesIn(await asVisitor(schools.list, { name })).toSorted()).toEqual(found.toSorted()),
  )

  test('with numbers inside names in the order of their values', async () =>
    expect(namesIn(await asVisitor(schools.list, { name: 'امل' }))).toEqual(['مدرسة الأُمـــل 2', 'مدرسة الامل 10']))

  test('an empty search finds all', async () => {
    for (const name of ['', '  ', null]) expect(await asVisitor(schools.list, { name })).toHaveLength(7)
  })
})

test('the list of schools has 30 on a page and is counted whole', async () => {
  await sql(
    `insert into schools (id, name, about, vision, admin_id, active, coin_type_id)
     select gen_random_uuid(), 'Page ' || n, 'about', 'vision', $1, true, coin_type_id
     from schools, generate_series(1, 64) n where schools.id = $2`,
    [pendingManager.id, nile.id],
  )
  const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `Page ${from + n}`)
  const page = async (input: object) => {
    const { rows, total } = await asVisitor.listed(schools.list, { name: 'page', ...input })
    return { names: namesIn(rows), total }
  }
  expect(await page({})).toEqual({ names: numbered(1, 30), total: 64 })
  expect(await page({ pageNumber: 1 })).toEqual({ names: numbered(1, 30), total: 64 })
  expect(await page({ pageNumber: '٣' })).toEqual({ names: numbered(61, 64), total: 64 })
  expect(await page({ pageNumber: 4 })).toEqual({ names: [], total: 64 })
  expect(await page({ pageNumber: 10_000, pageSize: 200 })).toEqual({ names: [], total: 64 })
  expect(await page({ pageNumber: 2, pageSize: 50 })).toEqual({ names: numbered(51, 64), total: 64 })
  expect((await page({ pageSize: 200 })).names).toHaveLength(64)
})

test.each([
  [{ pageNumber: 0 }, 'Number must be greater than or equal to 1'],
  [{ pageNumber: -1 }, 'Number must be greater than or equal to 1'],
  [{ pageNumber: 1e9 }, 'Number must be less than or equal to 10000'],
  [{ pageNumber: '1e3' }, 'Expected number, received string'],
  [{ pageNumber: 1.5 }, 'Invalid input'],
  [{ pageSize: 0 }, 'Number must be greater than or equal to 1'],
  [{ pageSize: 201 }, 'Number must be less than or equal to 200'],
  [{ name: 'ا'.repeat(201) }, 'String must contain at most 200 character(s)'],
  [{ name: 'a\0b' }, 'Character 2 of this text is not allowed; delete it or write the text again'],
  [{ active: 'yes' }, 'Expected boolean, received string'],
  [{ schoolTypeId: 'general' }, 'Invalid input'],
])('%j is refused: %s', async (body, sentence) =>
  expect(await wire('api/School/GetAll', body)).toMatchObject({ status: 400, text: sentence }),
)
