import { beforeEach, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'

/** Sunday; the lessons begin at 8:00, 8:45, 9:30, 10:15 and 11:00. */
const day = '2026-11-15'
const at = (time: string, on = day) => Date.parse(`${on}T${time}:00+02:00`)
let moment = at('07:30')
const { app, as, connection, tokenOf } = await testApp({ clock: { now: () => new Date(moment) } })
const { sql } = tracesIn(connection)
const { manager, supervisor, teacher, mathsTeacher, scienceTeacher, parent, otherManager } = world
const { nile, class4a, class5b, omar, classmate } = world
await publishWeek(as, day)
const other = allStudents.find(({ classRoomId, active }) => classRoomId === class5b.id && active)!

beforeEach(async () => {
  moment = at('12:00')
  for (const table of ['lesson_marks', 'lesson_sheets', 'day_rules', 'excuses']) await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${day}'`)
  await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'first' })
})

type Students = InputOf<typeof lessonRegisters.save>['students']
const lesson = (number: number, date = day) => ({ classRoomId: class4a.id, date, number })
const save = (person: { phone: string }, number: number, students: Students, more: object = {}) =>
  as(person)(lessonRegisters.save, { ...lesson(number), students, ...more })
const sheet = (person: { phone: string }, number: number, date = day) =>
  as(person)(lessonRegisters.sheet, lesson(number, date))
const ofOmar = async (number: number) => (await sheet(teacher, number)).students.find(({ id }) => id === omar.id)!
const daysOf = (student: { id: string }) =>
  as(manager)(attendance.list, { studentId: student.id, dateFrom: day, dateTo: day })

test('a lesson is taken, the next one begins as it left the pupils, and the day follows', async () => {
  const empty = await sheet(teacher, 1)
  expect(empty).toMatchObject({
    number: 1,
    starts: '08:00',
    ends: '08:45',
    version: 0,
    may: { save: true, withReason: false },
  })
  expect(empty.students.every(({ mark, before }) => mark === null && before === null)).toBe(true)
  await save(teacher, 1, [
    { studentId: omar.id, state: 'present', leftAt: '08:40' },
    { studentId: classmate.id, state: 'absent' },
  ])
  const second = await sheet(mathsTeacher, 2)
  const beforeOf = (id: string) => second.students.find((one) => one.id === id)!.before
  expect(beforeOf(omar.id)).toEqual({ number: 1, since: 1, state: 'present', leftAt: '08:40' })
  expect(beforeOf(classmate.id)).toEqual({ number: 1, since: 1, state: 'absent', leftAt: null })
  await save(mathsTeacher, 2, [
    { studentId: omar.id, state: 'absent' },
    { studentId: classmate.id, state: 'absent' },
  ])
  expect((await ofOmar(3)).before).toEqual({ number: 2, since: 2, state: 'absent', leftAt: '08:40' })
  expect(await daysOf(omar)).toMatchObject([{ state: 'present', leftAt: '08:40', origin: 'derived' }])
  expect(await daysOf(classmate)).toMatchObject([{ state: 'absent', leftAt: null, origin: 'derived' }])
  const { lessons, students, takesLessons } = await as(supervisor)(lessonRegisters.day, {
    classRoomId: class4a.id,
    date: day,
  })
  expect([takesLessons, ...lessons.map(({ number, version }) => [number, version])]).toEqual([
    true,
    [1, 1],
    [2, 1],
    [3, 0],
    [4, 0],
  ])
  expect(students.find(({ id }) => id === omar.id)).toMatchObject({
    day: { state: 'present', origin: 'derived', leftAt: '08:40' },
    marks: [
      { number: 1, state: 'present', leftAt: '08:40' },
      { number: 2, state: 'absent' },
    ],
  })
  expect(await as(parent)(lessonRegisters.ofStudent, { studentId: omar.id, date: day })).toMatchObject([
    { number: 1, courseName: world.arabic.name, leftAt: '08:40' },
    { number: 2, courseName: world.maths.name, state: 'absent' },
  ])
})

test('parents hear of the state of the day once, and not of every lesson', async () => {
  const events = async () =>
    (await sql(`select payload from outbox where event = 'attendance' order by id`)).map(({ payload }) => payload.marks)
  const before = (await events()).length
  for (const number of [1, 2, 3]) await save(teacher, number, [{ studentId: omar.id, state: 'absent' }])
  expect((await events()).slice(before)).toEqual([[{ studentId: omar.id, state: 'absent' }]])
})

