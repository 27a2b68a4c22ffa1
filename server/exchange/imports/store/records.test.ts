import { describe, expect, test } from 'vitest'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { doubts } from '#server/exchange/imports/check/agreement.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { giveKey } = tracesIn(connection)
const { upload, start, undo, rows, sql } = importing(app)
const { manager, registrar, nile, omar, laila } = world

await sql('update class_rooms set max_of_students = 100')
const heading = [
  'الاسم',
  'الفصل',
  'الرقم القومي',
  'النوع',
  'الديانة',
  'الجنسية',
  'محل الميلاد',
  'العنوان',
  'رقم الجلوس',
  'تاريخ القبول',
]
const row = (name: string, more: Partial<Record<string, string>> = {}) =>
  heading.map((column) => ({ الاسم: name, الفصل: 'فصل 6ب', ...more })[column] ?? '')
const table = (...lines: string[][]) => csvOf([heading, ...lines])
const everything = () => everythingOf(sql)
const idOf = async (firstName: string) =>
  ((await sql('select id from students where first_name = $1', [firstName])) as [{ id: string }])[0].id
const recordOf = (studentId: string) => as(manager)(officialRecords.get, { studentId })

describe('the columns of the official record', () => {
  test('are known by the headings of schools, and stored with a new student', async () => {
    const before = await everything()
    const draft = await upload(
      table(
        row('زين مراد سالم', {
          'الرقم القومي': '٣١٦٠٢٢٩٠١١٢٣٥٧',
          الديانة: 'مسلم',
          الجنسية: 'مصرى',
          'محل الميلاد': 'القاهرة',
          العنوان: '12 شارع النصر',
          'رقم الجلوس': '1204',
          'تاريخ القبول': '1/9/2023',
        }),
      ),
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
      'fullName',
      'className',
      'nationalNumber',
      'sex',
      'religion',
      'nationality',
      'birthPlace',
      'address',
      'seatNumber',
      'admittedOn',
    ])
    expect(draft).toMatchObject({ added: 1, problems: 0 })
    const done = await start(draft.id)
    const studentId = await idOf('زين')
    expect(await recordOf(studentId)).toMatchObject({
      numberKind: 'egypt',
      nationalNumber: '31602290112357',
      birthDate: '2016-02-29',
      sex: 'male',
      religion: 'islam',
      nationality: 'EG',
      birthPlace: 'القاهرة',
      address: '12 شارع النصر',
      seatNumber: '1204',
      admittedOn: '2023-09-01',
    })
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await everything()).toEqual(before)
    expect(await sql('select from official_records where student_id = $1', [studentId])).toEqual([])
  })

  test('change a student who is there in what they say alone, and are undone', async () => {
    await as(manager)(officialRecords.update, { id: omar.id, birthPlace: 'طنطا', seatNumber: '5' })
    const before = await recordOf(omar.id)
    const line = row('عمر كريم الجندي', { الفصل: 'فصل 4أ', 'محل الميلاد': 'أسوان', الديانة: 'مسيحي' })
    const draft = await upload(table(line))
    expect(draft).toMatchObject({ changed: 1, problems: 0 })
    const [found] = await rows(draft.id)
    expect(found!.changes).toEqual([{ field: 'record', was: null, becomes: null }])
    expect(found!.record).toEqual([
      { field: 'religion', name: null, value: 'christianity' },
      { field: 'birthPlace', name: null, value: 'أسوان' },
    ])
    const done = await start(draft.id)
    expect(await recordOf(omar.id)).toMatchObject({ birthPlace: 'أسوان', religion: 'christianity', seatNumber: '5' })
    expect(await upload(table(line))).toMatchObject({ same: 1, changed: 0 })
    await undo(done.id)
    expect(await recordOf(omar.id)).toEqual({ ...before, version: expect.any(Number) })
  })

  test('are not undone over a later change', async () => {
    const line = row('عمر كريم الجندي', { الفصل: 'فصل 4أ', 'محل الميلاد': 'الأقصر' })
    const done = await start((await upload(table(line))).id)
    await as(manager)(officialRecords.update, { id: omar.id, birthPlace: 'قنا' })
    await expect(undo(done.id)).rejects.toMatchObject({ status: 409 })
    expect(await recordOf(omar.id)).toMatchObject({ birthPlace: 'قنا' })
  })
})

test('names as in the passport come in by their columns, and a cell with other letters is a problem', async () => {
  const titles = ['الاسم', 'الفصل', 'First name in English', 'Last name in English']
  const line = (first: string) => csvOf([titles, ['عمر كريم الجندي', 'فصل 4أ', first, 'El Gendy']])
  const wrong = await upload(line('عمر'))
  expect(wrong.problemKinds.map(({ reason }) => reason)).toEqual([
    'Write this name in Latin letters, as in the passport',
  ])
  const done = await start((await upload(line('Omar'))).id)
  expect(await recordOf(omar.id)).toMatchObject({ latinFirst: 'Omar', latinMiddle: null, latinLast: 'El Gendy' })
  await undo(done.id)
  expect(await recordOf(omar.id)).toMatchObject({ latinFirst: null, latinLast: null })
})

