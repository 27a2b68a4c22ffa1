import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { imports } from '#contract/exchange/imports/imports.ts'
import { broughtMarks } from '#contract/results/brought/brought.ts'
import { results } from '#contract/results/results/results.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql } = tracesIn(connection)
const { upload, onTheWire, start, undo, rows } = importing(app)
const { manager, nile, omar, laila, class4a } = world
const marks = { kind: 'marks' } as const

const workbook = async (...lines: (string | number)[][]) =>
  Buffer.from(await writeExcelFile(lines.map((cells) => cells.map((value) => ({ value }))) as never).toBuffer())
const marksOf = async (studentId: string, person: { phone: string } = manager) =>
  (await as(person)(broughtMarks.student, { studentId })).map(
    ({ yearName, termName, courseName, mark, fullMark, percent, word }) => [
      yearName,
      termName,
      courseName,
      mark,
      fullMark,
      percent,
      word,
    ],
  )
const kindsOf = ({ problemKinds }: { problemKinds: { reason: string }[] }) => problemKinds.map(({ reason }) => reason)
const say = async (draft: { id: string; version: number }, said: object, columns: object[] = []) =>
  as(manager)(imports.setColumns, {
    importId: draft.id,
    baseVersion: draft.version,
    marks: said,
    ...(columns.length > 0 && { columns: columns as { position: number }[] }),
  })

beforeEach(() => sql('delete from brought_marks'))

