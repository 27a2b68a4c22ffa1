import { expect, test } from 'vitest'
import { imports } from '#contract/imports/imports.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world.ts'

const app = await testApp()
const { as } = app
const { upload, sql } = importing(app)
const { manager, nile } = world

const only = { id: newId(), phone: '01000000061' }
await sql(`insert into users (id, phone_number, password_hash) select $1, $2, password_hash from users where id = $3`, [
  only.id,
  only.phone,
  manager.id,
])
const hold = (key: string) =>
  sql(
    `insert into user_permissions (user_id, permission_id, school_id) select $1, id, $2 from permissions where key = $3`,
    [only.id, nile.id, key],
  )
await hold('AssignMultipleStudentsToSchool')

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
  expect(await read(only)).toEqual({ cells: ['', '', ''], samples: ['', '', ''], fields: ['sex'] })
  const { row } = await as(only)(imports.changeRow, { importId: id, row: 2, cells: [{ position: 1, text: 'فصل 6أ' }] })
  expect(row.cells.slice(1)).toEqual(['فصل 6أ', '', '', ''])
  await hold('ViewStudentHealth')
  await hold('ViewStudentRecord')
  expect(await read(only)).toMatchObject({ cells: [all[0], '', all[2]], samples: [all[0], '', all[2]] })
  expect(await read(manager)).toMatchObject({ cells: all, samples: all })

  const own = await upload(table, { as: only })
  expect((await as(only)(imports.rows, { importId: own.id }))[0]!.cells.slice(2)).toEqual(all)
})

test('numbers and addresses of a table of staff are read by those who see the list of teachers', async () => {
  const staff = csvOf([
    ['اسم المعلم', 'الموبايل'],
    ['', '01077700051'],
  ])
  const { id } = await upload(staff, { kind: 'staff' })
  const read = async () => (await as(only)(imports.rows, { importId: id }))[0]!
  expect(await read()).toMatchObject({ cells: ['', ''], studentName: '', record: [] })
  await hold('ViewTeachersList')
  expect(await read()).toMatchObject({ cells: ['', '01077700051'], studentName: '01077700051' })
})
