import { beforeEach, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { imports } from '#contract/exchange/imports/imports.ts'
import { today as parentsDay } from '#contract/overviews/today/today.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll, recordAbsence } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql, published } = tracesIn(connection)
const { upload, start, undo, rows } = importing(app)
const { manager, parent, nile, nileYear, omar, laila, class4a, class5a } = world
const ofDays = { kind: 'attendance' } as const
const ago = (days: number) => daysFrom(today, -days)

const workbook = async (...lines: (string | number | null)[][]) =>
  Buffer.from(
    await writeExcelFile(
      lines.map((cells) => cells.map((value) => (value === null ? null : { value }))) as never,
    ).toBuffer(),
  )
const list = (...lines: string[][]) =>
  csvOf([['كود الطالب', 'اسم الطالب', 'التاريخ', 'الحالة', 'دقائق التأخير', 'السبب'], ...lines])
const ofOmar = (day: string, state: string, ...more: string[]) => [omar.code, 'عمر كريم الجندي', day, state, ...more]
const marksOf = async (studentId: string, person: { phone: string } = manager) =>
  (await as(person)(attendance.list, { studentId, pageSize: 100 })).map(
    ({ date, state, minutesLate, note, isBrought }) => [date, state, minutesLate, note, isBrought],
  )
const kindsOf = ({ problemKinds }: { problemKinds: { reason: string }[] }) => problemKinds.map(({ reason }) => reason)
const say = (draft: { id: string; version: number }, said: object) =>
  as(manager)(imports.setColumns, { importId: draft.id, baseVersion: draft.version, attendance: said })
const take = (date: string, state: 'present' | 'absent' | 'late', more: object = {}) =>
  as(manager)(attendance.save, { classRoomId: class4a.id, date, students: [{ studentId: omar.id, state, ...more }] })

async function closed(day: string) {
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  await sql(
    `insert into calendar_closures (school_id, grade_id, open_weekdays, closed) values ($1, null, 127, datemultirange(daterange($2, $2, '[]')))
     on conflict on constraint calendar_closures_once do update set closed = excluded.closed`,
    [nile.id, day],
  )
}

beforeEach(async () => {
  for (const table of ['absence_steps', 'absence_rules', 'excuses', 'outbox', 'inbox_items', 'calendar_closures'])
    await sql(`delete from ${table}`)
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  // On whatever day the tests run, the year has begun before the days of them.
  await sql(
    `update school_year_months m set start_date = least(m.start_date, $2::date)
     from school_years y where m.school_id = $1 and y.school_id = m.school_id and y.id = m.school_year_id and y.active and not y.completed
       and m.start_date = (select min(o.start_date) from school_year_months o where o.school_id = m.school_id and o.school_year_id = y.id)`,
    [nile.id, ago(40)],
  )
})

describe('a list with a row for each day', () => {
  test('brings the days with minutes and reasons, counts them, tells nobody, and goes again', async () => {
    const draft = await upload(
      list(ofOmar(ago(3), 'غائب', '', 'سفر'), ofOmar(ago(4), 'متأخر', '١٥', ''), ofOmar(ago(5), 'حاضر', '', ''), [
        laila.code,
        'ليلى كريم الجندي',
        ago(3),
        'L',
        '7',
        '',
      ]),
      ofDays,
    )
    expect(draft.attendance!.words.map(({ word, state, guess }) => [word, state, guess])).toEqual([
      ['غائب', 'absent', 'exact'],
      ['متأخر', 'late', 'exact'],
      ['حاضر', 'present', 'exact'],
      ['L', 'late', 'exact'],
    ])
    expect(draft).toMatchObject({ changed: 4, problems: 0 })
    expect((await rows(draft.id))[1]!.record).toEqual([{ field: 'attendOfDay', name: ago(4), value: 'late 15' }])
    const done = await start(draft.id)
    expect(done).toMatchObject({ state: 'done', changed: 4 })
    expect(await marksOf(omar.id)).toEqual([
      [ago(3), 'absent', null, 'سفر', true],
      [ago(4), 'late', 15, null, true],
      [ago(5), 'present', null, null, true],
    ])
    const [sheet] = await as(manager)(attendance.sheets, { classRoomId: class4a.id, dateFrom: ago(3), dateTo: ago(3) })
    expect(sheet).toMatchObject({ absent: 1, late: 0, present: 0, brought: 1 })
    const [child] = (await as(parent)(parentsDay.get, {})).children.filter(({ studentId }) => studentId === omar.id)
    expect(child!.month.days).toBeGreaterThan(0)
    expect(await published('attendance')).toEqual([])
    expect(await sql('select id from inbox_items')).toEqual([])
    expect(
      await sql(
        `select target_id from audit_lines where operation = 'Import/Start' and request_id = $1 and target_kind = 'student'`,
        [done.id],
      ),
    ).toHaveLength(2)

    const again = await upload(list(ofOmar(ago(3), 'غ', '', 'سفر')), ofDays)
    expect(again).toMatchObject({ changed: 0, same: 1, problems: 0 })
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await marksOf(omar.id)).toEqual([])
    expect(await as(manager)(attendance.sheets, { classRoomId: class4a.id, dateFrom: ago(5) })).toEqual([])
  })

  test('names what is wrong with each row', async () => {
    await closed(ago(6))
    const draft = await upload(
      list(
        ofOmar(today, 'غ'),
        ofOmar(ago(-3), 'غ'),
        ofOmar(ago(6), 'غ'),
        ofOmar(ago(500), 'غ'),
        ofOmar(ago(7), 'ط'),
        ofOmar(ago(8), ''),
        ofOmar('', 'غ'),
        ofOmar(ago(9), 'غ'),
        ofOmar(ago(9), 'ح'),
        ['', 'طالب غير معروف', ago(9), 'غ'],
        ofOmar(ago(10), 'متأخر', 'كثير'),
      ),
      ofDays,
    )
    expect((await rows(draft.id)).map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
      ['Only days before today can be brought'],
      ['Only days before today can be brought'],
      ['The school is closed on this day'],
      ['This day is not in the current school year'],
      ['Nobody has said what this letter means; choose it at the columns'],
      ['Required'],
      ['Required'],
      [],
      ['This day is already in row 9'],
      ['This row means no student of the school'],
      ['Write the minutes as a number up to 600'],
    ])
    const said = await say(draft, { words: [{ word: 'ط', state: 'excused' }] })
    expect(kindsOf(said)).not.toContain('Nobody has said what this letter means; choose it at the columns')
    expect(said.attendance!.words.find(({ word }) => word === 'غ')!.state).toBe('absent')
  })

  test('leaves out the cells on closed days if a person says so, and shows how many there are', async () => {
    await closed(ago(6))
    const file = await workbook(
      ['اسم الطالب', ago(5), ago(6), ago(7)],
      ['عمر كريم الجندي', 'غ', 'ح', 'غ'],
      ['ليلى كريم الجندي', 'ح', 'ح', 'ح'],
    )
    const draft = await upload(file, { ...ofDays, fileName: 'غياب.xlsx' })
    expect(draft).toMatchObject({ problems: 2, attendance: { closedCells: 2, leavesClosed: false } })
    const said = await say(draft, { leavesClosed: true })
    expect(said).toMatchObject({ problems: 0, changed: 2, attendance: { closedCells: 2, leavesClosed: true } })
    await start(said.id)
    expect((await marksOf(omar.id)).map(([date, state]) => [date, state])).toEqual([
      [ago(5), 'absent'],
      [ago(7), 'absent'],
    ])
  })

  const othersThan = async (id: string, day: string) =>
    (await as(manager)(attendance.roll, { classRoomId: class4a.id, date: day })).students
      .map((one) => one.id)
      .filter((one) => one !== id)

  test('of absences alone makes the others of the class present if a person says so, and the undo takes them away', async () => {
    await take(ago(3), 'absent')
    const others = await othersThan(omar.id, ago(2))
    const draft = await upload(list(ofOmar(ago(2), 'غ'), ofOmar(ago(3), 'غ')), ofDays)
    // Omar's own mark of the day before is the school's, so the table brings nothing of that day.
    expect(draft.attendance).toMatchObject({ others: others.length, othersPresent: false })
    const said = await say(draft, { othersPresent: true })
    expect(said.attendance).toMatchObject({ others: others.length, othersPresent: true })
    const done = await start(said.id)
    const [sheet] = await as(manager)(attendance.sheets, { classRoomId: class4a.id, dateFrom: ago(2), dateTo: ago(2) })
    expect(sheet).toMatchObject({ absent: 1, present: others.length, brought: others.length + 1 })
    expect(await marksOf(others[0]!)).toEqual([[ago(2), 'present', null, null, true]])
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await marksOf(others[0]!)).toEqual([])
    expect(await marksOf(omar.id)).toEqual([[ago(3), 'absent', null, null, false]])
  })

  test('adds nobody who has a mark of the day, or who came later', async () => {
    const [marked, later, ...rest] = await othersThan(omar.id, ago(2))
    await as(manager)(attendance.save, {
      classRoomId: class4a.id,
      date: ago(2),
      students: [{ studentId: marked!, state: 'late' }],
    })
    const ofLater = 'where student_id = $1 and to_day is null'
    const [was] = await sql(`select from_day::text as day from student_classes ${ofLater}`, [later])
    await sql(`update student_classes set from_day = $2 ${ofLater}`, [later, ago(1)])
    await sql(`update student_classes set from_day = $2 where student_id = $1`, [omar.id, ago(40)])
    const draft = await upload(list(ofOmar(ago(2), 'غ')), ofDays)
    expect(draft.attendance).toMatchObject({ others: rest.length })
    await start((await say(draft, { othersPresent: true })).id)
    expect((await marksOf(marked!)).map(([, state]) => state)).toEqual(['late'])
    expect(await marksOf(later!)).toEqual([])
    await sql(`update student_classes set from_day = $2 ${ofLater}`, [later, was!.day])
  })

  test('without states asks what its rows mean', async () => {
    const draft = await upload(
      csvOf([
        ['اسم الطالب', 'تاريخ الغياب'],
        ['عمر كريم الجندي', ago(2)],
      ]),
      ofDays,
    )
    expect(draft.attendance!.words).toEqual([{ word: '', state: null, guess: null, cells: 1 }])
    const said = await say(draft, { words: [{ word: '', state: 'absent' }] })
    await start(said.id)
    expect(await marksOf(omar.id)).toEqual([[ago(2), 'absent', null, null, true]])
  })
})

