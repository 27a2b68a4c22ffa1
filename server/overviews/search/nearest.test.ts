import { beforeAll, describe, expect, test } from 'vitest'
import { search } from '#contract/overviews/search/search.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, omar, laila, classmate, neverPaidStudent } = world

const [equal, begins, later, inside] = [omar, laila, neverPaidStudent, classmate].map(({ id }) => id) as [
  string,
  string,
  string,
  string,
]
const names: [string, string[]][] = [
  [inside, ['آدم', 'نعمر', 'زيدان']],
  [later, ['تميم', 'عمرو', 'زيدان']],
  [begins, ['عمرو', 'أحمد', 'زيدان']],
  [equal, ['عُمَر', 'يوسف', 'زيدان']],
]

beforeAll(async () => {
  for (const [id, name] of names)
    await sql('update students set first_name = $2, middle_name = $3, last_name = $4, active = true where id = $1', [
      id,
      ...name,
    ])
})

describe('students whose name is nearest to what was typed come first', () => {
  const list = (text: string, page: object = {}) =>
    as(manager)(studentRecords.list, { schoolId: nile.id, search: text, ...page })
  const oursIn = (rows: { id: string }[]) => rows.map(({ id }) => id).filter((id) => names.some(([one]) => one === id))

  test('in the list of a school: one that is the word, then those that begin with it, then later words', async () => {
    expect(oursIn(await list('عمر'))).toEqual([equal, begins, later, inside])
    expect(oursIn(await list('عمرو'))).toEqual([begins, later])
    expect(oursIn(await list('زيدان'))).toEqual([inside, later, equal, begins])
  })

  test('over the pages of the list, each of them once', async () => {
    const whole = (await list('عمر')).map(({ id }) => id)
    expect(whole[0]).toBe(equal)
    const pages = []
    for (let pageNumber = 1; pages.length < whole.length; pageNumber++)
      pages.push(...(await list('عمر', { pageNumber, pageSize: 2 })).map(({ id }) => id))
    expect(pages).toEqual(whole)
  })

  test('in the search of everything, whose words stand in any order', async () => {
    const find = async (text: string) => oursIn((await as(manager)(search.find, { schoolId: nile.id, text })).students)
    expect(await find('عمر زيدان')).toEqual([equal, begins, later, inside])
    expect(await find('زيدان عمرو')).toEqual([begins, later])
  })
})
