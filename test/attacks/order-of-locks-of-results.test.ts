import { beforeEach, describe, test } from 'vitest'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { results } from '#contract/results/results/results.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { seating } from '#contract/results/seating/seating.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { years } from '#contract/school/years/years.ts'
import { today } from '#test/world/clock.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { daysFrom } from '#server/base/days.ts'
import { coinsIn } from '#test/harness/money.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { world } from '#test/world/world.ts'

// As order-of-locks.test.ts, in a school that has terms, schemes and marks.
const app = await resultsOfNile()
const { as, connection, sql, begin, withScheme, grid } = app
const crossing = crossingIn(connection)
const { manager, nile, nileYear, class4a, class4b, grade4, arabic, classmate, newcomer } = world
const schoolId = nile.id

await coinsIn(connection).given(1000)
await sql('update class_rooms set max_of_students = 200')

const locked = (table: string) => `select from ${table} where id = $1 for update`
const someone = { schoolId, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const added = async (more: object = {}) =>
  (await as(manager)(studentRecords.add, { ...someone, classRoomId: class4a.id, ...more })).id

async function twoEntries() {
  const [studentId, otherId] = [await added(), await added()]
  return { studentId, otherId }
}
const merged = (two: { studentId: string; otherId: string }) => as(manager)(studentMerges.merge, { ...two, marks: [] })

describe('the merge of two students crosses', () => {
  test('with marks that are saved', async () => {
    const { place } = await begin()
    await withScheme()
    const two = await twoEntries()
    const [first, second] = (await grid()).parts.filter(({ source }) => source === 'typed')
    const mark = (partId: string, of: number) => ({ studentId: two.otherId, partId, mark: of })
    await as(manager)(results.save, { ...place, marks: [mark(first!.id, 3)] })
    await crossing(
      locked('students'),
      [two.otherId],
      () => merged(two),
      () => as(manager)(results.save, { ...place, marks: [mark(first!.id, 4), mark(second!.id, 5)] }),
    )
  })

  test('with work that is set for both', async () => {
    const two = await twoEntries()
    const { id } = await as(manager)(homework.add, {
      classRoomId: class4a.id,
      courseId: arabic.id,
      date: today,
      details: 'صفحة 12',
      rate: 10,
      studentIds: [two.otherId],
    })
    const setFor = (...studentIds: string[]) => as(manager)(homework.update, { id, studentIds })
    await setFor(classmate.id)
    await crossing(
      locked('students'),
      [two.studentId],
      () => merged(two),
      () => setFor(two.otherId, two.studentId),
    )
  })

  test('with a guardian who is changed', async () => {
    const two = await twoEntries()
    const relationId = (await as(manager)(reference.relations, {})).find(({ name }) => name === 'mother')!.id
    const { id } = await as(manager)(guardians.add, {
      studentId: two.otherId,
      relationId,
      guardianName: 'هاني فهمي',
      phone: `+2 ${newcomer.phone}`,
    })
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
      [schoolId, two.otherId, newcomer.id, relationId, manager.id],
    )
    await crossing(
      'select from student_parents where student_id = $1 for update',
      [two.otherId],
      () => merged(two),
      () => as(manager)(guardians.update, { studentId: two.otherId, guardianId: id, maySee: 'no' }),
    )
  })
})

test('seats of an exam cross with a seat that is paid', async () => {
  const id = await added({ isPaid: false, classRoomId: class4b.id })
  const wanted = {
    schoolId,
    gradeId: grade4.id,
    committees: [{ name: 'لجنة 1', places: 300 }],
    order: 'apart' as const,
    firstNumber: 4001,
    keep: false,
  }
  const { plan } = await as(manager)(seating.plan, wanted)
  await crossing(
    locked('school_years'),
    [nileYear.id],
    () => as(manager)(seating.assign, { ...wanted, plan }),
    () => as(manager)(studentRecords.update, { schoolId, id, isPaid: true }),
  )
})

describe('the terms of a year', () => {
  beforeEach(() => begin())

  test('cross with a year that is renamed', async () => {
    const [first] = await sql<{ starts: string }>(
      'select min(start_date)::text as starts from school_year_months where school_year_id = $1',
      [nileYear.id],
    )
    const { starts } = first!
    const terms = [
      { name: 'الفصل الأول', startDate: starts, endDate: daysFrom(starts, 20) },
      { name: 'الفصل الثاني', startDate: daysFrom(starts, 21), endDate: daysFrom(starts, 40) },
    ]
    await crossing(
      locked('school_years'),
      [nileYear.id],
      () => as(manager)(years.update, { id: nileYear.id, schoolId, name: 'عام آخر' }),
      () => as(manager)(calendarSettings.terms, { schoolId, yearId: nileYear.id, terms }),
    )
  })
})
