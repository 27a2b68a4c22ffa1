import { expect, test } from 'vitest'
import { readCode } from '#contract/results/papers/paper-code.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { users } from '#contract/platform/identity/users.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, connection } = await testApp()
const { manager, supervisor, parent, nile, class4a, class4b, grade4, omar, classmate, arabic, maths } = world
const { sql } = tracesIn(connection)
const inNile = { schoolId: nile.id }
const termId = newId()

const [{ id: yearId }] = await sql('select id from school_years where school_id = $1 and active', [nile.id])
await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
await sql(
  `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date) values ($1, $2, $3, 'الفصل الدراسي الأول', 1, $4, $5)`,
  [nile.id, termId, yearId, daysFrom(today, -80), daysFrom(today, -1)],
)

/** Makes a closing as the control office does, with two courses for some pupils. */
async function close(issue: number, mark: number, pupils: readonly { id: string }[]) {
  const closingId = newId()
  await sql(
    'insert into term_closings (school_id, id, term_id, grade_id, issue, closed_by) values ($1, $2, $3, $4, $5, $6)',
    [nile.id, closingId, termId, grade4.id, issue, manager.id],
  )
  const parts = [
    { id: newId(), name: 'Weekly', nameAr: 'أسبوعي', points: mark, fullMark: 40, state: null },
    { id: newId(), name: 'Exam', nameAr: 'اختبار', points: null, fullMark: 60, state: 'absent' },
  ]
  const band = { name: 'Very good', nameAr: 'جيد جدًا', colour: '#2f7d4f' }
  const rows = pupils.flatMap(({ id }) => [
    { id, course: maths.id, parts, total: mark, full: 100, percent: mark, passed: true, band, state: null },
    {
      id,
      course: arabic.id,
      parts: [],
      total: null,
      full: 100,
      percent: null,
      passed: false,
      band: null,
      state: 'absent',
    },
    { id, course: null, parts: [], total: mark, full: 200, percent: mark / 2, passed: true, band, state: null },
  ])
  for (const { id, course, parts: ofCourse, total, full, percent, passed, band: name, state } of rows)
    await sql(
      `insert into term_results (school_id, closing_id, student_id, class_room_id, course_id, parts, total, full_mark, percent, band,
         passed, state, rank) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 3)`,
      [
        nile.id,
        closingId,
        id,
        class4a.id,
        course,
        JSON.stringify(ofCourse),
        total,
        full,
        percent,
        name && JSON.stringify(name),
        passed,
        state,
      ],
    )
  return closingId
}
const publish = (closingId: string, from = 'now()') =>
  sql(`update term_closings set published_at = now(), published_by = $2, visible_from = ${from} where id = $1`, [
    closingId,
    manager.id,
  ])
const issue = (studentIds: string[]) => as(manager)(papers.issue, { ...inNile, kind: 'termCard', termId, studentIds })
const cardOf = async (studentId: string) =>
  (await as(manager)(papers.print, { ...inNile, paperIds: (await issue([studentId])).paperIds }))[0]!
const check = (code: string) => {
  const { id, hash } = readCode(code)!
  return asVisitor(papers.verify, { id, hash })
}

