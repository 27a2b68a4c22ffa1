import { describe, expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'
import { doubts } from './agreement.queries.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, rows, sql } = importing(app)
const { manager, omar, laila, classmate } = world

await sql('update class_rooms set max_of_students = 100')
await sql('delete from official_records')
await sql(`update students set birth_date = '2016-03-01' where id = any($1)`, [[omar.id, laila.id]])
await sql('update students set birth_date = null where id = $1', [classmate.id])

const heading = ['كود الطالب', 'الاسم', 'الفصل', 'تاريخ الميلاد']
const [ofOmar, ofLaila] = [
  ['عمر كريم الجندي', 'فصل 4أ'],
  ['ليلى كريم الجندي', 'فصل 5أ'],
] as const
const decideAll = (importId: string, decision: 'new' | 'same') => as(manager)(imports.decideAll, { importId, decision })

/** What will happen to each row, and whom it may mean. */
const outcomes = async (importId: string) =>
  (await rows(importId)).map(({ outcome, problems, similar }) => [
    outcome,
    ...problems.map(({ reason }) => reason),
    ...similar.map(({ code }) => code),
  ])

/** What a table with these rows would do. */
async function outcomesOf(lines: string[][], titles = heading) {
  return outcomes((await upload(csvOf([titles, ...lines]))).id)
}

describe('the code of a student', () => {
  test('changes nobody whom the rest of the row does not describe: the list of another school is refused row by row', async () => {
    const before = await everythingOf(sql)
    const draft = await upload(
      csvOf([
        heading,
        [omar.code, 'جودي رامي فؤاد كامل', 'فصل 4أ', '2015-04-03'],
        [laila.code, 'بيشوي عادل نجيب حنا', 'فصل 4أ', '2015-06-25'],
      ]),
    )
    expect(draft).toMatchObject({ added: 0, changed: 0, problems: 2, similar: 2, renamed: 0 })
    expect(draft.problemKinds).toEqual([{ reason: doubts.ofCode, position: 0, rows: 2 }])
    expect(draft.doubted).toBe(2)
    expect(await outcomes(draft.id)).toEqual([
      ['problem', doubts.ofCode, omar.code],
      ['problem', doubts.ofCode, laila.code],
    ])
    await expect(as(manager)(imports.start, { importId: draft.id })).rejects.toMatchObject({ status: 409 })

    expect(await decideAll(draft.id, 'new')).toMatchObject({ added: 2, changed: 0, problems: 0, similar: 0 })
    const done = await start(draft.id)
    const kept = (await everythingOf(sql)).students.filter((one) => before.students.some(({ id }) => id === one.id))
    expect(kept).toEqual(before.students)
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
  })

  test('is confirmed by the name, the birth date or the national number', async () => {
    await as(manager)(officialRecords.update, { id: classmate.id, numberKind: 'passport', nationalNumber: 'A1234567' })
    expect(
      await outcomesOf(
        [
          [omar.code, 'عمر كريم النجار', '', '', ''],
          [laila.code, 'لولو سامي فؤاد', '', '2016-03-01', ''],
          [classmate.code, 'سلمى سامي فؤاد', '', '', 'A1234567'],
        ],
        [...heading, 'رقم جواز السفر'],
      ),
    ).toEqual([['change'], ['change'], ['change']])
  })

  test.each([
    ['stands alone', ['', '', '']],
    ['is beside another name', ['هبة وحيد نصار', 'فصل 4أ', '']],
    ['is beside the name of a brother', ['يحيى كريم الجندي', 'فصل 4أ', '']],
    ['is beside another birth date', [...ofOmar, '2016-04-01']],
  ])('proves nothing where it %s', async (_, cells) => {
    expect(await outcomesOf([[omar.code, ...cells]])).toEqual([['problem', doubts.ofCode, omar.code]])
  })

  test('of another student is offered beside the student of the name', async () => {
    expect(await outcomesOf([[laila.code, ...ofOmar, '']])).toEqual([['problem', doubts.ofCode, omar.code, laila.code]])
  })

  test('is never a bare number: such a column is of another system, and of no use as codes', async () => {
    const draft = await upload(
      csvOf([
        heading,
        ['1', 'ندى حاتم فريد سالم', 'فصل 4أ', '2018-01-21'],
        ['٢', 'معاذ شريف عوض ربيع', 'فصل 4أ', '2018-02-22'],
      ]),
    )
    expect(draft).toMatchObject({ added: 2, changed: 0, problems: 0 })
    expect(draft.columns[0]).toMatchObject({ meaning: null, guess: null, notCodes: true, suggested: { kind: 'text' } })
    const meant = await as(manager)(imports.setColumns, {
      importId: draft.id,
      columns: [{ position: 0, meaning: 'code' }],
    })
    expect(meant).toMatchObject({ changed: 0, problems: 2 })
    expect(meant.problemKinds).toEqual([{ reason: 'A code begins with ST', position: 0, rows: 2 }])
    const kept = await as(manager)(imports.setColumns, {
      importId: draft.id,
      columns: [{ position: 0, meaning: 'admissionPaper' }],
    })
    expect(kept).toMatchObject({ added: 2, problems: 0 })
  })

  test('decided at once for all rows, they are the same students', async () => {
    const draft = await upload(
      csvOf([heading, [omar.code, 'Omar Karim Elgendy', '', ''], [laila.code, 'Laila Karim Elgendy', '', '']]),
    )
    expect(await decideAll(draft.id, 'same')).toMatchObject({ changed: 2, problems: 0, renamed: 2, moved: 0 })
    expect(await rows(draft.id)).toMatchObject([
      { studentId: omar.id, decision: 'same' },
      { studentId: laila.id, decision: 'same' },
    ])
  })

  test('decided to be of nobody, a row still needs a name and a class', async () => {
    const draft = await upload(csvOf([heading, [omar.code, '', '', '']]))
    expect((await decideAll(draft.id, 'new')).problemKinds).toMatchObject([
      { reason: 'A new student needs a name and a class' },
    ])
  })

  test('of a student brings a guardian only with more of the student', async () => {
    const titles = ['كود الطالب', 'الاسم', 'ولي الأمر', 'صلة القرابة', 'هاتف ولي الأمر']
    const guardian = ['كريم سامي الجندي', 'الأب', '01055555561']
    const file = csvOf([titles, [omar.code, '', ...guardian], [omar.code, ofOmar[0], ...guardian]])
    const draft = await upload(file, { kind: 'guardians' })
    expect(await outcomes(draft.id)).toEqual([['problem', doubts.ofCode, omar.code], ['change']])
    expect(await decideAll(draft.id, 'same')).toMatchObject({ problems: 0, guardiansChanged: 1 })
  })
})

test('the name in a class is not enough where both have another birth date or national number', async () => {
  await as(manager)(officialRecords.update, { id: laila.id, numberKind: 'passport', nationalNumber: 'B7654321' })
  expect(
    await outcomesOf(
      [
        ['', ...ofOmar, '2016-04-01', ''],
        ['', ...ofLaila, '', 'B7654322'],
        ['', ...ofLaila, '', 'B7654321'],
      ],
      [...heading, 'رقم جواز السفر'],
    ),
  ).toEqual([
    ['problem', doubts.ofName, omar.code],
    ['problem', doubts.ofName, laila.code],
    ['problem', 'This student is already in row 3'],
  ])
})

test('a preview counts the students who get another name, class or guardians, and shows just their rows', async () => {
  const draft = await upload(
    csvOf([
      [...heading, 'هاتف ولي الأمر', 'صلة القرابة'],
      [omar.code, 'عمر كريم النجار', 'فصل 6ب', '', '', ''],
      [laila.code, ...ofLaila, '', '01055555562', 'الأب'],
      ['', 'سليم حسن الشاذلي', 'فصل 6ب', '', '01055555563', 'الأب'],
    ]),
  )
  expect(draft).toMatchObject({ added: 1, changed: 2, renamed: 1, moved: 1, guardiansChanged: 1 })
  const shown = async (show: 'renamed' | 'moved' | 'guardiansChanged') =>
    (await as(manager)(imports.rows, { importId: draft.id, show })).map(({ row }) => row)
  expect([await shown('renamed'), await shown('moved'), await shown('guardiansChanged')]).toEqual([[2], [2], [3]])
  const done = await start(draft.id)
  expect(done).toMatchObject({ renamed: 1, moved: 1, guardiansChanged: 1 })
})
