import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { testApp } from '#test/harness/app.ts'
import { oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { upload, rows, start, undo, sql } = importing(app)
const { class4a, class4b } = world

const list = (...lines: string[][]) => csvOf([['Student ID', 'الاسم', 'الفصل'], ...lines])
const outcomes = async (importId: string) =>
  (await rows(importId)).map(({ outcome, changes, problems }) => [
    outcome,
    ...changes.map(({ field, was, becomes }) => `${field}: ${was} → ${becomes}`),
    ...problems.map(({ position, reason }) => `${position}: ${reason}`),
  ])

test('the number of another system finds a student in the list of the next year, whose class is another', async () => {
  const first = await upload(list(['A-771', 'سليم حسن الشاذلي', class4a.name]))
  expect((await rows(first.id))[0]!.record).toEqual([{ field: 'otherNumber', name: null, value: 'A-771' }])
  await start(first.id)

  const next = await upload(
    list(['A-771', 'سليم حسن الشاذلي', class4b.name], ['A-772', 'سليم حسن الشاذلي', class4a.name]),
  )
  expect(await outcomes(next.id)).toEqual([
    ['change', `className: ${class4a.name} → ${class4b.name}`],
    ['problem', '1: The student of this name has another birth date or number; choose whether it is the same'],
  ])
  const other = await upload(list(['A-771', 'مروان شادي العدوي', class4a.name]))
  expect(await outcomes(other.id)).toEqual([
    ['problem', '0: The student with this number has another name; choose whether it is the same'],
  ])
  expect((await app.as(world.manager)(imports.get, { importId: other.id })).doubted).toBe(1)
  await undo(first.id)
  expect(await sql(`select from official_records where other_number = 'A-771'`)).toEqual([])
})

test('numbers of another system in a column of codes are kept as such, but not the numbers of lines', async () => {
  const codes = async (...values: string[]) => {
    const lines = values.map((value, at) => [value, `سليم حسن ${'ابتثج'[at]}ادل`, class4a.name])
    const { columns } = await upload(csvOf([['الكود', 'الاسم', 'الفصل'], ...lines]))
    return [columns[0]!.meaning, columns[0]!.guess, columns[0]!.notCodes]
  }
  expect(await codes('1002003', '1002004')).toEqual(['otherNumber', 'near', true])
  expect(await codes('1', '2')).toEqual([null, null, true])
})

test('the ids of a folder are kept as the numbers of its students', async () => {
  const { id } = await upload(zipOf(oneRosterFolder))
  expect((await rows(id))[0]!.record).toContainEqual({ field: 'otherNumber', name: null, value: 'u1' })
})
