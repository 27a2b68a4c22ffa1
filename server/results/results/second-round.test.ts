import { beforeEach, describe, expect, test } from 'vitest'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { closings } from '#contract/results/results/closings.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { promoting } from '#test/harness/promoting.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { usesOfGrade } from '#test/world/result-drafts.ts'
import { world } from '#test/world/world.ts'

const app = await resultsOfNile()
const { begin, withScheme, grid, save, markAll, plan, close, publish, ofOmar, as } = app
const { sql, work, anew, start, done, undone } = promoting(app)
work()
const { manager, teacher, nile, nileYear, class4a, class4b, class5b, omar, classmate, arabic, grade4, grade5 } = world
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  await anew()
  now = await begin()
})

const reopen = async (of: object = now.inGrade) => {
  const at = { ...now.inGrade, ...of }
  const { closing } = await as(manager)(closings.plan, at)
  return as(manager)(closings.reopen, { ...at, closingId: closing!.id, reason: 'نتائج الدور الثاني' })
}

/** The pupils in an issue of a grade, with their stored class. */
const storedIn = (gradeId: string, issue: number) =>
  sql<{ student_id: string; class_room_id: string; passed: boolean | null }>(
    `select r.student_id, r.class_room_id, r.passed from term_results r join term_closings k on k.school_id = r.school_id and k.id = r.closing_id
     where k.term_id = $1 and k.grade_id = $2 and k.issue = $3 and r.course_id is null order by r.student_id`,
    [now.termId, gradeId, issue],
  )
const places = (rows: Awaited<ReturnType<typeof storedIn>>) => rows.map(({ passed: _, ...row }) => row)

const inBothGrades = async () => {
  const { id: schemeId } = await withScheme()
  const uses = [grade4, grade5].flatMap(({ id }) => usesOfGrade(id, schemeId))
  await as(manager)(resultSchemes.saveUses, { schoolId: nile.id, termId: now.termId, uses })
}

const planOfGrade5 = () => as(manager)(closings.plan, { ...now.inGrade, gradeId: grade5.id })

async function closeGrade5() {
  const { plan: agreed } = await planOfGrade5()
  const inGrade5 = { ...now.inGrade, gradeId: grade5.id }
  return as(manager)(closings.close, { ...inGrade5, plan: agreed, acceptMissing: true })
}

/** Moves everybody up except those who wait. */
async function turnTheYear(waiting: string[]) {
  const draft = await start()
  await as(manager)(promotions.decide, { promotionId: draft.id, show: 'all', decision: 'up' })
  const items = waiting.map((studentId) => ({ studentId, decision: 'wait' as const }))
  if (items.length > 0) await as(manager)(promotions.decide, { promotionId: draft.id, items })
  expect(await done(draft.id)).toMatchObject({ state: 'done' })
  return draft
}