describe('a sheet of names and courses', () => {
  const sheet = () =>
    workbook(
      ['كشف درجات الفصل الدراسي الأول للعام 2024/2025'],
      [
        'م',
        'اسم الطالب',
        'الرياضيات',
        'تقدير الرياضيات',
        'لغة عربية (60)',
        'المجموع',
        'النسبة المئوية',
        'التقدير العام',
      ],
      ['', 'النهاية العظمى', 50, '', '', 110, '', ''],
      ['1', 'عُمر كريم الجندى', 45.5, 'ممتاز', 'غ', '', '', ''],
      ['2', 'ليلى  كريم الجندي', '٤٠', 'جيد جدا', '55,25', 95.25, '86.59%', 'جيد جدا'],
    )

  test('has numbers beside its marks that are those of no course', async () => {
    const draft = await upload(
      csvOf([
        ['رقم الجلوس', 'اسم الطالب', 'الرياضيات', 'الترتيب', 'أيام الغياب'],
        ['101', 'عمر كريم الجندي', '45', '1', '2'],
      ]),
      marks,
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual([null, 'fullName', 'markOfCourse', null, null])
  })

  test('says its year, term and maxima, finds pupils however they are spelt, and stores what cells say', async () => {
    const draft = await upload(await sheet(), { ...marks, fileName: 'درجات.xlsx' })
    expect(draft.columns.map(({ meaning, fullMark }) => [meaning, fullMark])).toEqual([
      [null, null],
      ['fullName', null],
      ['markOfCourse', 50],
      ['wordOfCourse', null],
      ['markOfCourse', 60],
      ['mark', 110],
      ['markPercent', null],
      ['markWord', null],
    ])
    expect(draft.marks).toEqual({
      yearName: '2024/2025',
      termName: 'الفصل الدراسي الأول',
      courseName: null,
      fullMark: null,
    })
    expect(draft).toMatchObject({ added: 0, changed: 2, problems: 0, corrected: 0 })
    const [first] = await rows(draft.id)
    expect(first!.record.map(({ name, value }) => [name, value])).toEqual([
      ['الرياضيات', '45.5 / 50 · ممتاز'],
      ['لغة عربية', 'غ'],
    ])
    const done = await start(draft.id)
    expect(done).toMatchObject({ state: 'done', changed: 2, undoable: true })
    const whence = ['2024/2025', 'الفصل الدراسي الأول'] as const
    expect(await marksOf(omar.id)).toEqual([
      [...whence, 'الرياضيات', 45.5, 50, null, 'ممتاز'],
      [...whence, 'لغة عربية', null, null, null, 'غ'],
    ])
    expect(await marksOf(laila.id)).toEqual([
      [...whence, 'الرياضيات', 40, 50, null, 'جيد جدا'],
      [...whence, 'لغة عربية', 55.25, 60, null, null],
      [...whence, null, 95.25, 110, 86.59, 'جيد جدا'],
    ])
    // Nothing of it is a mark or a result of the school itself.
    expect(await as(manager)(results.student, { studentId: omar.id })).toEqual([])
    expect(await sql('select from part_marks where student_id = $1', [omar.id])).toHaveLength(0)

    expect(await upload(await sheet(), { ...marks, fileName: 'درجات.xlsx' })).toMatchObject({ changed: 0, same: 2 })
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await marksOf(omar.id)).toEqual([])
  })

  test('whose year nobody says waits for it, and the maximum of all courses is said once', async () => {
    const draft = await upload(await workbook(['اسم الطالب', 'علوم', 'رسم'], ['عمر كريم الجندي', 70, 20]), marks)
    expect(kindsOf(draft)).toEqual(['Say of which school year these marks are'])
    const said = await say(draft, { yearName: '1445/1446', fullMark: 60 })
    expect(said.problemKinds).toEqual([{ reason: 'This mark is above the maximum', position: 1, rows: 1 }])
    const own = await say(said, { yearName: '1445/1446', fullMark: 60 }, [
      { position: 1, meaning: 'markOfCourse', fullMark: 100 },
    ])
    expect(own).toMatchObject({ changed: 1, problems: 0 })
    await start(own.id)
    expect(await marksOf(omar.id)).toEqual([
      ['1445/1446', null, 'علوم', 70, 100, null, null],
      ['1445/1446', null, 'رسم', 20, 60, null, null],
    ])
  })

  test('names every cell that is no mark, and the pupils whom it cannot mean', async () => {
    await sql(`update students set first_name = 'عمر', middle_name = 'كريم', last_name = 'الجندي' where id = $1`, [
      laila.id,
    ])
    try {
      const draft = await upload(
        await workbook(
          ['اسم الطالب', 'علوم (50)'],
          ['عمر كريم الجندي', 30],
          ['نور سامي منصور', 30],
          ['طالب غير معروف', 30],
          ['يوسف خالد سمير', 'حسن'],
        ),
        { ...marks, fileName: '2023-2024.xlsx' },
      )
      const found = (await rows(draft.id)).map(({ problems }) => problems.map(({ reason }) => reason))
      expect(found[0]).toEqual(['More than one student fits this row; add the code'])
      expect(found[2]).toEqual(['This row means no student of the school'])
      expect(found[3]).toContain('This is no mark; write a number')
    } finally {
      await sql(`update students set first_name = 'ليلى' where id = $1`, [laila.id])
    }
  })

  test('that comes again with another mark says what becomes of it, and undoing goes back one by one', async () => {
    const sheet = (mark: number) => workbook(['اسم الطالب', 'علوم (50)'], ['عمر كريم الجندي', mark])
    const named = { ...marks, fileName: 'year 2023-2024.xlsx' }
    const first = await start((await upload(await sheet(30), named)).id)
    const draft = await upload(await sheet(35), named)
    expect(draft).toMatchObject({ changed: 1, corrected: 1 })
    const [row] = await rows(draft.id, 'corrected')
    expect(row!.changes).toEqual([{ field: 'mark', was: 'علوم · 30 / 50', becomes: 'علوم · 35 / 50' }])
    const second = await start(draft.id)
    expect(await undo(first.id)).toMatchObject({
      state: 'done',
      reason: 'Later changes stand in the way of undoing this import',
    })
    expect((await marksOf(omar.id))[0]![3]).toBe(35)
    expect(await undo(second.id)).toMatchObject({ state: 'undone' })
    expect((await marksOf(omar.id))[0]![3]).toBe(30)
    expect(await undo(first.id)).toMatchObject({ state: 'undone' })
    expect(await marksOf(omar.id)).toEqual([])
  })
})

