import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { cover } from '#contract/teaching/cover/cover.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { classMarks } from '#contract/teaching/exams/class-marks.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { students } from '#contract/people/students/students.ts'
import { today as todayContract } from '#contract/overviews/today/today.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'
import { counted, during } from '#test/harness/traffic.ts'
import { schemeDraft, usesOfGrade } from '#test/world/result-drafts.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const own = await testDatabase()
const { connection, traffic } = counted(own)
const { as, asVisitor, tokenOf } = await testApp({ connection })
const { teacher, supervisor, secondSupervisor, parent, manager, class4a, arabic, omar, nile, grade4, nileYear } = world
const october = monthId(nileYear, 2)

const sql = sqlIn(own)

const sheet = { classRoomId: class4a.id, dateFrom: today, dateTo: today }
const listed = () => as(teacher)(attendance.list, sheet)

/**
 * The statements of a call when the same person has made it before. It is the minimum of three calls, because audit lines of
 * reads may be stored at the same time.
 */
async function warm(call: () => Promise<unknown>) {
  await call()
  await call()
  const sent = [await during(traffic, call), await during(traffic, call), await during(traffic, call)]
  return sent.toSorted((a, b) => a.roundTrips - b.roundTrips)[0]!
}

describe('a call that was made before', () => {
  // The commit of a read is sent together with the statement that was the last one the time before.
  test.each([
    ["a class's attendance of a day", 1, 9, listed],
    ['the roll of a class', 1, 9, () => as(teacher)(students.ofClass, { classRoomId: class4a.id })],
    [
      "a class's marks in the exams of a course",
      1,
      8,
      () => as(manager)(classMarks.get, { classRoomId: class4a.id, courseId: arabic.id }),
    ],
    ['Me', 1, 9, () => as(supervisor)(identity.me, {})],
    ["a parent's Today", 1, 16, () => as(parent)(todayContract.get, {})],
    ['the covers of a day', 1, 14, () => as(manager)(cover.day, { schoolId: nile.id, day: today })],
    ['who is proposed for them', 1, 14, () => as(manager)(cover.propose, { schoolId: nile.id, day: today })],
    ["a child's attendance, as a parent", 1, 11, () => as(parent)(attendance.list, { studentId: omar.id })],
    ["a child's exams, as a parent", 1, 13, () => as(parent)(studentExams.list, { studentId: omar.id })],
  ])('%s takes at most %i round trips and %i statements', async (_, trips, most, call) => {
    const { roundTrips, statements } = await warm(call)
    expect({ roundTrips, statements }).toEqual({ roundTrips: trips, statements: most })
  })
})

test('a call after one that marked its session takes no round trip more', async () => {
  const me = (person: { phone: string }) => as(person)(identity.me, {})
  const { roundTrips } = await warm(() => me(supervisor))
  await tokenOf(secondSupervisor)
  await sql(`update sessions set last_used_at = now() - interval '5 minutes' where user_id = $1`, [secondSupervisor.id])
  await me(secondSupervisor)
  const [{ fresh }] = await sql(
    `select last_used_at > now() - interval '1 minute' as fresh from sessions where user_id = $1`,
    [secondSupervisor.id],
  )
  expect(fresh).toBe(true)
  expect(await during(traffic, () => me(secondSupervisor))).toMatchObject({ roundTrips })
})

test('a register that is saved again takes at most 4 round trips', async () => {
  let turn = 0
  const save = () =>
    as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: [{ studentId: omar.id, state: turn++ % 2 === 0 ? 'late' : 'absent' }],
    })
  expect((await warm(save)).roundTrips).toBeLessThanOrEqual(4)
})

test('ten exams that are set at once take at most 9 statements each', async () => {
  const exam = { classRoomId: class4a.id, courseId: arabic.id, monthId: october, date: today, rate: 20 }
  const set = () => as(manager)(exams.addSeveral, { items: Array.from({ length: 10 }, () => exam) })
  const few = (await warm(() => as(manager)(exams.addSeveral, { items: [exam] }))).statements
  expect((await warm(set)).statements - few).toBeLessThanOrEqual(9 * 9)
})

test('a person who signs in again takes at most 6 round trips and 25 statements', async () => {
  const signIn = () => asVisitor(identity.login, { phoneNumber: teacher.phone, password: demoPassword })
  const { roundTrips, statements } = await warm(signIn)
  expect(roundTrips).toBeLessThanOrEqual(6)
  expect(statements).toBeLessThanOrEqual(25)
})

