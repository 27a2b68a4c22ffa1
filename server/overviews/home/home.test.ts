import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { home } from '#contract/overviews/home/home.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { daysFrom } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today as day } from '#test/world/clock.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { insert } from '#test/world/insert.ts'
import { absenceRows } from '#test/world/one-of-absence.ts'
import { world } from '#test/world/world.ts'
import { allStudents } from '#test/world/students.ts'

const { as, wire, connection } = await testApp()
const { sql, setWork } = byHandIn(connection)
const { giveKey } = tracesIn(connection)
const { manager, deputy, teacher, supervisor, registrar, idleTeacher, otherManager, parent, admin, newcomer } = world
const { nile, omar, classmate, class4a, class4b, arabic } = world
const { delta, deltaSupervisor, deltaStudent, deltaClass1, deltaArabic } = world

const homeOf = (person: { phone: string }) => as(person)(home.school, { schoolId: nile.id })
const classOf = async (person: { phone: string }, { id }: { id: string } = class4a) =>
  (await homeOf(person)).classes.find((one) => one.id === id)

const take = (states: Record<string, 'present' | 'absent' | 'late' | 'excused'>, date = day) =>
  as(supervisor)(attendance.save, {
    classRoomId: class4a.id,
    date,
    students: Object.entries(states).map(([studentId, state]) => ({ studentId, state })),
  })

test('the home of a manager: every class, the figures of the day, and what waits', async () => {
  await take({ [omar.id]: 'absent', [classmate.id]: 'late' })
  const answer = await homeOf(manager)
  expect(answer).toMatchObject({ schoolId: nile.id, today: day, wholeSchool: true })
  expect(answer.classes).toHaveLength(6)
  expect(answer.classes.every(({ isOwn }) => !isOwn)).toBe(true)
  expect(answer.classes.map(({ register }) => register).filter(Boolean)).toEqual([
    { present: 0, late: 1, absent: 1, excused: 0 },
  ])
  expect(answer.attendance).toMatchObject({ present: 0, late: 1, absent: 1, excused: 0 })
  expect(answer.attendance!.trend).toHaveLength(14)
  expect(answer.attendance!.trend.at(-1)).toEqual({ date: day, percent: 50 })
  expect(answer.waiting).toContainEqual({ kind: 'payments', count: 1 })
})

test('what a saved register does not change can be left out, and the inbox is counted as by itself', async () => {
  const whole = await homeOf(manager)
  const { unread } = await as(manager)(inbox.unread, {})
  expect(whole.unread).toBe(unread)
  const less = await as(manager)(home.school, { schoolId: nile.id, averages: false })
  const classes = whole.classes.map((one) => ({ ...one, averages: [] }))
  expect(less).toEqual({ ...whole, asOf: less.asOf, courses: [], classes, steps: null })
  expect(whole.courses.length).toBeGreaterThan(0)
})

test('what waits is counted as its list counts it, for people who may decide it, about students within their reach', async () => {
  const inSchool = { school_id: nile.id }
  const result = { ...inSchool, student_id: omar.id }
  const year = (await sql('select id from school_years where school_id = $1 limit 1', [nile.id]))[0].id
  const known = { inSchool, result, person: manager.id, classRoom: class4a.id, year, date: daysFrom(day, -7) }
  const one = absenceRows(known).filter(([table]) => !table.endsWith('_settings'))
  await withClient(connection, async (client) => {
    for (const [table, row] of one) await insert(client, table, [row.steps === '[]' ? { ...row, steps: [] } : row])
  })
  await sql(
    `insert into phone_changes (id, school_id, person_id, old_number, new_number, requested_by, requested_at)
     values ($1, $2, $3, '01000000005', '01000000995', $4, $5)`,
    [newId(), nile.id, parent.id, deputy.id, `${day}T08:00:00Z`],
  )
  await as(manager)(staffInvitations.invite, {
    schoolId: nile.id,
    teacherName: 'معلم جديد',
    phoneNumber: '01000000996',
  })

  const waitingOf = async (person: { phone: string }) =>
    Object.fromEntries((await homeOf(person)).waiting.map(({ kind, count }) => [kind, count]))
  const bySchool = { schoolId: nile.id, pageSize: 200 }
  const { listed } = as(manager)
  const lists = {
    excuses: await listed(excuses.waiting, bySchool),
    letters: await listed(absenceRules.steps, { ...bySchool, state: 'open' }),
    conduct: await listed(conduct.list, { ...bySchool, state: 'waiting' }),
    staffInvitations: await listed(staffInvitations.list, { schoolId: nile.id }),
  }
  const counts = Object.fromEntries(Object.entries(lists).map(([kind, { rows }]) => [kind, rows.length]))
  expect(Object.values(counts).every((count) => count > 0)).toBe(true)
  expect(await waitingOf(manager)).toMatchObject({ ...counts, numbers: 1 })

  await giveKey(supervisor, 'DecideExcuses', nile)
  const ofClass = await waitingOf(supervisor)
  expect(ofClass).toMatchObject({ excuses: 1 })
  expect(Object.keys(ofClass)).not.toEqual(expect.arrayContaining(['numbers']))
  expect(await waitingOf(idleTeacher)).toEqual({})

  await sql('update students set active = false where id = $1', [omar.id])
  expect(Object.keys(await waitingOf(manager))).not.toEqual(expect.arrayContaining(['excuses']))
  await sql('update students set active = true where id = $1', [omar.id])
})

