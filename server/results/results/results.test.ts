import { beforeEach, describe, expect, test } from 'vitest'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { results } from '#contract/results/results/results.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, typedPart, save, markAll, close, as, sql, connection } = await resultsOfNile()
const {
  manager,
  supervisor,
  teacher,
  scienceTeacher,
  parent,
  otherManager,
  deltaParent,
  class4a,
  omar,
  laila,
  arabic,
  nile,
  nilePastYear,
  delta,
  deltaYear,
} = world
const inNile = { schoolId: nile.id }
const historyOf = (studentId: string, person: { phone: string } = manager) =>
  as(person)(results.history, { ...now.place, studentId })
const saved = (cell: object) => save([cell])
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

describe('the marks of a class', () => {
  test('are entered by the teacher of the course, and keep their former values', async () => {
    await withScheme()
    const before = await grid(teacher)
    const part = typedPart(before)
    const mine = { studentId: omar.id, partId: part.id }
    const after = await save([{ ...mine, mark: 18.25, baseVersion: 0 }], teacher)
    const row = after.students.find(({ studentId }) => studentId === omar.id)!
    expect(row.cells.find(({ version }) => version > 0)).toEqual({ mark: 18.25, state: null, origin: null, version: 1 })
    expect(row.figures.parts.find(({ id }) => id === part.id)).toMatchObject({ points: 18.25, owed: false })
    await save([{ ...mine, mark: 19, baseVersion: 1 }], teacher)
    const [former] = await sql(
      "select was ->> 'mark' as mark, changed_by from former_values where table_name = 'part_marks'",
    )
    expect(former).toEqual({ mark: '18.25', changed_by: teacher.id })
    await expect(save([{ ...mine, mark: 20, baseVersion: 1 }], teacher)).rejects.toMatchObject(
      refused(409, 'Somebody else changed this meanwhile'),
    )
  })

  test('that are corrected keep where they come from, until that is said anew or the cell is emptied', async () => {
    await withScheme()
    const cell = { studentId: omar.id, partId: typedPart(await grid()).id }
    const stored = async (change: object) => {
      const { parts, students } = await saved({ ...cell, ...change })
      const row = students.find(({ studentId }) => studentId === omar.id)!
      return row.cells[parts.findIndex(({ id }) => id === cell.partId)]!.origin
    }
    const origin = 'مدرسة النور'
    expect(await stored({ mark: 18, origin })).toBe(origin)
    expect(await stored({ mark: 17, reason: 'خطأ في النقل' })).toBe(origin)
    expect(await stored({ mark: 17, origin: 'مدرسة الأمل' })).toBe('مدرسة الأمل')
    expect(await stored({ mark: 17, origin: null })).toBe(null)
    expect(await stored({ mark: 17, origin })).toBe(origin)
    expect(await stored({})).toBe(null)
    expect(await stored({ mark: 12 })).toBe(null)
  })

  test('are refused with a sentence where they are wrong, all or none', async () => {
    await withScheme()
    const { parts } = await grid()
    const typed = parts.find(({ source }) => source === 'typed')!
    const computed = parts.find(({ source }) => source === 'exams')!
    const cell = { studentId: omar.id, partId: typed.id }
    const cases: [object[], ReturnType<typeof refused>][] = [
      [[{ ...cell, mark: typed.fullMark + 0.01 }], refused(400, 'The result is above the full mark')],
      [[{ ...cell, mark: 1, state: 'absent' }], refused(400, 'Enter a mark or a state, not both')],
      [[{ ...cell, mark: 1 }, cell], refused(400, 'A cell is listed twice')],
      [[{ ...cell, partId: computed.id, mark: 1 }], refused(400, 'This part is computed; it takes no mark')],
      [[{ ...cell, partId: newId(), mark: 1 }], notFound],
      [[{ ...cell, studentId: laila.id, mark: 1 }], notFound],
    ]
    for (const [marks, refusal] of cases) await expect(save(marks)).rejects.toMatchObject(refusal)
    expect(await sql('select from part_marks')).toEqual([])
    await save([{ ...cell, mark: 60 }])
    const second = { studentId: omar.id, partId: arabic.id, round: 2, mark: 60 }
    await expect(save([second])).rejects.toMatchObject(refused(400, 'This student has no second round in this course'))
  })

  test('are nobody else’s: a teacher of another course, a parent, another school', async () => {
    await withScheme()
    await expect(grid(scienceTeacher)).rejects.toMatchObject(notFound)
    await expect(grid(otherManager)).rejects.toMatchObject(notFound)
    for (const person of [parent, deltaParent]) await expect(grid(person)).rejects.toMatchObject(notAllowed)
    await expect(as(manager)(results.grid, { ...now.place, courseId: newId() })).rejects.toMatchObject(notFound)
  })

  test('are of the terms of the current year', async () => {
    const termIds = async () => (await as(manager)(results.choices, inNile)).terms.map(({ id }) => id)
    expect(await termIds()).toEqual([now.termId])
    await sql('update school_years set active = false where id = $1', [world.nileYear.id])
    expect(await termIds()).toEqual([])
    await sql('update school_years set active = true where id = $1', [world.nileYear.id])
  })

  test('are of the terms of former years too, beside those that are listed without being asked for', async () => {
    const [former, latest] = [newId(), newId()]
    const [{ name }] = await sql('select name from school_years where id = $1', [nilePastYear.id])
    for (const [id, position, from, to] of [
      [latest, 2, -480, -380],
      [former, 1, -600, -500],
    ] as const)
      await sql(
        `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date) values ($1, $2, $3, 'فصل', $4, $5, $6)`,
        [nile.id, id, nilePastYear.id, position, daysFrom(today, from), daysFrom(today, to)],
      )
    const terms = [{ name: 'فصل آخر', startDate: today, endDate: today }]
    await as(otherManager)(calendarSettings.terms, { schoolId: delta.id, yearId: deltaYear.id, terms })
    const { years, ...rest } = await as(teacher)(results.choices, inNile)
    expect(rest.terms.map(({ id }) => id)).toEqual([now.termId])
    expect(rest.termId).toBe(now.termId)
    expect(years).toMatchObject([
      { id: world.nileYear.id, current: true, termId: now.termId, terms: rest.terms },
      { id: nilePastYear.id, name, current: false, termId: latest, terms: [{ id: former }, { id: latest }] },
    ])
    const named = await as(teacher)(results.choices, { ...inNile, termId: former })
    expect(named.terms.map(({ id }) => id)).toEqual([now.termId, former])
    expect(named.years).toEqual(years)
    // The classes of the test world belong to no year, so the classes in reach stay the same.
    expect(named.grades.map(({ classes }) => classes)).toEqual(rest.grades.map(({ classes }) => classes))
    await sql('update school_years set active = false where id = $1', [world.nileYear.id])
    const without = await as(manager)(results.choices, inNile)
    expect(without).toMatchObject({ terms: [], termId: null })
    expect(without.years.map(({ id, current }) => [id, current])).toEqual([
      [world.nileYear.id, false],
      [nilePastYear.id, false],
    ])
    await sql('update school_years set active = true where id = $1', [world.nileYear.id])
  })

  test('need a scheme', async () => {
    await expect(grid()).rejects.toMatchObject(refused(409, 'This course has no scheme of results in this term'))
  })

  test('of fifty people at once are all there', async () => {
    await withScheme()
    const { parts, students } = await grid()
    const cells = students.flatMap(({ studentId }) =>
      parts.filter(({ source }) => source === 'typed').map(({ id }) => ({ studentId, partId: id })),
    )
    const fifty = cells.slice(0, 50)
    await Promise.all(fifty.map((cell, nth) => saved({ ...cell, mark: nth / 4 })))
    const stored = await sql('select student_id, part_id, mark::float from part_marks')
    expect(stored).toHaveLength(fifty.length)
    for (const [nth, { studentId, partId }] of fifty.entries())
      expect(stored.find((row) => row.student_id === studentId && row.part_id === partId)?.mark).toBe(nth / 4)
    // The same cells again in parallel, changed from the stored versions: nothing is lost, and each change has its own line.
    await Promise.all(fifty.map((cell, nth) => saved({ ...cell, mark: nth / 4 + 0.25, baseVersion: 1 })))
    const history = await Promise.all(
      [...new Set(fifty.map(({ studentId }) => studentId))].map((studentId) => historyOf(studentId)),
    )
    expect(history.flat()).toHaveLength(2 * fifty.length)
    for (const [nth, { partId }] of fifty.entries())
      expect(history.flat()).toContainEqual(
        expect.objectContaining({ partId, formerMark: nth / 4, mark: nth / 4 + 0.25, byName: expect.any(String) }),
      )
  })

  test('are signalled to those who have the class open', async () => {
    await withScheme()
    const cell = { studentId: omar.id, partId: typedPart(await grid()).id }
    await withClient(connection, async (client) => {
      await client.query('listen live')
      const heard = new Promise<string>((done) => client.on('notification', ({ payload }) => done(payload!)))
      await save([{ ...cell, mark: 12 }], teacher)
      const signal = { topic: 'marksOfClass', id: class4a.id, studentId: null, version: 0 }
      expect(JSON.parse(await heard)).toEqual(signal)
    })
  })

  test('keep who changed them, from what to what, and why, for everybody who reads them', async () => {
    await withScheme()
    const cell = { studentId: omar.id, partId: typedPart(await grid()).id }
    await save([{ ...cell, mark: 40 }], teacher)
    await save([{ ...cell, mark: 42, reason: 'خطأ في الجمع', baseVersion: 1 }])
    await save([{ ...cell, state: 'excused', reason: 'تقرير طبي', baseVersion: 2 }])
    const steps = [
      { formerMark: 42, mark: null, state: 'excused', reason: 'تقرير طبي' },
      { formerMark: 40, mark: 42, state: null, reason: 'خطأ في الجمع' },
      { formerMark: null, mark: 40, state: null, reason: null },
    ]
    expect(await historyOf(omar.id)).toMatchObject(steps)
    expect(await historyOf(omar.id, supervisor)).toMatchObject(steps)
    await expect(historyOf(omar.id, scienceTeacher)).rejects.toMatchObject(notFound)
    await expect(historyOf(laila.id)).rejects.toMatchObject(notFound)
    for (const person of [parent, deltaParent])
      await expect(historyOf(omar.id, person)).rejects.toMatchObject(notAllowed)
    const long = save([{ ...cell, mark: 1, reason: 'س'.repeat(201) }])
    await expect(long).rejects.toMatchObject({ status: 400 })
  })

  test('are those of active students, and of an active class', async () => {
    await withScheme()
    const inGrid = async () => (await grid()).students.map(({ studentId }) => studentId)
    expect(await inGrid()).toContain(omar.id)
    await sql('update students set active = false where id = $1', [omar.id])
    expect(await inGrid()).not.toContain(omar.id)
    await expect(historyOf(omar.id)).rejects.toMatchObject(notFound)
    await sql('update students set active = true where id = $1', [omar.id])
    await sql('update class_rooms set active = false where id = $1', [class4a.id])
    expect(await inGrid()).toEqual([])
    await sql('update class_rooms set active = true where id = $1', [class4a.id])
  })

  test('that are missing are listed by class and course, with the people who owe them', async () => {
    await withScheme()
    const missing = () => as(manager)(results.missing, { ...inNile, termId: now.termId })
    const arabicOf = (all: Awaited<ReturnType<typeof missing>>) =>
      all.find(({ classRoomId, courseId }) => classRoomId === class4a.id && courseId === arabic.id)!
    const { id, firstName, middleName, lastName } = teacher
    await sql('update school_teachers set accepted_at = null where teacher_id = $1', [id])
    expect(arabicOf(await missing()).teachers).toEqual([`${firstName} ${lastName}`])
    await sql('update school_teachers set accepted_at = now() where teacher_id = $1', [id])
    const owed = await missing()
    const ofArabic = arabicOf(owed)
    expect(ofArabic.teachers).toEqual([`${firstName} ${middleName} ${lastName}`])
    expect(ofArabic.students).toBe((await grid()).students.length)
    const own = await as(teacher)(results.missing, { ...inNile, termId: now.termId })
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(owed.length)
    await markAll()
    const left = await as(manager)(results.missing, { ...inNile, termId: now.termId })
    expect(left.flatMap(({ parts }) => parts.map(({ name }) => name))).not.toContain('Written test')
  })

  test('teachers who owe marks are reminded of them, each once on a day', async () => {
    await withScheme()
    const ofTerm = { ...inNile, termId: now.termId }
    const owed = await as(manager)(results.missing, ofTerm)
    const names = new Set(owed.flatMap(({ teachers }) => teachers))
    expect(names.size).toBeGreaterThan(1)
    await expect(as(teacher)(results.remindMissing, ofTerm)).rejects.toMatchObject(notAllowed)
    expect(await as(manager)(results.remindMissing, ofTerm)).toMatchObject({ changed: names.size })
    await expect(as(manager)(results.remindMissing, ofTerm)).rejects.toMatchObject(
      refused(409, 'They were reminded today already'),
    )
    expect(await sql('select count(distinct teacher_id)::int as many from mark_reminders')).toEqual([
      { many: names.size },
    ])
    await close()
    await expect(as(manager)(results.remindMissing, now.inGrade)).rejects.toMatchObject(
      refused(409, 'No teacher owes a mark here'),
    )
  })
})
