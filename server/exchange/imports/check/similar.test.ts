import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, rows, sql } = importing(app)
const { manager, omar, yassin } = world

await sql('update class_rooms set max_of_students = 100')
const heading = ['الاسم', 'الفصل', 'تاريخ الميلاد', 'الرقم القومي']
const table = (...lines: string[][]) => csvOf([heading, ...lines])
const decide = (importId: string, row: number, decision?: 'new' | 'same', studentId?: string) =>
  as(manager)(imports.decide, { importId, row, decision, studentId })

/** Omar of class 4A, whose birth date is not stored, in a row with another class. */
const elsewhere = ['عمر كريم الجندي', 'فصل 6ب', '2016-03-01', '']
await sql('update students set birth_date = null where id = $1', [omar.id])

test('a row named like a student of another class may be a second entry, and adds a new one unless decided', async () => {
  const draft = await upload(table(elsewhere, ['هنا سامي فؤاد', 'فصل 6ب', '', '']))
  expect(draft).toMatchObject({ added: 2, similar: 1, problems: 0 })
  const found = await as(manager)(imports.rows, { importId: draft.id, show: 'similar' })
  expect(found).toMatchObject([
    {
      outcome: 'add',
      decision: null,
      similar: [{ studentId: omar.id, studentName: 'عمر كريم الجندي', classRoomName: 'فصل 4أ', leftOn: null }],
    },
  ])
})

test('decided as the same, a row changes the student, and its undo gives everything back', async () => {
  const before = await everythingOf(sql)
  const draft = await upload(table(elsewhere))
  const { row } = (await rows(draft.id))[0]!
  const decided = await decide(draft.id, row, 'same', omar.id)
  expect(decided).toMatchObject({
    import: { added: 0, changed: 1, similar: 0 },
    row: { outcome: 'change', decision: 'same', studentId: omar.id },
  })
  const done = await start(draft.id)
  expect(await sql('select birth_date::text from students where id = $1', [omar.id])).toEqual([
    { birth_date: '2016-03-01' },
  ])
  expect(await undo(done.id)).toMatchObject({ state: 'undone' })
  expect(await everythingOf(sql)).toEqual(before)
})

test('decided as new, a row adds a student of the same name and class; undecided again it is the one who is there', async () => {
  const draft = await upload(table(['عمر كريم الجندي', 'فصل 4أ', '', '']))
  expect(draft).toMatchObject({ same: 1, added: 0, similar: 0 })
  const { row } = (await rows(draft.id))[0]!
  expect(await decide(draft.id, row, 'new')).toMatchObject({
    import: { added: 1, same: 0, similar: 0 },
    row: { outcome: 'add', decision: 'new', similar: [{ studentId: omar.id }] },
  })
  expect(await decide(draft.id, row)).toMatchObject({ import: { same: 1, added: 0 }, row: { decision: null } })
})

test('a number finds its student together with the name; with another name it is refused until decided', async () => {
  await as(manager)(officialRecords.update, { id: omar.id, numberKind: 'egypt', nationalNumber: '31603010112357' })
  const number = '31603010112357'
  const same = await upload(table(['عمر كريم الجندي', 'فصل 6ب', '', number]))
  expect(same).toMatchObject({ added: 0, changed: 1, problems: 0 })
  const other = await upload(table(['عمرو كريم الجندي', 'فصل 6ب', '', number]))
  expect(other.problemKinds).toEqual([{ reason: 'This number is already in the record of {n}', position: 3, rows: 1 }])
  const { row, similar } = (await rows(other.id))[0]!
  expect(similar).toMatchObject([{ studentId: omar.id }])
  expect(await decide(other.id, row, 'same', omar.id)).toMatchObject({
    import: { problems: 0, changed: 1 },
    row: { changes: expect.arrayContaining([{ field: 'firstName', was: 'عمر', becomes: 'عمرو' }]) },
  })
})

test('only students of the school can be meant, and a decision says which', async () => {
  const draft = await upload(table(elsewhere))
  const { row } = (await rows(draft.id))[0]!
  await expect(decide(draft.id, row, 'same', yassin.id)).rejects.toMatchObject(notFound)
  await expect(decide(draft.id, row, 'same', newId())).rejects.toMatchObject(notFound)
  await expect(decide(draft.id, 9999, 'new')).rejects.toMatchObject(notFound)
  await expect(decide(draft.id, row, 'same')).rejects.toMatchObject(refused(400, 'Invalid input'))
  await expect(decide(draft.id, row, 'new', omar.id)).rejects.toMatchObject(refused(400, 'Invalid input'))
})