test('a birth date must not contradict the number, of the row or of the record', async () => {
  const birth = [...heading, 'تاريخ الميلاد']
  const problemsOf = async (...cells: string[]) =>
    (await upload(csvOf([birth, cells]))).problemKinds.map(({ reason }) => reason)
  const refusal = 'The birth date does not match the national number'
  const number = { 'الرقم القومي': '31602290112357' }
  expect(await problemsOf(...row('زين مراد سالم', number), '2016-03-01')).toEqual([refusal])
  expect(await problemsOf(...row('زين مراد سالم', number), '2016-02-29')).toEqual([])
  const [{ birth_date: stored }] = (await sql('select birth_date::text from students where id = $1', [laila.id])) as [
    { birth_date: string },
  ]
  expect(stored).not.toBe('2016-02-29')
  const hers = row('ليلى كريم الجندي', { الفصل: 'فصل 5أ' })
  expect(await problemsOf(...hers, '2016-02-29')).toEqual([refusal, doubts.ofName])
})

test('health notes are imported with their key', async () => {
  const table = csvOf([
    ['الاسم', 'الفصل', 'الحالة الصحية'],
    ['عمر كريم الجندي', 'فصل 4أ', 'حساسية من الفول السوداني'],
  ])
  const before = await as(manager)(officialRecords.health, { studentId: omar.id })
  const done = await start((await upload(table)).id)
  expect(await as(manager)(officialRecords.health, { studentId: omar.id })).toMatchObject({
    healthNotes: 'حساسية من الفول السوداني',
    pickUpNotes: before.pickUpNotes,
  })
  await undo(done.id)
  expect(await as(manager)(officialRecords.health, { studentId: omar.id })).toMatchObject({
    healthNotes: before.healthNotes,
  })
})

test.each([
  [{ 'الرقم القومي': '3160229011235' }, 'This is not a number of this kind'],
  [{ 'الرقم القومي': '31602290512357' }, 'This is not a number of this kind'],
  [{ 'الرقم القومي': '31602290112357', النوع: 'أنثى' }, 'The sex does not match the national number'],
  [{ النوع: 'غير ذلك' }, 'This is not one of the choices'],
  [{ الجنسية: 'المريخ' }, 'There is no country of this name'],
  [{ 'تاريخ القبول': 'أمس' }, 'Invalid date'],
])('a row that says %j has the problem: %s', async (more, reason) => {
  const draft = await upload(table(row('زين مراد سالم', more)))
  expect(draft).toMatchObject({ added: 0, problems: 1 })
  expect((await rows(draft.id))[0]!.problems.map((problem) => problem.reason)).toEqual([reason])
})

test('a number is one student’s: the problem names whose it is, or the row it stands in', async () => {
  const [{ national_number: number }] = (await sql(
    `select national_number from official_records where student_id = $1`,
    [laila.id],
  )) as [{ national_number: string }]
  const taken = await upload(table(row('زين مراد سالم', { 'الرقم القومي': number })))
  expect((await rows(taken.id))[0]!.problems.map(({ reason }) => reason)).toEqual([
    'This number is already in the record of ليلى كريم الجندي',
  ])
  const free = { 'الرقم القومي': '31602290112357' }
  const twice = await upload(table(row('زين مراد سالم', free), row('رامز مراد سالم', free)))
  const found = await rows(twice.id)
  expect(found.map(({ outcome }) => outcome)).toEqual(['add', 'problem'])
  expect(found[1]!.problems.map(({ reason }) => reason)).toEqual([`This student is already in row ${found[0]!.row}`])
})

test('records are imported with the key for them, and religions with theirs', async () => {
  const sent = { as: registrar, schoolId: nile.id }
  const problems = async (more: Partial<Record<string, string>>) => {
    const draft = await upload(table(row('زين مراد سالم', more)), sent)
    const { problemKinds } = draft
    return problemKinds.map(({ reason }) => reason)
  }
  await giveKey(registrar, 'AssignMultipleStudentsToSchool', nile)
  const refusal = 'You are not allowed to write this official record'
  expect(await problems({ 'محل الميلاد': 'طنطا' })).toEqual([refusal])
  await giveKey(registrar, 'EditStudentRecord', nile)
  expect(await problems({ 'محل الميلاد': 'طنطا' })).toEqual([])
  expect(await problems({ الديانة: 'مسلم' })).toEqual([refusal])
  await giveKey(registrar, 'ViewStudentReligion', nile)
  expect(await problems({ الديانة: 'مسلم' })).toEqual([])
})