describe('a term that is reopened after the year was turned', () => {
  test('has the pupils, classes and courses of its first issue, and nobody who came into the grade since', async () => {
    await inBothGrades()
    await markAll()
    await publish()
    await closeGrade5()
    const [first4, first5] = [await storedIn(grade4.id, 1), await storedIn(grade5.id, 1)]

    const draft = await turnTheYear([classmate.id])
    const [moved] = await sql('select class_room_id from students where id = $1', [omar.id])
    const [own] = await sql('select school_year_id from class_rooms where id = $1', [moved.class_room_id])
    expect(own.school_year_id).toBe(draft.toYearId)
    await as(manager)(years.complete, { schoolYearId: nileYear.id })

    await reopen()
    await reopen({ gradeId: grade5.id })
    const { students } = await grid()
    expect(students.map(({ studentId }) => studentId)).toEqual(expect.arrayContaining([omar.id, classmate.id]))
    await save([{ studentId: classmate.id, partId: arabic.id, round: 2, mark: 50 }])
    expect((await grid(teacher)).students.length).toBe(students.length)
    await as(manager)(results.history, { ...now.place, studentId: omar.id })

    const second = await close()
    expect(second.closing).toMatchObject({ issue: 2 })
    expect(places(await storedIn(grade4.id, 2))).toEqual(places(first4))
    await closeGrade5()
    expect(await storedIn(grade5.id, 2)).toEqual(first5)
    await as(manager)(closings.publish, { ...now.inGrade, closingId: second.closing!.id })
    expect(await ofOmar()).toMatchObject([{ issue: 2, classRoomName: class4a.name }])

    await as(manager)(years.reopen, { schoolYearId: nileYear.id })
    await undone(draft.id)
  })

  test('offers the classes of its own year, and the next one’s terms those of that', async () => {
    await withScheme()
    const draft = await turnTheYear([classmate.id])
    const [{ id: nextTerm }] = await sql('select id from terms where school_year_id = $1', [draft.toYearId])
    const classesOf = async (termId: string) =>
      (await as(manager)(results.choices, { schoolId: nile.id, termId })).grades
        .flatMap(({ classes }) => classes)
        .map(({ id }) => id)
    const [old, next] = [await classesOf(now.termId), await classesOf(nextTerm)]
    expect(old).toContain(class4a.id)
    expect(next).not.toContain(class4a.id)
    expect(next.length).toBeGreaterThan(0)
    expect(next.filter((id) => old.includes(id))).toEqual([])
    await as(manager)(years.complete, { schoolYearId: nileYear.id })
    expect(await classesOf(now.termId)).toEqual(old)
    await as(manager)(years.reopen, { schoolYearId: nileYear.id })
    await undone(draft.id)
  })

  test('is closed for the first time with those who were in its classes', async () => {
    await withScheme()
    const before = await plan()
    // The next year may be started before the last day of the last term.
    await sql('update terms set end_date = end_date + 1 where id = $1', [now.termId])
    const draft = await turnTheYear([])
    expect(await plan()).toMatchObject({ students: before.students, figures: before.figures })
    await undone(draft.id)
  })
})

describe('a term that is reopened', () => {
  test('keeps who left the school or changed the grade since, with the class of before', async () => {
    await inBothGrades()
    await markAll()
    await close()
    const first = await storedIn(grade4.id, 1)
    const { students } = await planOfGrade5()
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class5b.id })
    const reasons = await as(manager)(leavings.reasons, {})
    await as(manager)(leavings.enter, { studentId: classmate.id, reasonId: reasons[0]!.id })
    await reopen()
    await close()
    expect(places(await storedIn(grade4.id, 2))).toEqual(places(first))
    expect((await planOfGrade5()).students).toBe(students)
    await as(manager)(leavings.return, { studentId: classmate.id })
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4a.id })
  })

  test('and was closed too early counts as if it had not been', async () => {
    await withScheme()
    await close()
    await reopen()
    await sql('update terms set end_date = $2 where id = $1', [now.termId, daysFrom(today, 30)])
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4b.id })
    const inClass = async (classRoomId: string) =>
      (await as(manager)(results.grid, { ...now.place, classRoomId })).students.map(({ studentId }) => studentId)
    expect(await inClass(class4a.id)).not.toContain(omar.id)
    expect(await inClass(class4b.id)).toContain(omar.id)
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4a.id })
  })
})

describe('a term that is over', () => {
  test('has pupils in the class of its last day, and those who came later in the year in that of today', async () => {
    await withScheme()
    const ended = daysFrom(today, -10)
    await sql('update terms set end_date = $2 where id = $1', [now.termId, ended])
    const [{ id, from_day: began }] = await sql(
      `select st.id, min(h.from_day)::text as from_day from students st
       join student_classes h on h.school_id = st.school_id and h.student_id = st.id
       where st.class_room_id = $1 and st.active group by st.id having count(*) = 1 order by st.id limit 1`,
      [class4a.id],
    )
    const move = (fromDay: string) =>
      sql(`update student_classes set from_day = $2 where student_id = $1 and to_day is null`, [id, fromDay])
    const isThere = async () => (await grid()).students.some(({ studentId }) => studentId === id)
    await move(daysFrom(ended, 5))
    expect(await isThere()).toBe(true)
    const [{ last }] = await sql(
      'select max(end_date)::text as last from school_year_months where school_year_id = $1',
      [nileYear.id],
    )
    await move(daysFrom(String(last), 1))
    expect(await isThere()).toBe(false)
    await move(String(began))
    await as(manager)(studentRecords.update, { id, classRoomId: class4b.id })
    expect(await isThere()).toBe(true)
    await as(manager)(studentRecords.update, { id, classRoomId: class4a.id })
  })
})