describe('a class shows', () => {
  test('how many percent were present on each of the last days, null where no register was taken', async () => {
    await take({ [omar.id]: 'absent', [classmate.id]: 'late' })
    const { days, classes } = await homeOf(manager)
    expect(days).toHaveLength(6)
    expect(days.at(-1)).toBe(day)
    const taken = classes.find(({ id }) => id === class4a.id)!
    const other = classes.find(({ id }) => id === class4b.id)!
    expect(taken.week.at(-1)).toBe(50)
    expect(other.week.at(-1)).toBeNull()
    expect(other.week.slice(0, -1).every((percent) => percent !== null && percent > 50 && percent <= 100)).toBe(true)
  })

  test('only a whole class as a hundred percent present', async () => {
    const before = (await homeOf(manager)).days.at(-2)!
    await sql('delete from attendance_marks where date = $1', [before])
    await sql(
      `with s as (select id from students where class_room_id = $1 limit 1)
       insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id)
       select gen_random_uuid(), $2, $1, st.id, $3::date, case when s.id is null then 'present' else 'absent' end, $4
       from students st left join s on s.id = st.id where st.school_id = $2`,
      [class4a.id, nile.id, before, supervisor.id],
    )
    const { days } = await homeOf(manager)
    const at = days.indexOf(before)
    expect((await classOf(manager))!.week[at]).toBeLessThan(100)
    await sql(`update attendance_marks set state = 'present' where date = $1`, [before])
    expect((await classOf(manager))!.week[at]).toBe(100)
  })

  test('its average in each course, of the exams of the last two months in which results are there', async () => {
    await sql('update exams set removed_at = now(), removed_by = supervisor_id where class_room_id = $1', [class4a.id])
    const result = (mark: number) => ({ total_result: mark, is_attend: true })
    await setWork('exam', daysFrom(day, -3), { result: result(10) })
    await setWork('exam', daysFrom(day, -2), { result: result(19) })
    await setWork('exam', daysFrom(day, -2), { result: { total_result: 0, is_attend: false } })
    await setWork('exam', daysFrom(day, -70), { result: result(1) })
    const { courses, classes } = await homeOf(manager)
    const own = classes.find(({ id }) => id === class4a.id)!
    expect(own.averages).toHaveLength(courses.length)
    expect(courses.flatMap(({ id }, nth) => (own.averages[nth] === null ? [] : [[id, own.averages[nth]]]))).toEqual([
      [arabic.id, 73],
    ])
  })
})

describe('a teacher sees', () => {
  test('own classes only, and their own first', async () => {
    const { classes, wholeSchool } = await homeOf(teacher)
    expect(wholeSchool).toBe(false)
    expect(classes.map(({ id, isOwn }) => [id, isOwn])).toEqual([
      [class4a.id, true],
      [class4b.id, true],
    ])
  })

  test('work of which marks are missing, the oldest first, and what is due', async () => {
    await sql(`update homework set assignment_date = assignment_date - 60`)
    await sql(`update exams set exam_date = exam_date - 60`)
    await sql(`update activities set activity_date = activity_date - 60`)
    const old = await setWork('exam', daysFrom(day, -5))
    const marked = await setWork('exam', daysFrom(day, -5), { result: { total_result: 3, is_attend: true } })
    const due = await setWork('homework', daysFrom(day, 1), { result: { is_delivered: true, delivered_date: day } })
    const foreign = await setWork('exam', daysFrom(day, -1), { course: world.maths })
    const seen = await homeOf(teacher)
    expect(seen.unmarked).toEqual([
      {
        kind: 'exam',
        id: old,
        classRoomId: class4a.id,
        classRoomName: 'فصل 4أ',
        courseName: arabic.name,
        date: daysFrom(day, -5),
        done: 0,
        students: 1,
      },
    ])
    expect(seen.waiting).toEqual([{ kind: 'marks', count: 1 }])
    expect(seen.due.map(({ id, done, students }) => [id, done, students])).toEqual([[due, 1, 1]])
    const ofManager = await homeOf(manager)
    expect(ofManager.unmarked.map(({ id }) => id)).toEqual([old, foreign])
    expect(JSON.stringify(ofManager)).not.toContain(marked)
  })

  test('who is absent, without the guardian', async () => {
    await take({ [omar.id]: 'absent', [classmate.id]: 'excused' })
    const [absent, ...others] = (await homeOf(teacher)).attendance!.absentStudents
    expect(others).toEqual([])
    expect(absent).toMatchObject({ studentId: omar.id, guardianName: null, guardianPhone: null })
    const [seenByManager] = (await homeOf(deputy)).attendance!.absentStudents
    expect(seenByManager).toMatchObject({ studentId: omar.id, classRoomName: 'فصل 4أ' })
    expect([parent.phone, world.mother.phone]).toContain(seenByManager!.guardianPhone)
  })
})

