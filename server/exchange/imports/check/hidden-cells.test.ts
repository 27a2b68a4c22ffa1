import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, sql } = importing(app)
const { manager, nile } = world

let people = 0
/** A person who may import and nothing else. */
async function another() {
  people += 1
  const person = { id: newId(), phone: `0100000006${people}` }
  await sql(
    `insert into users (id, phone_number, password_hash) select $1, $2, password_hash from users where id = $3`,
    [person.id, person.phone, manager.id],
  )
  await hold('AssignMultipleStudentsToSchool', person)
  return person
}
async function hold(key: string, { id } = only) {
  await sql(
    `insert into user_permissions (user_id, permission_id, school_id) select $1, id, $2 from permissions where key = $3`,
    [id, nile.id, key],
  )
}
const only = await another()

const table = csvOf([
  ['الاسم', 'الفصل', 'ملاحظات صحية', 'الديانة', 'الرقم القومي'],
  ['سليم حسن الشاذلي', 'فصل 6ب', 'حساسية من الفول السوداني', 'مسلم', '31506150100011'],
])

test('health notes, religions and records of a table are read by those who may see them where they are stored, and by its owner', async () => {
  const { id, columns } = await upload(table)
  expect(columns.map(({ meaning }) => meaning)).toEqual([
    'fullName',
    'className',
    'healthNotes',
    'religion',
    'nationalNumber',
  ])
  const read = async (person: typeof only) => {
    const [row] = await as(person)(imports.rows, { importId: id })
    const { columns: found } = await as(person)(imports.get, { importId: id })
    const samples = found.map(({ samples: [sample = ''] }) => sample)
    return { cells: row!.cells.slice(2), samples: samples.slice(2), fields: row!.record.map(({ field }) => field) }
  }
  const all = ['حساسية من الفول السوداني', 'مسلم', '31506150100011']
  expect(await read(manager)).toMatchObject({ cells: all, samples: all })
  expect(await read(only)).toEqual({ cells: ['', '', ''], samples: ['', '', ''], fields: [] })
  const { row } = await as(only)(imports.changeRow, { importId: id, row: 2, cells: [{ position: 1, text: 'فصل 6أ' }] })
  expect(row.cells.slice(1)).toEqual(['فصل 6أ', '', '', ''])
  await hold('ViewStudentHealth')
  await hold('ViewStudentRecord')
  expect(await read(only)).toMatchObject({ cells: [all[0], '', all[2]], samples: [all[0], '', all[2]] })
  expect(await read(manager)).toMatchObject({ cells: all, samples: all })

  const own = await upload(table, { as: only })
  expect((await as(only)(imports.rows, { importId: own.id }))[0]!.cells.slice(2)).toEqual(all)
})

test('birth date and sex that a national number states are read by those who may read the number', async () => {
  const { omar, laila, classmate } = world
  await sql('update students set birth_date = null where id = any($1)', [[omar.id, laila.id]])
  await sql('delete from official_records where student_id = any($1)', [[omar.id, laila.id, classmate.id]])
  await sql(`update students set birth_date = '2016-01-01' where id = $1`, [classmate.id])
  const { id } = await upload(
    csvOf([
      ['كود الطالب', 'الرقم القومي', 'النوع', 'تاريخ الميلاد', 'الاسم'],
      [omar.code, '31506150100011', '', '', 'عمر كريم الجندي'],
      [laila.code, '31506150100031', 'ذكر', '2015-06-15', 'ليلى كريم الجندي'],
      [classmate.code, '31506150100051', 'غير معروف', 'لا يوجد', 'نادين هاني النجار'],
    ]),
  )
  const reader = await another()
  await hold('UpdateStudentInfo', reader)
  const read = async (person: typeof only) =>
    (await as(person)(imports.rows, { importId: id })).map(({ birthDate, record, changes }) => [
      birthDate,
      record.find(({ field }) => field === 'sex')?.value,
      changes.find(({ field }) => field === 'birthDate')?.becomes,
    ])
  const [day, changed] = ['2015-06-15', ['2015-06-15', 'male', '2015-06-15']]
  expect(await read(manager)).toEqual([changed, changed, [day, 'male', undefined]])
  const stored = '2016-01-01'
  expect(await read(reader)).toEqual([[null, undefined, undefined], changed, [stored, undefined, undefined]])
  await hold('EditStudentRecord', reader)
  expect(await read(reader)).toEqual(await read(manager))
})

test('what a hidden column means is changed by those alone who may read it', async () => {
  const { id, columns, version } = await upload(table)
  const reader = await another()
  const mean = (person: typeof only, change: object[]) =>
    as(person)(imports.setColumns, { importId: id, columns: change as never })
  for (const change of [
    { position: 3, meaning: null },
    { position: 3, meaning: 'code' },
  ])
    await expect(mean(reader, [change])).rejects.toMatchObject(
      refused(403, 'You may not read this column, so you cannot change what it means'),
    )
  expect(await as(manager)(imports.get, { importId: id })).toMatchObject({ columns, version })
  const asItWas = columns.map(({ position, meaning, recordFieldId }) => ({ position, meaning, recordFieldId }))
  const { columns: kept } = await mean(reader, asItWas)
  expect(kept.map(({ meaning }) => meaning)).toEqual(columns.map(({ meaning }) => meaning))
  expect((await mean(manager, [{ position: 3, meaning: null }])).columns[3]).toMatchObject({ meaning: null })
})