describe('a list with a row for each mark', () => {
  const table = (...lines: string[][]) =>
    csvOf([['كود الطالب', 'اسم الطالب', 'العام الدراسي', 'الفصل الدراسي', 'المادة', 'الدرجة', 'من'], ...lines])

  test('brings several terms, and a mark that stands in it twice is a problem', async () => {
    const draft = await upload(
      table(
        [omar.code, 'عمر كريم الجندي', '2023/2024', 'الأول', 'علوم', '45', '50'],
        [omar.code, 'عمر كريم الجندي', '2023/2024', 'الثاني', 'علوم', '46/50', ''],
        [omar.code, 'عمر كريم الجندي', '2023/2024', 'الاول', 'علوم', '44', '50'],
      ),
      marks,
    )
    expect(kindsOf(draft)).toEqual(['This mark is already in row {n}'])
    await as(manager)(imports.leaveOut, { importId: draft.id, leftOut: true })
    const done = await start(draft.id)
    expect(done).toMatchObject({ changed: 2, leftOut: 1 })
    expect(await marksOf(omar.id)).toEqual([
      ['2023/2024', 'الثاني', 'علوم', 46, 50, null, null],
      ['2023/2024', 'الأول', 'علوم', 45, 50, null, null],
    ])
  })

  test('is stored in portions, each with its audit line', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => [
      omar.code,
      'عمر كريم الجندي',
      `${1960 + n}/${1961 + n}`,
      '',
      'علوم',
      '45',
      '50',
    ])
    const done = await start((await upload(table(...lines), marks)).id)
    expect(await marksOf(omar.id)).toHaveLength(60)
    const of = { operation: 'Import/Start', id: done.id }
    expect(
      await sql(
        `select target_kind from audit_lines where operation = $1 and request_id = $2 and target_kind = 'student'`,
        [of.operation, of.id],
      ),
    ).not.toHaveLength(0)
    await undo(done.id)
    expect(await marksOf(omar.id)).toEqual([])
  })
})

test('a gradebook of one course has the course said once', async () => {
  const file = csvOf([
    ['First name', 'Last name', 'Email', 'Quiz 1', 'Course total'],
    ['عمر', 'كريم الجندي', 'omar@example.org', '4', '88.5'],
  ])
  const draft = await upload(file, { ...marks, fileName: 'gradebook 2024-25.csv' })
  const quiz = draft.columns.find(({ heading }) => heading === 'Quiz 1')!
  const said = await say(draft, { yearName: '2024/2025', courseName: 'Science', fullMark: 100 }, [
    { position: quiz.position },
  ])
  expect(said).toMatchObject({ changed: 1, problems: 0 })
  await start(said.id)
  expect(await marksOf(omar.id)).toEqual([['2024/2025', null, 'Science', 88.5, 100, null, null]])
})

