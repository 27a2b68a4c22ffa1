import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, onTheWire, rows, start, sql } = importing(app)

/** Files as offices and other systems make them; the people in them are invented. */
const sample = (name: string) => readFileSync(new URL(`../../../test/imports/samples/${name}`, import.meta.url))

test('passwords of a table are neither read nor kept', async () => {
  const draft = await upload(sample('password-column.csv'))
  expect(draft.columns.at(-1)).toMatchObject({ heading: 'Password', meaning: null, guess: 'secret', samples: [] })
  expect((await rows(draft.id)).map(({ cells }) => cells[5])).toEqual(['', ''])
  const kept = await sql('select * from import_rows join imports on imports.id = import_id where import_id = $1', [
    draft.id,
  ])
  expect(JSON.stringify(kept)).not.toMatch(/summer2026|a1b2c3d4/i)
})

test('what nobody chose a meaning for is not kept once its row came in', async () => {
  const { id } = await upload(`name,class,Zugang\nKinda Adel Fahmy,${world.class4a.name},a1b2\nOmar,,c3d4\n`)
  await as(world.manager)(imports.leaveOut, { importId: id, leftOut: true })
  expect(await start(id)).toMatchObject({ added: 1 })
  expect(await sql('select cells[3] as cell from import_rows where import_id = $1 order by row', [id])).toEqual([
    { cell: '' },
    { cell: 'c3d4' },
  ])
  expect(await sql(`select columns -> 2 -> 'samples' as of from imports where id = $1`, [id])).toEqual([{ of: [] }])
})

test('the names of a table of another system are those of its columns', async () => {
  const draft = await upload(sample('moodle-middle.csv'))
  expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
    null,
    'firstName',
    'middleName',
    'lastName',
    'className',
  ])
  expect((await rows(draft.id)).map(({ studentName }) => studentName)).toEqual([
    'Salma Karim Nasser',
    'Omar Adel Habib',
  ])
})

/** The problems of the cells of one row. */
const problemsOf = async (importId: string, row: number) =>
  (await rows(importId))
    .find((one) => one.row === row)!
    .problems.map(({ position, reason }) => `${position}: ${reason}`)

test('a cell that shows an error, and a formula without a result, are problems of their row', async () => {
  const draft = await upload(sample('formulas.xlsx'))
  expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
    'firstName',
    'fatherName',
    'lastName',
    'fullName',
    'className',
    'birthDate',
  ])
  const noResult = 'The sheet has a formula without a result here; open it, save it and choose it again'
  expect(await problemsOf(draft.id, 6)).toContain(`3: ${noResult}`)
  expect(await problemsOf(draft.id, 8)).toContain('4: The sheet shows #N/A here')
  expect(await problemsOf(draft.id, 9)).toContain('5: The sheet shows #VALUE! here')
  expect(draft.unknownNames.map(({ name }) => name)).not.toContain('#N/A')
  // With three names of their own the full name is not used.
  await as(world.manager)(imports.setColumns, {
    importId: draft.id,
    columns: [{ position: 1, meaning: 'middleName' }],
  })
  expect((await problemsOf(draft.id, 6)).filter((problem) => problem.endsWith(noResult))).toEqual([])
})

test('rows and sheets that a workbook hides are left out unless they are taken', async () => {
  const book = sample('hidden-rows.xlsx')
  expect((await onTheWire(book)).json()).toMatchObject({
    status: 409,
    code: 'sheets',
    sheets: [
      { number: 1, name: 'كشف', rows: 11 },
      { number: 2, name: 'قديم', rows: 2, isHidden: true },
    ],
  })
  expect((await onTheWire(book, { sheets: '1' })).json()).toMatchObject({
    status: 409,
    code: 'hiddenRows',
    detail: 'Rows of this workbook are hidden; choose whether they are imported',
    sheets: [{ number: 1, name: 'كشف', rows: 3 }],
  })
  const shown = await upload(book, { sheets: '1', hiddenRows: 'leaveOut' })
  expect((await rows(shown.id)).map(({ row }) => row)).toEqual([2, 6, 7, 8, 9, 10, 11])
  const every = { fileName: 'hidden.xlsx', kind: 'students', lists: 'all' } as const
  const all = await upload(book, { ...every, sheets: '1,2', hiddenRows: 'take' })
  expect(all.rows).toBe(11)
})

test('lists side by side are both read, or the first alone', async () => {
  const book = sample('side-by-side.xlsx')
  expect((await onTheWire(book)).json()).toMatchObject({ status: 409, code: 'lists', sheets: [{ rows: 15 }] })
  const both = await upload(book, { lists: 'all' })
  expect(both.columns.map(({ meaning }) => meaning)).toEqual([null, 'fullName', 'className'])
  const found = await rows(both.id)
  expect([both.rows, found[15]!.row, found[15]!.cells]).toEqual([30, 16, ['16', 'ريم عادل عادل المصري', '3/أ']])
  expect((await upload(book, { lists: 'first' })).rows).toBe(15)
})

test('merged cells count for every row that they cover', async () => {
  const draft = await upload(sample('merged-class.xlsx'), { hiddenRows: 'take' })
  const classes = (await rows(draft.id)).slice(0, 40).map(({ cells }) => cells[1])
  expect(classes.slice(0, 6)).toEqual(['1/أ', '1/أ', '1/أ', '1/أ', '1/أ', '1/ب'])
  expect(classes).not.toContain('')
})