test('who is absent in a register that does not count is in no figure and no list of the day', async () => {
  const other = allStudents.find(({ classRoomId, active }) => classRoomId === class4b.id && active)!
  await take({ [omar.id]: 'absent' })
  await as(manager)(attendance.save, {
    classRoomId: class4b.id,
    date: day,
    students: [{ studentId: other.id, state: 'absent' }],
  })
  const absent = async () => {
    const { attendance: today } = await homeOf(manager)
    return [today!.absent, today!.absentStudents.map(({ studentId }) => studentId)]
  }
  expect(await absent()).toEqual([2, [omar.id, other.id]])
  const register = [nile.id, class4b.id, day]
  await sql('insert into uncounted_registers (school_id, class_room_id, date) values ($1, $2, $3)', register)
  expect(await absent()).toEqual([1, [omar.id]])
  await sql('delete from uncounted_registers')
  await sql('delete from attendance_marks where school_id = $1 and class_room_id = $2 and date = $3', register)
})

test('a teacher in two schools sees in each the figures of that one', async () => {
  await sql('insert into school_teachers (school_id, teacher_id) values ($1, $2)', [delta.id, teacher.id])
  const link = [delta.id, teacher.id, deltaArabic.id]
  await sql('insert into school_teacher_courses (school_id, teacher_id, course_id) values ($1, $2, $3)', link)
  await sql(
    'insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id) values ($1, $2, $3, $4)',
    [...link, deltaClass1.id],
  )
  const figures = async () => ({ ...(await homeOf(teacher)), asOf: null })
  const before = await figures()
  await as(deltaSupervisor)(attendance.save, {
    classRoomId: deltaClass1.id,
    date: day,
    students: [{ studentId: deltaStudent.id, state: 'absent' }],
  })
  const absent = await sql(`select from attendance_marks where student_id = $1 and date = $2 and state = 'absent'`, [
    deltaStudent.id,
    day,
  ])
  expect(absent).toHaveLength(1)
  expect(await figures()).toEqual(before)
})

test('a teacher without a class sees none', async () => {
  const { classes } = await homeOf(idleTeacher)
  expect(classes).toEqual([])
})

describe('what a person may not see is not there', () => {
  test('attendance, work and what waits, each by its key', async () => {
    await take({ [omar.id]: 'absent' })
    await as(manager)(invitations.invite, {
      studentId: omar.id,
      phoneNumber: '01099999999',
      relationId: (await sql('select id from relation_types limit 1'))[0].id,
    })
    expect((await homeOf(manager)).waiting.map(({ kind }) => kind)).toContain('invitations')
    const seen = await homeOf(registrar)
    expect(seen).toMatchObject({ wholeSchool: true, attendance: null, days: [], waiting: [], unmarked: [], due: [] })
    expect(seen.classes.every(({ register, week, averages }) => !register && !week.length && !averages.length)).toBe(
      true,
    )
    expect((await homeOf(teacher)).waiting.map(({ kind }) => kind)).not.toContain('invitations')
  })

  test('a home of a school that is not theirs', async () => {
    await expect(homeOf(otherManager)).rejects.toMatchObject(notFound)
    for (const person of [parent, admin, newcomer]) await expect(homeOf(person)).rejects.toMatchObject(notAllowed)
    expect(await wire('Home/GetSchoolHome', { schoolId: nile.id })).toMatchObject({ status: 401 })
  })

  test('payments that were decided', async () => {
    await sql('update payment_requests set removed_at = now(), removed_by = requested_by where approved is null')
    expect((await homeOf(manager)).waiting.map(({ kind }) => kind)).not.toContain('payments')
  })
})

test('the home of a school of forty classes and long names fits into 15 kB', async () => {
  await sql(
    `insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students, supervisor_id)
     select gen_random_uuid(), school_id, grade_id, language_id, 'الفصل رقم ' || n, gender, 30, supervisor_id
     from class_rooms cross join generate_series(1, 34) n where id = $1`,
    [class4a.id],
  )
  await sql(
    `with sheets as (
       insert into attendance_sheets (school_id, class_room_id, date, version, saved_by)
       select school_id, id, $2::date, 1, $3 from class_rooms where school_id = $1 on conflict do nothing)
     insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id)
     select gen_random_uuid(), st.school_id, st.class_room_id, st.id, $2::date, 'absent', $3
     from students st where st.school_id = $1 and st.active
     on conflict do nothing`,
    [nile.id, day, supervisor.id],
  )
  const { text } = await wire('Home/GetSchoolHome', { schoolId: nile.id }, { as: manager })
  expect(JSON.parse(text).classes).toHaveLength(40)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15_000)
})