test('a card states a published result to the last digit, is checked by its total, and is revoked by reopening', async () => {
  const first = await close(1, 36.25, [omar])
  const none = refused(409, 'None of these students can get this paper')
  await expect(issue([omar.id])).rejects.toMatchObject(none)
  expect(await as(manager)(papers.terms, inNile)).toEqual([])
  await publish(first, `now() + interval '1 hour'`)
  await expect(issue([omar.id])).rejects.toMatchObject(none)
  await publish(first, `now() - interval '1 minute'`)
  expect((await as(manager)(papers.terms, inNile)).map((term) => term.termId)).toEqual([termId])
  await expect(issue([classmate.id])).rejects.toMatchObject(none)

  const card = await cardOf(omar.id)
  const { result } = card.content
  expect(result).toMatchObject({ issue: 1, total: '36.25', fullMark: '200', percent: '18.13', passed: true, rank: 3 })
  expect(result!.courses.map(({ name, total, percent, state }) => ({ name, total, percent, state }))).toEqual(
    expect.arrayContaining([
      { name: maths.name, total: '36.25', percent: '36.25', state: null },
      { name: arabic.name, total: null, percent: null, state: 'absent' },
    ]),
  )
  expect(result!.courses.find(({ name }) => name === maths.name)!.parts).toEqual([
    { name: 'Weekly', nameAr: 'أسبوعي', mark: '36.25', fullMark: '40', state: null },
    { name: 'Exam', nameAr: 'اختبار', mark: null, fullMark: '60', state: 'absent' },
  ])
  expect(await check(card.code)).toMatchObject({ state: 'valid', result: '36.25 / 200 · 18.13 % · جيد جدًا' })
  expect((await cardOf(omar.id)).id).toBe(card.id)
  expect((await as(parent)(papers.own, { studentId: omar.id })).map(({ id }) => id)).toContain(card.id)

  await sql(
    `update term_closings set reopened_at = now(), reopened_by = $2, reopen_reason = 'خطأ في الرصد' where id = $1`,
    [first, manager.id],
  )
  expect(await check(card.code)).toMatchObject({ state: 'revoked', revokedOn: today })
  await expect(issue([omar.id])).rejects.toMatchObject(none)
  await publish(await close(2, 38, [omar]), `now() - interval '1 minute'`)
  const second = await cardOf(omar.id)
  expect(second.content).toMatchObject({ number: card.content.number + 1, result: { issue: 2, total: '38' } })
  const [row] = await as(manager)(papers.list, { ...inNile, kind: 'termCard', revoked: true })
  expect(row).toMatchObject({ id: card.id, reason: 'reopened' })
})

test('a day on which a student stood in two registers before is one day on the card', async () => {
  const days = async () => (await cardOf(omar.id)).content.attendance!
  const [{ date }] = await sql(
    `update attendance_marks set state = 'absent' where student_id = $1 and date = (
       select max(date) from attendance_marks where student_id = $1 and date < $2) returning date::text`,
    [omar.id, daysFrom(today, -1)],
  )
  const before = await days()
  expect(before.absent).toBeGreaterThan(0)
  await sql(
    `insert into attendance_sheets (school_id, class_room_id, date, saved_by) values ($1, $2, $3, $4) on conflict do nothing`,
    [nile.id, class4b.id, date, manager.id],
  )
  await sql(
    `insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id, superseded)
     values (gen_random_uuid(), $1, $2, $3, $4, 'absent', $5, true)`,
    [nile.id, class4b.id, omar.id, date, manager.id],
  )
  expect(await days()).toEqual(before)
})

test('a day of which the register counts no more is not on the card', async () => {
  const days = async () => (await cardOf(omar.id)).content.attendance!
  const before = await days()
  const uncounted = await sql(
    `insert into uncounted_registers (school_id, class_room_id, date)
     select m.school_id, m.class_room_id, m.date from attendance_marks m where m.student_id = $1 and m.date = (
       select max(date) from attendance_marks where student_id = $1 and date < $2) returning 1`,
    [omar.id, daysFrom(today, -1)],
  )
  expect(uncounted.length).toBeGreaterThan(0)
  expect(await days()).toMatchObject({ absent: before.absent - 1, days: before.days - 1 })
  await sql('delete from uncounted_registers')
})

test('parents read the rank only where the cards of the school show it', async () => {
  const { id, content } = await cardOf(omar.id)
  const ownRank = async () =>
    (await as(parent)(papers.own, { studentId: omar.id })).find((paper) => paper.id === id)!.content.result!.rank
  expect(content.result!.rank).toBe(3)
  expect(await ownRank()).toBeNull()
  const { version: _, ...look } = (await as(manager)(papers.templates, inNile)).find(({ kind }) => kind === 'termCard')!
  const shows = (showsRank: boolean) =>
    as(manager)(papers.saveTemplate, { ...look, ...inNile, kind: 'termCard', size: 'A4', showsRank })
  await shows(true)
  expect(await ownRank()).toBe(3)
  await shows(false)
  expect(await ownRank()).toBeNull()
})

