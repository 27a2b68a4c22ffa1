import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { imports } from '#contract/exchange/imports/imports.ts'
import { templateRows } from '#server/exchange/exports/template.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, onTheWire, rows } = importing(app)
const { manager, class6b, class6c } = world

const heading = ['اسم الطالب', 'الفصل', 'تاريخ الميلاد', 'هاتف ولي الأمر', 'صلة القرابة', 'مدفوع']
const table = (...lines: string[][]) => csvOf([heading, ...lines])

/** What will happen to each row, with the problems of its cells. */
const outcomes = async (importId: string) =>
  (await rows(importId)).map(({ outcome, problems }) => [
    outcome,
    ...problems.map(({ position, reason }) => `${position}: ${reason}`),
  ])

describe('a workbook of several sheets', () => {
  const sheet = (name: string, ...lines: string[][]) => ({
    sheet: name,
    data: lines.map((cells) => cells.map((value) => ({ value }))),
  })
  const workbook = () =>
    writeExcelFile([
      sheet('فصل 6ب', ['اسم الطالب', 'مدفوع'], ['أمل حسن الشاذلي', 'لا'], ['بسمة حسن الشاذلي', 'لا']),
      sheet('تعليمات', ['اكتب كل اسم في سطر']),
      sheet('فصل 6ج', ['مدفوع', 'اسم الطالب', 'ملاحظات'], ['لا', 'تامر حسن الشاذلي', 'جديد']),
    ]).toBuffer()

  test('is not taken in part silently: the refusal names its sheets with their counts', async () => {
    const answer = await onTheWire(await workbook())
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      detail: 'This workbook has several sheets; choose which of them to import',
      sheets: [
        { number: 1, name: 'فصل 6ب', rows: 3 },
        { number: 2, name: 'تعليمات', rows: 1 },
        { number: 3, name: 'فصل 6ج', rows: 2 },
      ],
    })
  })

  test('comes in with those chosen, each sheet naming the class of its rows', async () => {
    const draft = await upload(await workbook(), { sheets: '1,3' })
    expect(draft.columns.map(({ heading: title, meaning }) => [title, meaning])).toEqual([
      ['الورقة / Sheet', 'className'],
      ['اسم الطالب', 'fullName'],
      ['مدفوع', 'isPaid'],
      ['ملاحظات', null],
    ])
    expect(
      (await rows(draft.id)).map(({ row, studentName, classRoomName }) => [row, studentName, classRoomName]),
    ).toEqual([
      [1, 'أمل حسن الشاذلي', class6b.name],
      [2, 'بسمة حسن الشاذلي', class6b.name],
      [3, 'تامر حسن الشاذلي', class6c.name],
    ])
    const one = await upload(await workbook(), { sheets: '3' })
    expect((await rows(one.id)).map(({ row, studentName }) => [row, studentName])).toEqual([[2, 'تامر حسن الشاذلي']])
  })

  test('that is the template of this product needs no choice: only one of its sheets is to be filled in', async () => {
    const [{ title, rows: heading }, ...others] = templateRows('ar', {
      classes: [{ name: class6b.name, gradeName: 'الصف السادس' }],
      relations: ['الأب'],
    }) as [{ title: string; rows: string[][] }, ...{ title: string; rows: string[][] }[]]
    const sheets = [
      sheet(title, ...heading, ['أمل حسن الشاذلي', class6b.name]),
      ...others.map((other) => sheet(other.title, ...other.rows)),
    ]
    const draft = await upload(await writeExcelFile(sheets).toBuffer())
    expect(draft).toMatchObject({ rows: 1, added: 1, problems: 0 })
    const answer = await onTheWire(await writeExcelFile([...sheets, sheet('أخرى', ['الاسم'], ['شخص'])]).toBuffer())
    expect(answer.json().sheets).toMatchObject([{ number: 1 }, { number: 4 }])
  })

  test('refuses a sheet it does not have', async () => {
    for (const sheets of ['4', 'x', '1;3'])
      expect((await onTheWire(await workbook(), { sheets })).json(), sheets).toMatchObject({ detail: 'Invalid input' })
  })
})