describe('what changed since the call before', () => {
  beforeAll(() => warm(listed))

  test('the rights of a role are those of now', async () => {
    const taken = `from role_permissions rp using roles r, permissions p
      where r.id = rp.role_id and p.id = rp.permission_id and p.key = 'ViewAttendanceList'`
    const rows = await sql(`delete ${taken} returning rp.role_id, rp.permission_id`)
    await expect(listed()).rejects.toMatchObject({ status: 403 })
    await expect(listed()).rejects.toMatchObject({ status: 403 })
    for (const { role_id, permission_id } of rows)
      await sql('insert into role_permissions (role_id, permission_id) values ($1, $2)', [role_id, permission_id])
    expect(await listed()).toBeInstanceOf(Array)
  })

  test('a class is closed to those who teach it no more', async () => {
    const rows = await sql(
      'delete from class_teacher_courses where class_room_id = $1 and teacher_id = $2 returning school_id, course_id',
      [class4a.id, teacher.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    await expect(listed()).rejects.toMatchObject({ status: 404 })
    for (const { school_id, course_id } of rows)
      await sql(
        'insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id) values ($1, $2, $3, $4)',
        [school_id, class4a.id, teacher.id, course_id],
      )
    expect(await listed()).toBeInstanceOf(Array)
  })

  test('a parent sees no child whose link ended', async () => {
    const seen = () => as(parent)(attendance.list, { studentId: omar.id })
    await warm(seen)
    await sql(
      'update student_parents set ended_at = now(), ended_by = $1 where student_id = $2 and parent_id = $3 and ended_at is null',
      [manager.id, omar.id, parent.id],
    )
    await expect(seen()).rejects.toMatchObject({ status: 404 })
    await sql('update student_parents set ended_at = null, ended_by = null where student_id = $1 and parent_id = $2', [
      omar.id,
      parent.id,
    ])
    expect(await seen()).toBeInstanceOf(Array)
  })

  test('a school that was closed is closed, and one refusal is recorded', async () => {
    const refusals = async () =>
      (
        await sql(`select count(*)::integer as count from audit_lines where outcome <> 'read' and person_id = $1`, [
          teacher.id,
        ])
      )[0].count
    const before = await refusals()
    await sql('update schools set active = false where id = $1', [nile.id])
    await expect(listed()).rejects.toMatchObject({ status: 403 })
    expect(await refusals()).toBe(before + 1)
    await sql('update schools set active = true where id = $1', [nile.id])
    expect(await listed()).toBeInstanceOf(Array)
  })

  test('nothing is stored for a caller who may not store it any more', async () => {
    const save = () =>
      as(supervisor)(attendance.save, {
        classRoomId: class4a.id,
        date: today,
        students: [{ studentId: omar.id, state: 'late' }],
      })
    await warm(save)
    const version = async () =>
      (
        await sql('select version from attendance_sheets where class_room_id = $1 and date = $2', [class4a.id, today])
      )[0].version
    const before = await version()
    await sql('update class_rooms set supervisor_id = null where id = $1', [class4a.id])
    await sql('delete from class_teacher_courses where class_room_id = $1 and teacher_id = $2', [
      class4a.id,
      supervisor.id,
    ])
    await expect(save()).rejects.toMatchObject({ status: 404 })
    expect(await version()).toBe(before)
  })

  test('a session that ended opens nothing, nor for several calls at once', async () => {
    const me = () => as(teacher)(identity.me, {})
    await warm(me)
    const atOnce = () => Promise.allSettled([1, 2, 3, 4].map(listed))
    await atOnce() // With the same number of connections.
    await sql('delete from sessions where user_id = $1', [teacher.id])
    expect(await atOnce()).toEqual(
      Array(4).fill({ status: 'rejected', reason: expect.objectContaining({ status: 401 }) }),
    )
    await expect(me()).rejects.toMatchObject({ status: 401 })
    await expect(listed()).rejects.toMatchObject({ status: 401 })
  })
})

test('the choices of results take no more statements for who supervises every class than for who supervises one', async () => {
  const terms = [{ name: 'الفصل الأول', startDate: today, endDate: today }]
  await as(manager)(calendarSettings.terms, { schoolId: nile.id, yearId: nileYear.id, terms })
  const choices = () => as(supervisor)(results.choices, { schoolId: nile.id })
  const few = (await warm(choices)).statements
  const supervised = await sql('select id, supervisor_id from class_rooms where school_id = $1', [nile.id])
  await sql('update class_rooms set supervisor_id = $1 where school_id = $2', [supervisor.id, nile.id])
  expect((await choices()).grades.flatMap(({ classes }) => classes).every(({ whole }) => whole)).toBe(true)
  expect((await warm(choices)).statements).toBe(few)
  for (const { id, supervisor_id } of supervised)
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [supervisor_id, id])
})

describe('the remarks of a class', () => {
  let termId: string

  beforeAll(async () => {
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [secondSupervisor.id, class4a.id])
    const terms = [{ name: 'الفصل الأول', startDate: today, endDate: today }]
    await as(manager)(calendarSettings.terms, { schoolId: nile.id, yearId: nileYear.id, terms })
    const [term] = await sql('select id from terms where school_id = $1', [nile.id])
    termId = term.id
    const scheme = await as(manager)(resultSchemes.save, schemeDraft(nile.id))
    await as(manager)(resultSchemes.saveUses, { schoolId: nile.id, termId, uses: usesOfGrade(grade4.id, scheme.id) })
  })

  test.each([
    ['about the class', 27, secondSupervisor, {}],
    ['about a course', 26, manager, { courseId: arabic.id }],
  ])('%s take at most 8 round trips and %i statements', async (_, most, person, more) => {
    const place = { classRoomId: class4a.id, termId, language: 'ar' as const, ...more }
    const { roundTrips, statements } = await warm(() => as(person)(remarks.ofClass, place))
    expect({ roundTrips, statements }).toEqual({ roundTrips: 8, statements: most })
  })
})