test('an accepted excuse turns the absent day, before and after the lessons, and its kind is shown', async () => {
  await save(teacher, 1, [{ studentId: omar.id, state: 'absent' }])
  await as(manager)(excuses.enter, { studentId: omar.id, fromDay: day, excuseKind: 'mission' })
  expect(await daysOf(omar)).toMatchObject([{ state: 'excused' }])
  await save(mathsTeacher, 2, [{ studentId: omar.id, state: 'absent' }])
  expect(await daysOf(omar)).toMatchObject([{ state: 'excused', origin: 'derived' }])
  expect((await ofOmar(3)).excuseKind).toBe('mission')
})

test('what is no lesson of the class, not yet, or about others is refused', async () => {
  const mark: Students = [{ studentId: omar.id, state: 'present' }]
  await expect(save(teacher, 7, mark)).rejects.toMatchObject(refused(400, 'This class has no such lesson on this day'))
  await expect(save(teacher, 1, mark, { groupId: class5b.id })).rejects.toMatchObject({ status: 400 })
  await expect(save(teacher, 1, [{ studentId: other.id, state: 'present' }])).rejects.toMatchObject(
    refused(400, 'A student is not in this lesson'),
  )
  await expect(save(teacher, 1, [...mark, ...mark])).rejects.toMatchObject(refused(400, 'A student is listed twice'))
  moment = at('07:49')
  await expect(save(teacher, 1, mark)).rejects.toMatchObject(refused(409, 'This lesson has not begun yet'))
  expect((await sheet(teacher, 1)).may.save).toBe(false)
  moment = at('07:50')
  await save(teacher, 1, mark)
  await expect(save(teacher, 1, mark, { baseVersion: 0 })).rejects.toMatchObject({
    status: 409,
    current: [{ studentId: omar.id, version: 1 }],
  })
  await expect(save(teacher, 1, mark, { classRoomId: class5b.id })).rejects.toMatchObject(notFound)
  await expect(save(otherManager, 1, mark)).rejects.toMatchObject(notFound)
  await expect(save(parent, 1, mark)).rejects.toMatchObject({ status: 403 })
})

test('the same lesson sent twice from a device counts once', async () => {
  const clientOperationId = '01910000-0000-7000-8000-000000000001'
  const first = await save(teacher, 1, [{ studentId: omar.id, state: 'late', minutesLate: 5 }], { clientOperationId })
  expect(
    await save(teacher, 1, [{ studentId: omar.id, state: 'late', minutesLate: 5 }], { clientOperationId }),
  ).toEqual(first)
  expect((await sheet(teacher, 1)).version).toBe(1)
})

test('of two devices that began from the same register the second sees the first, and no mark is lost', async () => {
  await save(teacher, 1, [{ studentId: omar.id, state: 'absent' }], { baseVersion: 0 })
  const late = save(teacher, 1, [{ studentId: classmate.id, state: 'late', minutesLate: 4 }], { baseVersion: 0 })
  await expect(late).rejects.toMatchObject({
    ...refused(409, 'Someone else has changed this sheet'),
    current: [{ studentId: omar.id, state: 'absent', version: 1 }],
  })
  await save(teacher, 1, [{ studentId: classmate.id, state: 'late', minutesLate: 4 }], { baseVersion: 1 })
  const { students } = await sheet(teacher, 1)
  const states = students.flatMap(({ id, mark }) => (mark ? [[id, mark.state]] : []))
  expect(Object.fromEntries(states)).toEqual({ [omar.id]: 'absent', [classmate.id]: 'late' })
})

test('its teacher corrects a lesson until the end of the next school day, afterwards the office with a reason', async () => {
  await save(teacher, 1, [{ studentId: omar.id, state: 'absent' }])
  moment = at('23:00', '2026-11-16')
  await save(scienceTeacher, 3, [{ studentId: omar.id, state: 'present' }])
  moment = at('08:00', '2026-11-17')
  const late: Students = [{ studentId: omar.id, state: 'present' }]
  await expect(save(teacher, 1, late)).rejects.toMatchObject(
    refused(403, 'This lesson can no longer be changed; ask the office'),
  )
  await expect(save(manager, 1, late)).rejects.toMatchObject(refused(400, 'Say why this lesson is changed so late'))
  await save(manager, 1, late, { lateReason: 'كان في العيادة' })
  expect(await daysOf(omar)).toMatchObject([{ state: 'present', origin: 'derived' }])
})

test('other classes and earlier days keep the register of the day, which the office alone takes in a class by lessons', async () => {
  const register = (classRoomId: string, date: string, studentId: string) => ({
    classRoomId,
    date,
    students: [{ studentId, state: 'present' as const }],
  })
  await expect(as(supervisor)(attendance.save, register(class4a.id, day, omar.id))).rejects.toMatchObject(
    refused(409, 'The day of this class follows from its lessons'),
  )
  await as(supervisor)(attendance.save, register(class4a.id, '2026-11-12', omar.id))
  await as(manager)(attendance.save, register(class5b.id, day, other.id))
  const inOther = {
    classRoomId: class5b.id,
    date: day,
    number: 1,
    students: [{ studentId: other.id, state: 'late' as const }],
  }
  await expect(as(manager)(lessonRegisters.save, inOther)).rejects.toMatchObject(
    refused(409, 'The register of this class is taken once a day'),
  )
  const { lessons } = await as(teacher)(timetable.now, { schoolId: nile.id })
  expect(lessons.map(({ number, takesLessons, registerTaken }) => [number, takesLessons, registerTaken])).toEqual([
    [1, true, false],
    [2, true, false],
  ])
})