describe('results of OneRoster', () => {
  const [named] = [{ first: 'عمر', middle: 'كريم', last: 'الجندي' }]
  const file = (name: string, ...lines: string[][]) => [`${name}.csv`, strToU8(csvOf(lines).toString())] as const
  const folder = (items: string[][], scores: string[][]) =>
    Buffer.from(
      zipSync(
        Object.fromEntries([
          file(
            'academicSessions',
            ['sourcedId', 'status', 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'],
            ['y', '', '2024-2025', 'schoolYear', '2024-09-01', '2025-06-30', '', '2025'],
            ['t1', '', 'Term 1', 'term', '2024-09-01', '2025-01-20', 'y', '2025'],
          ),
          file(
            'users',
            [
              'sourcedId',
              'status',
              'orgSourcedIds',
              'role',
              'username',
              'givenName',
              'familyName',
              'middleName',
              'identifier',
            ],
            ['u1', '', 's', 'student', 'omar', named!.first, named!.last, named!.middle, 'N-100'],
          ),
          file(
            'classes',
            ['sourcedId', 'status', 'title', 'courseSourcedId', 'classType'],
            ['c1', '', 'Science 4A', 'k1', 'scheduled'],
          ),
          file('courses', ['sourcedId', 'status', 'title'], ['k1', '', 'Science']),
          file(
            'lineItems',
            [
              'sourcedId',
              'status',
              'title',
              'classSourcedId',
              'gradingPeriodSourcedId',
              'resultValueMin',
              'resultValueMax',
            ],
            ...items,
          ),
          file(
            'results',
            ['sourcedId', 'status', 'lineItemSourcedId', 'studentSourcedId', 'scoreStatus', 'score'],
            ...scores,
          ),
        ]),
      ),
    )

  test('become marks of their course, year and term', async () => {
    const draft = await upload(
      folder([['l1', '', 'Final', 'c1', 't1', '0', '40']], [['r1', '', 'l1', 'u1', 'fully graded', '36']]),
      marks,
    )
    expect(draft).toMatchObject({ source: 'oneRoster', changed: 1, problems: 0 })
    await start(draft.id)
    expect(await marksOf(omar.id)).toEqual([['2024-2025', 'Term 1', 'Science', 36, 40, null, null]])
  })

  test('with several line items in a term ask which of them are its marks', async () => {
    const zip = folder(
      [
        ['l1', '', 'Quiz', 'c1', 't1', '0', '10'],
        ['l2', '', 'Final', 'c1', 't1', '0', '40'],
      ],
      [
        ['r1', '', 'l1', 'u1', '', '9'],
        ['r2', '', 'l2', 'u1', '', '36'],
      ],
    )
    const asked = await onTheWire(zip, marks)
    expect(asked.statusCode).toBe(409)
    expect(asked.json()).toMatchObject({
      code: 'lineItems',
      sheets: [
        { name: 'Quiz', rows: 1 },
        { name: 'Final', rows: 1 },
      ],
    })
    const draft = await upload(zip, { ...marks, sheets: '2' })
    expect((await rows(draft.id)).map(({ record }) => record[0]!.value)).toEqual(['36 / 40'])
  })
})

test('a term of which the school closed a result takes no marks of others', async () => {
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  await sql(
    `insert into terms (school_id, id, school_year_id, name, start_date, end_date, position)
    select school_id, gen_random_uuid(), id, 'الفصل المغلق', '2000-01-01', '2000-01-02', 9 from school_years where school_id = $1 limit 1`,
    [nile.id],
  )
  const [term] = await sql<{ id: string; name: string }>(
    `select t.id, y.name from terms t join school_years y on y.school_id = t.school_id and y.id = t.school_year_id where t.name = 'الفصل المغلق'`,
  )
  const [closed] = await sql<{ closing: string }>(
    `insert into term_closings (school_id, id, term_id, grade_id, issue, closed_by)
      select $1, gen_random_uuid(), $2, grade_id, 1, $3 from class_rooms where id = $4 returning id as closing`,
    [nile.id, term!.id, manager.id, class4a.id],
  )
  await sql(
    `insert into term_results (school_id, closing_id, student_id, class_room_id, parts) values ($1, $2, $3, $4, '[]')`,
    [nile.id, closed!.closing, omar.id, class4a.id],
  )
  const draft = await upload(
    csvOf([
      ['كود الطالب', 'اسم الطالب', 'العام الدراسي', 'الفصل الدراسي', 'المادة', 'الدرجة'],
      [omar.code, 'عمر كريم الجندي', term!.name, 'الفصل المغلق', 'علوم', '3'],
    ]),
    marks,
  )
  expect(kindsOf(draft)).toEqual(['The school itself has results of this term'])
})
