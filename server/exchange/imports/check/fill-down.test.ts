import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { upload, rows, start, undo, sql } = importing(app)
const call = app.as(world.manager)
await sql('update class_rooms set max_of_students = 100')

const list = csvOf([
  ['م', 'الفصل', 'اسم الطالب'],
  ['1', 'فصل 4أ', 'سيف أشرف بدوي'],
  ['2', '', 'لمار أحمد الششتاوي'],
  ['3', '', 'رودينا شريف القاضي'],
  ['', '', 'العدد: ٣ طلاب'],
  ['4', 'فصل 5أ', 'مالك رامز فؤاد'],
  ['5', '', 'فريدة كريم جاد'],
  ['', '', 'الإجمالي: ٥ طلاب'],
  ['', '', 'شئون الطلبة'],
])
const gaps = [
  { text: 'فصل 4أ', firstRow: 3, lastRow: 4, cells: 2 },
  { text: 'فصل 5أ', firstRow: 7, lastRow: 7, cells: 1 },
]
const classesOf = async (id: string) =>
  (await rows(id)).map(({ row, classRoomName }) => `${row} ${classRoomName ?? '-'}`)
const fill = (importId: string, fillDown: 'fill' | 'leave' | null, meaning: 'className' | null = 'className') =>
  call(imports.setColumns, { importId, columns: [{ position: 1, meaning, fillDown }], isPaid: false })

test('a class that stands once above empty cells fills them when a person says so, and what it filled is emptied again', async () => {
  const before = await everythingOf(sql)
  const { id, columns } = await upload(list)
  expect(columns[1]).toMatchObject({ meaning: 'className', gaps, fillDown: null })
  const unfilled = ['2 فصل 4أ', '3 -', '4 -', '5 -', '6 فصل 5أ', '7 -', '8 -', '9 -']
  expect(await classesOf(id)).toEqual(unfilled)

  expect((await fill(id, 'leave')).columns[1]).toMatchObject({ gaps, fillDown: 'leave' })
  expect(await classesOf(id)).toEqual(unfilled)

  const filled = await fill(id, 'fill')
  expect(filled).toMatchObject({ added: 5, problems: 3, columns: [{}, { gaps, fillDown: 'fill' }, {}] })
  expect(await classesOf(id)).toEqual(['2 فصل 4أ', '3 فصل 4أ', '4 فصل 4أ', '5 -', '6 فصل 5أ', '7 فصل 5أ', '8 -', '9 -'])

  // A row that a person corrected since keeps what it says.
  await call(imports.changeRow, { importId: id, row: 4, cells: [{ position: 1, text: 'فصل 4ب' }] })
  expect((await fill(id, null, null)).columns[1]).toMatchObject({ gaps: [], fillDown: null })
  expect((await rows(id)).map(({ cells }) => cells[1])).toEqual(['فصل 4أ', '', 'فصل 4ب', '', 'فصل 5أ', '', '', ''])

  // Its gaps are shown first.
  expect((await fill(id, 'fill')).columns[1]).toMatchObject({
    gaps: [{ firstRow: 3, lastRow: 3 }, gaps[1]],
    fillDown: null,
  })
  await fill(id, 'fill')
  await call(imports.leaveOut, { importId: id, leftOut: true })
  expect(await start(id)).toMatchObject({ state: 'done', added: 5, problems: 0 })
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect(await everythingOf(sql)).toEqual(before)
})

test.each([
  ['a class that stands in the row before too', ['فصل 4أ', 'فصل 4أ', '', 'فصل 4أ']],
  ['nothing above', ['', '', 'فصل 4أ']],
])('%s leaves an empty cell empty', async (_, classes) => {
  const table = csvOf([['الاسم', 'الفصل'], ...classes.map((one, nth) => [`سيف ${'ابتثجح'[nth]}مد بدوي`, one])])
  const { columns } = await upload(table)
  expect(columns[1]).toMatchObject({ meaning: 'className', gaps: [], fillDown: null })
})

test('guardians in rows of their own below the student who is named once are guardians of that student', async () => {
  const table = csvOf([
    ['اسم الطالب', 'الفصل', 'صلة القرابة', 'اسم ولي الأمر', 'الموبايل'],
    ['عمر كريم الجندي', 'فصل 4أ', 'الأب', 'كريم الجندي', '01001234601'],
    ['', '', 'الأم', 'سارة نبيل', '01001234602'],
  ])
  const { id, columns } = await upload(table, { kind: 'guardians' })
  expect(columns.slice(0, 2).map(({ gaps: all }) => all)).toMatchObject([
    [{ text: 'عمر كريم الجندي', firstRow: 3, lastRow: 3 }],
    [{ text: 'فصل 4أ', firstRow: 3, lastRow: 3 }],
  ])
  const filled = [0, 1].map((position) => ({
    position,
    meaning: columns[position]!.meaning,
    fillDown: 'fill' as const,
  }))
  expect(await call(imports.setColumns, { importId: id, columns: filled })).toMatchObject({ changed: 2, problems: 0 })
  expect((await rows(id)).map(({ studentName }) => studentName)).toEqual(Array(2).fill('عمر كريم الجندي'))
})