test('hidden cells are written by those alone who may read them', async () => {
  const { id } = await upload(table)
  const reader = await another()
  const write = (person: typeof only, ...cells: { position: number; text: string }[]) =>
    as(person)(imports.changeRow, { importId: id, row: 2, cells })
  const hiddenTo = async (person: typeof only) =>
    (await as(person)(imports.get, { importId: id })).columns.map(({ hidden }) => hidden)
  expect(await hiddenTo(reader)).toEqual([false, false, true, true, true])
  expect(await hiddenTo(manager)).toEqual([false, false, false, false, false])
  for (const position of [2, 3, 4])
    await expect(write(reader, { position: 1, text: 'فصل 6أ' }, { position, text: '' })).rejects.toMatchObject(
      refused(403, 'You may not read this column, so you cannot write into it'),
    )
  await write(reader, { position: 1, text: 'فصل 6أ' })
  const [kept] = await as(manager)(imports.rows, { importId: id })
  expect(kept!.cells.slice(1)).toEqual(['فصل 6أ', 'حساسية من الفول السوداني', 'مسلم', '31506150100011'])

  await hold('ViewStudentHealth', reader)
  expect(await hiddenTo(reader)).toEqual([false, false, false, true, true])
  expect((await write(reader, { position: 2, text: 'ربو' })).row.cells[2]).toBe('ربو')
  expect((await write(manager, { position: 3, text: 'مسيحي' })).import.columns[3]).toMatchObject({ hidden: false })
})

test('the choices of a column that became a field of the record are hidden with its cells', async () => {
  const lines = Array.from({ length: 6 }, (_, nth) => [`سليم حسن الشاذلي ${nth}`, 'فصل 6ب', nth % 2 ? 'شمال' : 'جنوب'])
  const { id } = await upload(csvOf([['الاسم', 'الفصل', 'سكن الطالب الحالي'], ...lines]))
  await as(manager)(imports.setColumns, { importId: id, columns: [{ position: 2, meaning: 'nationality' }] })
  const suggestedTo = async (person: typeof only) =>
    (await as(person)(imports.get, { importId: id })).columns[2]!.suggested
  const reader = await another()
  expect(await suggestedTo(manager)).toEqual({ kind: 'choice', choices: ['جنوب', 'شمال'] })
  expect(await suggestedTo(reader)).toEqual({ kind: 'choice', choices: [] })
})

test('guardians of the record are hidden with it, and the name of a student who is called the same officially is not', async () => {
  const { id } = await upload(
    csvOf([
      ['الاسم', 'الاسم الرسمي', 'الفصل', 'اسم الأب', 'وظيفة الأب', 'اسم ولي الأمر', 'التليفون الأرضي'],
      ['ليلى كريم الجندي', 'ليلى كريم الجندي', 'فصل 5أ', 'كريم الجندي', 'مهندس', 'سعاد فؤاد', '0222222222'],
    ]),
  )
  const seenBy = async (person: typeof only) => {
    const [row] = await as(person)(imports.rows, { importId: id })
    return { ...row!, record: row!.record.map(({ value }) => value) }
  }
  const all = await seenBy(manager)
  expect(all.cells.every(Boolean)).toBe(true)
  expect(all.record).toContain('كريم الجندي · مهندس')
  expect(await seenBy(await another())).toMatchObject({
    cells: [all.cells[0], '', 'فصل 5أ', '', '', '', ''],
    studentName: all.studentName,
    record: [],
  })
})

test('numbers and addresses of staff of a folder are read by those who see the list of teachers, and by its owner', async () => {
  const sent = zipOf(oneRosterFolder)
  const read = async (person: typeof only, importId: string) =>
    (await as(person)(imports.folder, { importId })).staff.map(({ phoneNumber, email }) => ({ phoneNumber, email }))
  const { id } = await upload(sent)
  const all = await read(manager, id)
  expect(all.some(({ phoneNumber }) => phoneNumber !== '')).toBe(true)
  const reader = await another()
  expect(await read(reader, id)).toEqual(all.map(() => ({ phoneNumber: '', email: '' })))
  expect(await read(reader, (await upload(sent, { as: reader })).id)).toEqual(all)
  await hold('ViewTeachersList', reader)
  expect(await read(reader, id)).toEqual(all)
})

test('numbers and addresses of a table of staff are read by those who see the list of teachers', async () => {
  const people = [
    ['', '01077700051', ''],
    ['', '1077700052', ''],
    ['', '+20 107 770 0053', ''],
    ['م', '٠١٠٧٧٧٠٠٠٥٤', ''],
    ['', '', 'mona@example.com'],
    ['منى فتحي  السيد', '01077700055', ''],
  ]
  const { id } = await upload(csvOf([['اسم المعلم', 'الموبايل', 'البريد الإلكتروني'], ...people]), { kind: 'staff' })
  const reader = await another()
  const read = () => as(reader)(imports.rows, { importId: id })
  const titles = async () => (await read()).map(({ studentName }) => studentName)
  expect(await titles()).toEqual(['', '', '', '', '', 'منى فتحي  السيد'])
  for (const { cells, record } of await read()) expect([cells.slice(1), record]).toEqual([['', ''], []])
  await hold('ViewTeachersList', reader)
  expect((await read())[0]).toMatchObject({ cells: ['', '01077700051', ''], studentName: '01077700051' })
  expect(await titles()).toEqual([
    '01077700051',
    '01077700052',
    '01077700053',
    '01077700054',
    'mona@example.com',
    'منى فتحي  السيد',
  ])
})
