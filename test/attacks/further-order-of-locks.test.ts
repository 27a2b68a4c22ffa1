import { beforeEach, describe, expect, test } from 'vitest'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { results } from '#contract/results/results/results.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { seating } from '#contract/results/seating/seating.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { years } from '#contract/school/years/years.ts'
import { newId } from '#server/db/ids.ts'
import { applyReplacements } from '#server/people/teachers/replacement-work.queries.ts'
import { clock, today } from '#test/world/clock.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { daysFrom } from '#server/base/days.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { coinsIn } from '#test/harness/money.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { world } from '#test/world/world.ts'

// As order-of-locks.test.ts, of rows that are locked with others less often.
const app = await resultsOfNile()
const { as, connection, sql, begin, withScheme, grid } = app
const crossing = crossingIn(connection)
const {
  manager,
  nile,
  nileYear,
  class4a,
  class4b,
  class5a,
  grade4,
  arabic,
  classmate,
  teacher,
  idleTeacher,
  newcomer,
} = world
const schoolId = nile.id

await coinsIn(connection).given(1000)
await sql('update class_rooms set max_of_students = 200')

const locked = (table: string, strength = 'update') => `select from ${table} where id = $1 for ${strength}`
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

test('a replacement whose day has come crosses with its undo', async () => {
  const { id: replacementId } = await as(manager)(replacements.replace, {
    schoolId,
    fromTeacherId: teacher.id,
    toTeacherId: idleTeacher.id,
    fromDay: daysFrom(today, 2),
  })
  await crossing(
    locked('schools', 'no key update'),
    [schoolId],
    () => as(manager)(replacements.undo, { schoolId, replacementId }),
    () => applyReplacements(connection, new Date(+clock.now() + 3 * 86_400_000)),
  )
})

test('the completion of a year crosses with the move of a class, whatever the order of the rows', async () => {
  const classRoomId = newId()
  await sql(
    `insert into class_rooms (id, school_id, name, gender, max_of_students, grade_id, language_id, active)
     select $1, school_id, 'فصل 4ز', 3, 40, grade_id, language_id, true from class_rooms where id = $2`,
    [classRoomId, class4a.id],
  )
  const [low, middle] = [await added({ classRoomId }), await added({ classRoomId }), await added({ classRoomId })]
  // What was changed last is read last, and the last of all by its id is read first.
  for (const id of [middle, low]) await sql('update students set modified_at = now() where id = $1', [id])
  const move = { classRoomId, toClassRoomId: class5a.id }
  const { plan } = await as(manager)(classMoves.plan, move)
  await crossing(
    locked('students', 'no key update'),
    [middle],
    () => as(manager)(years.complete, { schoolYearId: nileYear.id }),
    () => as(manager)(classMoves.move, { ...move, plan }),
  )
  await as(manager)(years.reopen, { schoolYearId: nileYear.id })
})

test('the undo of an import crosses with the move of a class that was made for it', async () => {
  const { upload, start, settled } = importing(app)
  const draft = await upload(
    csvOf([
      ['الاسم', 'الفصل', 'مدفوع'],
      ['أمل حسن الشاذلي', 'فصل 6ز', 'لا'],
    ]),
  )
  const { name, gradeId } = draft.unknownNames[0]!
  const form = await as(manager)(classSettings.formData, { schoolId })
  const { id: classRoomId } = await as(manager)(classSettings.add, {
    schoolId,
    name,
    gradeId: gradeId!,
    languageId: form.schoolLanguages[0]!.id,
    gender: 3,
    maxOfStudents: 40,
  })
  await as(manager)(imports.setColumns, { importId: draft.id, madeClassIds: [classRoomId] })
  await start(draft.id)
  const [brought] = await sql<{ id: string }>('select id from students where class_room_id = $1', [classRoomId])
  const move = { classRoomId, toClassRoomId: class5a.id }
  const { plan } = await as(manager)(classMoves.plan, move)
  const [undone] = await crossing(
    locked('students'),
    [brought!.id],
    async () => {
      await as(manager)(imports.undo, { importId: draft.id })
      return settled(draft.id)
    },
    () => as(manager)(classMoves.move, { ...move, plan }),
  )
  expect(undone).toMatchObject({ value: { state: 'undone' } })
  expect(await sql('select from class_rooms where id = $1', [classRoomId])).toEqual([])
})