describe('dates written with numbers', () => {
  const born = async (importId: string) => (await rows(importId)).map(({ birthDate }) => birthDate)
  const written = (...dates: string[]) =>
    table(...dates.map((date, nth) => [`${['أمل', 'بسمة', 'تامر'][nth]} حسن الشاذلي`, 'فصل 6ب', date, '', '', 'لا']))

  test('are read in the order that the whole column shows, the American one too', async () => {
    const draft = await upload(written('4/2/2000', '12/25/1999', '1/31/00'))
    expect(draft.columns[2]).toMatchObject({ dayOrder: 'monthFirst', dayExample: '4/2/2000' })
    expect(draft.problems).toBe(0)
    expect(await born(draft.id)).toEqual(['2000-04-02', '1999-12-25', '2000-01-31'])
  })

  test('need an answer where both orders are possible, and nothing is stored until then', async () => {
    const draft = await upload(written('4/2/2000', '5/6/2001'))
    expect(draft.columns[2]).toMatchObject({ dayOrder: null, dayExample: '4/2/2000', dayOrderChosen: false })
    expect(await outcomes(draft.id)).toEqual([
      ['problem', '2: Choose whether the day or the month stands first'],
      ['problem', '2: Choose whether the day or the month stands first'],
    ])
    const columns = [{ position: 2, meaning: 'birthDate', dayOrder: 'monthFirst' }] as const
    const chosen = await as(manager)(imports.setColumns, { importId: draft.id, columns: [...columns] })
    expect(chosen).toMatchObject({ problems: 0 })
    expect(await born(draft.id)).toEqual(['2000-04-02', '2001-05-06'])
  })

  test('in three columns are one date, and one with a part missing is a problem', async () => {
    const draft = await upload(
      'name,class,يوم الميلاد,شهر,السنة\nSalma Karim Nasser,4A,7,5,2016\nOmar Adel Habib,4A,,5,2016\nMina Adel Habib,4A,,,\n',
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual(['fullName', 'className', 'birthDate'])
    expect(await born(draft.id)).toEqual(['2016-05-07', null, null])
    const [, half, none] = await rows(draft.id)
    expect([half, none].map((row) => row!.problems.filter(({ position }) => position === 2))).toEqual([
      [{ position: 2, reason: 'Invalid date' }],
      [],
    ])
  })

  test('short years are of the calendar of their column, and are asked for where it has none', async () => {
    const year = 'This year may be of two calendars; write it with four digits'
    expect(await born((await upload(written('12/5/1446', '12/5/46'))).id)).toEqual(['2024-11-14', '2024-11-14'])
    expect(await outcomes((await upload(written('12/5/99', '12/5/46'))).id)).toEqual([
      ['problem', '2: Choose whether the day or the month stands first'],
      ['problem', `2: ${year}`],
    ])
  })
})

test('a row below the headings that divides some of them belongs to them', async () => {
  const draft = await upload(
    'اسم الطالب,الفصل,ولي الأمر,\n,,الاسم,الهاتف\nسلمى كريم ناصر,4أ,كريم ناصر,01012345001\nعمر عادل حبيب,4أ,,\n',
  )
  expect(draft).toMatchObject({ rows: 2 })
  expect(draft.columns.map(({ meaning }) => meaning)).toEqual(['fullName', 'className', 'guardianName1', 'phone1'])
})

describe('rows with problems', () => {
  test('are counted by kind, shown by kind and left out by kind', async () => {
    const draft = await upload(
      table(
        ['أمل حسن الشاذلي', 'فصل 6ب', '31/02/2015', '', '', 'لا'],
        ['بسمة حسن الشاذلي', 'فصل 6ب', '31/02/2016', '', '', 'ربما'],
        ['تامر حسن الشاذلي', 'فصل 6ب', '', '', '', 'ربما'],
        ['هند حسن الشاذلي', 'فصل 6ب', '', '', '', 'لا'],
        ['هند حسن الشاذلي', 'فصل 6ب', '', '', '', 'لا'],
        ['هند حسن الشاذلي', 'فصل 6ب', '', '', '', 'لا'],
      ),
    )
    const kind = { reason: 'Write yes or no', position: 5 }
    expect(draft.problemKinds).toEqual([
      { reason: 'Invalid date', position: 2, rows: 2 },
      { reason: 'This student is already in row {n}', position: 0, rows: 2 },
      { ...kind, rows: 2 },
    ])
    const call = as(manager)
    const shown = await call(imports.rows, { importId: draft.id, show: 'problem', problem: kind, pageSize: 200 })
    expect(shown.map(({ row }) => row)).toEqual([3, 4])
    const repeated = { reason: 'This student is already in row {n}', position: 0 }
    const twice = await call(imports.rows, { importId: draft.id, show: 'problem', problem: repeated, pageSize: 200 })
    expect(twice.map(({ row }) => row)).toEqual([6, 7])

    const other = await upload(table(['ريم حسن الشاذلي', 'فصل 6ب', '', '', '', 'ربما']))
    const left = await call(imports.leaveOut, { importId: draft.id, problem: kind, leftOut: true })
    expect(left).toMatchObject({ problems: 3, leftOut: 2 })
    expect(left.problemKinds.map(({ rows: count }) => count)).toEqual([2, 1])
    expect((await call(imports.get, { importId: other.id })).problemKinds).toEqual([{ ...kind, rows: 1 }])
  })
})