test('no card is issued of a result that is reopened at the same moment', async () => {
  const reopened = `reopened_at = now(), reopened_by = '${manager.id}', reopen_reason = 'رصد'`
  await sql(`update term_closings set ${reopened} where term_id = $1 and reopened_at is null`, [termId])
  const closing = await close(3, 40, [classmate])
  await publish(closing, `now() - interval '1 minute'`)
  const issued = await withClient(connection, async (client) => {
    await client.query(`begin; update term_closings set ${reopened} where id = '${closing}'`)
    const call = issue([classmate.id]).catch((problem) => problem)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    await client.query('commit')
    return call
  })
  expect(issued).toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
  expect(await as(manager)(papers.list, { ...inNile, kind: 'termCard', studentId: classmate.id })).toEqual([])
})

test('a card carries the name as in the passport and the English names of courses, and is another one when they change', async () => {
  await sql(
    `update term_closings set reopened_at = now(), reopened_by = $1, reopen_reason = 'خطأ في الرصد' where reopened_at is null`,
    [manager.id],
  )
  await publish(await close(9, 40, [classmate]), `now() - interval '1 minute'`)
  const before = await cardOf(classmate.id)
  expect(before.content).not.toHaveProperty('latinName')
  await as(manager)(officialRecords.update, { id: classmate.id, latinFirst: 'Salma', latinLast: 'Nour' })
  await as(manager)(courses.update, { id: maths.id, nameEn: 'Mathematics' })
  const { content } = await cardOf(classmate.id)
  expect(content).toMatchObject({ latinName: 'Salma Nour', number: before.content.number + 1 })
  expect(content.result!.courses.map(({ name, nameEn }) => [name, nameEn])).toEqual([
    [maths.name, 'Mathematics'],
    [arabic.name, undefined],
  ])
  expect(await check(before.code)).toMatchObject({ state: 'revoked' })
})

test('who wrote a remark and who signs stand on papers in Latin letters once they entered them, and a name of two people does not', async () => {
  const fullNameOf = ({ firstName, middleName, lastName }: typeof manager) =>
    [firstName, middleName, lastName].join(' ')
  const written = JSON.stringify([
    { courseId: null, language: 'en', body: 'Reads well.', byName: fullNameOf(supervisor) },
    { courseId: maths.id, language: 'en', body: 'Counts well.', byName: fullNameOf(supervisor) },
  ])
  await sql('update term_results set remarks = $1 where student_id = $2 and course_id is null', [written, classmate.id])
  const look = (await as(manager)(papers.templates, inNile)).find(({ kind }) => kind === 'termCard')!
  const signatures = [
    { title: 'مدير المدرسة', name: fullNameOf(manager) },
    { title: 'شؤون الطلاب', name: 'غير معروف هنا' },
  ]
  const { showsRecord, showsPhoto, showsAttendance, showsRank, easternDigits } = look
  const shows = { showsRecord, showsPhoto, showsAttendance, showsRank, easternDigits }
  await as(manager)(papers.saveTemplate, { ...inNile, ...shows, size: 'A4', kind: 'termCard', signatures })
  const before = await cardOf(classmate.id)
  expect(before.look.signatures).toEqual(signatures)
  expect(before.content.result!.remarks).toEqual([
    { course: null, language: 'en', body: 'Reads well.', byName: fullNameOf(supervisor) },
    {
      course: maths.name,
      courseEn: 'Mathematics',
      language: 'en',
      body: 'Counts well.',
      byName: fullNameOf(supervisor),
    },
  ])

  for (const [person, latinName] of [
    [manager, 'Naglaa Hussein'],
    [supervisor, 'Tarek Shalaby'],
  ] as const)
    await as(person)(users.update, { ...person, userName: 'x', birthDay: '1980-05-01', latinName })
  const after = await cardOf(classmate.id)
  expect(after.look.signatures).toEqual([{ ...signatures[0], latinName: 'Naglaa Hussein' }, signatures[1]])
  expect(after.content.result!.remarks).toMatchObject([
    { byName: fullNameOf(supervisor), byLatinName: 'Tarek Shalaby' },
    { byName: fullNameOf(supervisor), byLatinName: 'Tarek Shalaby' },
  ])

  const namesake = [supervisor.firstName, supervisor.middleName, supervisor.lastName, world.teacher.id]
  await sql(
    `update users set first_name = $1, middle_name = $2, last_name = $3, latin_name = 'Other' where id = $4`,
    namesake,
  )
  expect((await cardOf(classmate.id)).content.result!.remarks).toEqual(before.content.result!.remarks)
})