test('a rule is set for today or later, needs a timetable, and is tried before on what was taken', async () => {
  const rule = (more: object) => ({ gradeId: class4a.gradeId, fromDay: day, dayRule: 'missed' as const, ...more })
  const set = (more: object, person = manager) => as(person)(dayRuleOperations.save, rule(more))
  await expect(set({}, teacher)).rejects.toMatchObject(notAllowed)
  await expect(set({}, otherManager)).rejects.toMatchObject(notFound)
  await expect(set({ fromDay: '2026-11-14' })).rejects.toMatchObject({ status: 400 })
  await expect(set({ dayRule: 'share' })).rejects.toMatchObject(
    refused(400, 'Say which share of the lessons makes a day'),
  )
  await save(teacher, 1, [{ studentId: omar.id, state: 'present' }])
  await save(mathsTeacher, 2, [{ studentId: omar.id, state: 'absent' }])
  await expect(set({})).rejects.toMatchObject(refused(409, 'Lessons of today are taken already; choose a later day'))
  const tried = await as(manager)(dayRuleOperations.test, { gradeId: class4a.gradeId, dayRule: 'missed' })
  expect(tried).toMatchObject({
    days: 1,
    changed: 1,
    rows: [{ studentId: omar.id, date: day, state: 'present', newState: 'absent' }],
  })
  const { grades } = await set({ fromDay: '2026-11-22', dayRule: 'share', share: 75 })
  const grade = grades.find(({ gradeId }) => gradeId === class4a.gradeId)!
  expect(grade).toMatchObject({
    dayRule: 'first',
    fromDay: day,
    planned: { dayRule: 'share', share: 75, fromDay: '2026-11-22' },
  })
  await expect(set({ fromDay: '2026-11-23', baseVersion: 1 })).rejects.toMatchObject({ status: 409 })
  const back = await set({ dayRule: 'first', baseVersion: grade.version })
  expect(back.grades.find(({ gradeId }) => gradeId === class4a.gradeId)!.planned).toBeNull()
})

test('the marks of lessons are listed by class and by school, within reach, and as a file', async () => {
  await save(teacher, 1, [
    { studentId: omar.id, state: 'late', minutesLate: 7 },
    { studentId: classmate.id, state: 'absent', note: 'سأل عنه زميله' },
  ])
  await save(mathsTeacher, 2, [{ studentId: omar.id, state: 'present', leftAt: '09:20' }])
  const days = { dateFrom: day, dateTo: day }
  const list = async (person: { phone: string }, more: object = {}) =>
    (await as(person)(lessonRegisters.marks, { classRoomId: class4a.id, ...days, ...more })).map(
      ({ studentId, number, state }) => [number, studentId, state],
    )
  const all = [
    [1, omar.id, 'late'],
    [1, classmate.id, 'absent'],
    [2, omar.id, 'present'],
  ]
  expect(await list(manager)).toEqual(expect.arrayContaining(all))
  expect((await list(manager)).map(([number]) => number)).toEqual([1, 1, 2])
  expect(await list(manager, { state: 'absent' })).toEqual([all[1]])
  expect(await list(supervisor, { classRoomId: undefined, schoolId: nile.id })).toHaveLength(3)
  expect(await list(manager, { dateFrom: '2026-11-16', dateTo: '2026-11-16' })).toEqual([])
  await expect(list(otherManager)).rejects.toMatchObject(notFound)

  const payload = { list: lessonRegisters.marks.path, input: { classRoomId: class4a.id, ...days }, language: 'ar' }
  const file = await app.inject({
    method: 'POST',
    url: `/${exportList.path}`,
    headers: { authorization: `Bearer ${await tokenOf(manager)}` },
    payload: { ...payload, format: 'csv' },
  })
  expect(file.statusCode).toBe(200)
  const [heading, ...lines] = file.body.slice(1).trimEnd().split('\r\n')
  for (const word of ['المجموعة', 'الرقم', 'دقائق التأخير', 'وقت الانصراف', 'في مهمة للمدرسة', 'سجّله'])
    expect(heading).toContain(word)
  expect(lines).toHaveLength(3)
  expect(lines.join()).toContain('سأل عنه زميله')
  expect(lines[2]).toContain('09:20')
})