describe('a day that the school has with another state', () => {
  test('waits for a decision; what is kept stays, and what is taken comes back with the undo', async () => {
    await take(ago(2), 'late', { minutesLate: 5, note: 'باص' })
    const file = list(ofOmar(ago(2), 'غ'), ofOmar(ago(3), 'غ'))
    const draft = await upload(file, ofDays)
    expect(draft).toMatchObject({ changed: 1, problems: 1, doubted: 1 })
    const [row] = await rows(draft.id)
    expect(row).toMatchObject({
      doubted: true,
      decision: null,
      changes: [{ was: `${ago(2)} late 5`, becomes: `${ago(2)} absent` }],
    })
    const kept = await as(manager)(imports.decide, { importId: draft.id, row: row!.row, decision: 'keep' })
    expect(kept).toMatchObject({
      import: { changed: 1, same: 1, problems: 0 },
      row: { decision: 'keep', outcome: 'same' },
    })
    const open = await as(manager)(imports.decide, { importId: draft.id, row: row!.row })
    expect(open.import).toMatchObject({ doubted: 1 })
    const taken = await as(manager)(imports.decideAll, {
      importId: draft.id,
      decision: 'take',
      baseVersion: open.import.version,
    })
    expect(taken).toMatchObject({ changed: 2, problems: 0, corrected: 1 })
    const before = await sql('select * from attendance_marks where student_id = $1', [omar.id])
    const done = await start(taken.id)
    expect(await marksOf(omar.id)).toEqual([
      [ago(2), 'absent', null, null, true],
      [ago(3), 'absent', null, null, true],
    ])
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await sql('select * from attendance_marks where student_id = $1', [omar.id])).toEqual(before)
  })

  test('is not decided for other kinds of imports', async () => {
    const draft = await upload(csvOf([['اسم المادة'], ['جغرافيا']]), { kind: 'courses' })
    await expect(
      as(manager)(imports.decideAll, { importId: draft.id, decision: 'take', baseVersion: draft.version }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('and one that a register corrected afterwards is the school’s own, so the import stays', async () => {
    const done = await start((await upload(list(ofOmar(ago(2), 'غ'), ofOmar(ago(3), 'غ')), ofDays)).id)
    await take(ago(2), 'present')
    expect((await marksOf(omar.id))[0]).toEqual([ago(2), 'present', null, null, false])
    expect(await undo(done.id)).toMatchObject({
      state: 'done',
      reason: 'Later changes stand in the way of undoing this import',
    })
    expect(await marksOf(omar.id)).toHaveLength(2)
  })
})

describe('names with a column for each day of a month', () => {
  const isOneMonth = ago(25).slice(0, 7) === ago(24).slice(0, 7)
  const days = isOneMonth ? [ago(25), ago(24)] : [ago(24), ago(23)]
  const month = days[0]!.slice(0, 7)
  const sheet = (...lines: (string | number | null)[][]) =>
    workbook(
      ['كشف الغياب', null, null, null],
      ['م', 'اسم الطالب', ...days.map((day) => day.slice(8).replace(/^0/, ''))],
      ...lines,
    )

  test('reads the month of the title, asks what empty cells mean, and shows who was not there', async () => {
    const file = await sheet([1, 'عُمر كريم الجندى', 'غ', null], [2, 'ليلى كريم الجندي', 'م 10', null])
    const draft = await upload(file, { ...ofDays, fileName: `${month}.xlsx` })
    expect(draft.attendance!.month).toBe(month)
    expect(draft.attendance!.words.map(({ word, state, guess, cells }) => [word, state, guess, cells])).toEqual([
      ['', null, null, 2],
      ['غ', 'absent', 'exact', 1],
      ['م', 'late', 'near', 1],
    ])
    const said = await say(draft, { month: draft.attendance!.month, words: [{ word: '', state: 'present' }] })
    expect(said).toMatchObject({ changed: 2, problems: 0 })
    expect((await rows(said.id))[0]!.record).toEqual([
      { field: 'attendOfDay', name: days[0], value: 'absent' },
      { field: 'attendOfDay', name: null, value: '1' },
    ])
    // An empty cell says nothing against what the school has of the day.
    await take(days[1]!, 'absent')
    await start(said.id)
    expect(await marksOf(omar.id)).toEqual([
      [days[1], 'absent', null, null, false],
      [days[0], 'absent', null, null, true],
    ])
    expect(await marksOf(laila.id)).toEqual([
      [days[1], 'present', null, null, true],
      [days[0], 'late', 10, null, true],
    ])
  })

  test('a month that nobody has said is a problem of every row, and so is a day that it does not have', async () => {
    const file = await workbook(['اسم الطالب', '1', '31'], ['عمر كريم الجندي', 'ح', 'غ'])
    const draft = await upload(file, ofDays)
    expect(kindsOf(draft)).toEqual(['Say of which month these days are', 'Say of which month these days are'])
    const said = await say(draft, { month: `${today.slice(0, 4)}-02` })
    expect(kindsOf(said)).toContain('This month has no such day')
  })
})

describe('steps of absence', () => {
  const rule = {
    ruleName: 'غياب',
    gradeIds: [],
    counts: 'separate' as const,
    period: 'year' as const,
    counted: 'unexcused' as const,
    active: true,
    steps: [1, 2, 3, 4].map((at) => ({ at, name: `إنذار ${at}`, action: 'letter' as const, points: null })),
  }
  const stepsOf = async () =>
    (await as(manager)(absenceRules.steps, { schoolId: nile.id })).map(({ threshold, withdrawnAt }) => [
      threshold,
      withdrawnAt === null,
    ])

  test('are not reached by days that were brought, and by a day of the school with them', async () => {
    await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [rule] })
    await take(ago(1), 'absent')
    await recordAbsence(connection)
    expect(await stepsOf()).toEqual([[1, true]])
    const done = await start((await upload(list(ofOmar(ago(4), 'غ'), ofOmar(ago(5), 'غ')), ofDays)).id)
    await as(manager)(absenceRules.save, {
      schoolId: nile.id,
      excuseWithin: 7,
      rules: (await as(manager)(absenceRules.get, { schoolId: nile.id })).rules.map((one) => ({
        ...one,
        version: undefined,
      })),
    })
    await recordAbsence(connection)
    await deliverAll(connection)
    expect(await stepsOf()).toEqual([[1, true]])

    await take(today, 'absent')
    await recordAbsence(connection)
    expect(new Set((await stepsOf()).map(([at]) => at))).toEqual(new Set([1, 4]))
    await undo(done.id)
    await recordAbsence(connection)
    const stands = (await stepsOf()).filter(([, is]) => is).map(([at]) => at)
    expect(new Set(stands)).toEqual(new Set([1, 2]))
  })
})

test('a register is missing beside few days that were brought, and not beside those of the class', async () => {
  const missing = async () => (await as(manager)(years.completionPlan, { schoolYearId: nileYear.id })).registersNotTaken
  const pupils = await as(manager)(attendance.roll, { classRoomId: class4a.id, date: ago(1) })
  const file = (few: number) =>
    csvOf([
      ['اسم الطالب', 'الفصل', 'التاريخ', 'الحالة'],
      ...pupils.students
        .slice(0, few)
        .map((one) => [`${one.firstName} ${one.middleName} ${one.lastName}`, class4a.name, ago(1), 'ح']),
    ])
  await start((await upload(file(1), ofDays)).id)
  expect(await missing()).toBe(0)
  const [other] = (await as(manager)(attendance.roll, { classRoomId: class5a.id, date: ago(1) })).students
  await as(manager)(attendance.save, {
    classRoomId: class5a.id,
    date: ago(1),
    students: [{ studentId: other!.id, state: 'present' }],
  })
  const before = await missing()
  await start((await upload(file(pupils.students.length), ofDays)).id)
  expect(await missing()).toBe(before - 1)
})