test('zeros that a number format shows are kept', async () => {
  const draft = await upload(sample('number-formats.xlsx'))
  expect(draft.columns[3]!.meaning).toBe('seatNumber')
  expect((await rows(draft.id)).map(({ cells }) => cells[3])).toEqual(
    Array.from({ length: 8 }, (_, nth) => `0000${nth + 1}`),
  )
})

test('a workbook that is locked with a password says so', async () => {
  expect((await onTheWire(sample('password.xlsx'))).json()).toMatchObject({
    status: 400,
    detail: 'This workbook is locked with a password; save it without one',
  })
})

test('two phones of a guardian are two, and one with a digit missing is a problem', async () => {
  const draft = await upload(sample('guardians.csv'))
  const found = await rows(draft.id)
  const father = draft.columns.find(({ meaning }) => meaning === 'fatherPhone')!.position
  const of = (phone: string) => found.find(({ cells }) => cells[father] === phone)!
  expect(of('01020463764 - 01058138641').guardians.map(({ phoneNumber }) => phoneNumber)).toEqual([
    '01020463764',
    '01058138641',
  ])
  // The second one is the mother's, whose own cell has it too.
  expect(of('01020463764 - 01058138641').guardians.map(({ relationName }) => relationName)).toEqual([
    'father',
    'mother',
  ])
  expect(of('0102419329').problems).toContainEqual({
    position: father,
    reason: 'A mobile number has 11 digits; correct it or add its country code',
  })
  expect(of('02 2345 6789').problems.filter(({ position }) => position === father)).toEqual([])
})

/** The names of a table with two names, as the preview shows them. */
const namesIn = async (name: string) => {
  const draft = await upload(sample(name))
  const found = await rows(draft.id)
  const ofNames = ['firstName', 'middleName', 'lastName', 'fullName']
  const bad = found.flatMap(({ problems }) =>
    problems.filter(({ position }) => ofNames.includes(draft.columns[position ?? -1]?.meaning ?? '')),
  )
  return { names: found.map(({ studentName }) => studentName), bad }
}

test('two names are enough in a table, and an initial between them is kept', async () => {
  expect(await namesIn('moodle.csv')).toEqual({ names: ['Student One', 'Student Two', 'Student Three'], bad: [] })
  expect(await namesIn('powerschool.text')).toEqual({
    names: ['Salma K Nasser', 'Omar Adel', 'Mina G Habib'],
    bad: [],
  })
  const clever = await namesIn('clever-students-cr.csv')
  expect([clever.names[0], clever.names.length, clever.bad]).toEqual(['Diane J Schmeler', 12, []])
})

test('a student with an initial comes in and stays so when something else is changed', async () => {
  const { id } = await upload(`name,class\nSalma K Nasser,${world.class4a.name}\nNasser، Omar,${world.class4a.name}\n`)
  expect(await start(id)).toMatchObject({ added: 2 })
  const [student] = await sql<{ id: string; middle_name: string }>(
    `select id, middle_name from students where first_name = 'Salma' and last_name = 'Nasser'`,
  )
  expect(student!.middle_name).toBe('K')
  const changed = { id: student!.id, middleName: 'K', birthDate: '2016-05-07' }
  expect(await as(world.manager)(studentRecords.update, changed)).toMatchObject({ middleName: 'K' })
  expect(
    await sql(`select from students where first_name = 'Omar' and middle_name = '' and last_name = 'Nasser'`),
  ).toHaveLength(1)
})

test('classes that stand as titles above blocks are the classes of their rows', async () => {
  const draft = await upload(sample('class-blocks.xlsx'))
  expect(draft.columns.at(-1)).toMatchObject({ meaning: 'className', guess: 'near' })
  expect(draft.unknownNames.map(({ name, rows }) => [name, rows])).toEqual([
    ['فصل 1/أ', 5],
    ['فصل 2/أ', 4],
    ['فصل 1/ج', 3],
    ['فصل 1/ب', 1],
  ])
  expect(draft.rows).toBe(13)
})

test('a date that a spreadsheet made of the name of a class says what probably was typed', async () => {
  const draft = await upload(sample('number-formats.xlsx'))
  expect(draft.unknownNames.flatMap(({ name, typed }) => (typed ? [[name, typed]] : []))).toEqual([
    ['2026-01-01', '1/1'],
    ['2026-02-01', '1/2'],
    ['2026-03-01', '1/3'],
  ])
})

test('a list of a ministry of another country keeps its numbers, phones and tracks', async () => {
  const draft = await upload(sample('jordan-ministry-30.xlsx'))
  const at = (heading: string) => draft.columns.find((column) => column.heading === heading)!
  expect(at('الرقم الوطني / الشخصي')).toMatchObject({ meaning: 'nationalNumber' })
  expect(at('المرحلة / القسم / المسار')).toMatchObject({ meaning: 'classTrack', guess: 'near' })
  const found = await rows(draft.id)
  expect(found[0]!.record).toEqual(
    expect.arrayContaining([
      { field: 'nationalNumber', name: null, value: '2526018159' },
      { field: 'nationality', name: null, value: 'JO' },
    ]),
  )
  const phones = found[0]!.record.filter(({ field }) => field === 'guardianName1').map(({ value }) => value)
  expect(phones).toEqual(['ولي الأمر · 962788609139', 'ولي الأمر 2 · 962780996030', 'ولي الأمر 3 · 0782462819'])
  expect(draft.problemKinds.filter(({ reason }) => reason === 'Invalid Phone Number!')).toEqual([])
  expect(draft.unknownNames.some(({ name }) => name === 'مسار أكاديمي ز')).toBe(true)
  expect(draft.unknownNames.some(({ name }) => name === 'مسار أكاديمي قانون وعلوم شرعية ج')).toBe(true)
})
