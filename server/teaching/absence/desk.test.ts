import { beforeEach, describe, expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { allStudents } from '#test/world/students.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, deputy, supervisor, teacher, parent, otherManager } = world
const { nile, class4a, class4b, class6b, omar, laila, classmate } = world
const neighbour = allStudents.find(
  ({ id, classRoomId, active }) => classRoomId === class4a.id && active && ![omar.id, classmate.id].includes(id),
)!

const instant = /^[\d-]{10}T[\d:]{8}\.\d{3}Z$/
const read = (person = manager) => as(person)(desk.get, { schoolId: nile.id })
const lineOf = async (studentId: string) => (await read()).students.find((one) => one.studentId === studentId)
const save = (
  students: { studentId: string; state: 'present' | 'absent' | 'late' | 'excused'; minutesLate?: number }[],
) => as(supervisor)(attendance.save, { classRoomId: class4a.id, date: today, students })

beforeEach(async () => {
  for (const table of ['attendance_marks', 'attendance_sheets'])
    await sql(`delete from ${table} where date = $1`, [today])
  for (const table of ['excuses', 'absence_calls', 'register_reminders']) await sql(`delete from ${table}`)
})

describe('the desk of a day', () => {
  test('lists who is absent, late and excused with the phones of home, and counts the rest', async () => {
    await save([
      { studentId: omar.id, state: 'late', minutesLate: 12 },
      { studentId: neighbour.id, state: 'absent' },
      { studentId: classmate.id, state: 'present' },
    ])
    const { students, counts, classes, ...shown } = await read()
    expect(shown).toMatchObject({ schoolId: nile.id, today, nextDay: daysFrom(today, 1) })
    expect(counts).toEqual({ present: 1, late: 1, absent: 1, excused: 0 })
    expect(classes).toEqual({ all: 6, taken: 1 })
    expect(students.map(({ studentId, state }) => [studentId, state])).toEqual([
      [neighbour.id, 'absent'],
      [omar.id, 'late'],
    ])
    expect(students[1]).toMatchObject({
      studentName: 'عمر كريم الجندي',
      classRoomName: class4a.name,
      minutesLate: 12,
      call: null,
      excuse: null,
    })
    // Both parents, then the phone number that is not linked yet.
    expect(students[1]!.guardians.map(({ phone }) => phone)).toEqual(
      expect.arrayContaining([parent.phone, world.mother.phone, '01555000001']),
    )
    expect(students[1]!.guardians.at(-1)).toEqual({
      guardianName: null,
      relationName: 'guardian',
      phone: '01555000001',
    })
  })

  test('names the classes without a register, a sheet without marks among them', async () => {
    const saved = await save([{ studentId: omar.id, state: 'present' }])
    expect((await read()).missing.map(({ classRoomId }) => classRoomId)).not.toContain(class4a.id)
    await as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: [{ studentId: omar.id, state: null }],
      baseVersion: saved.version,
    })
    const { missing } = await read()
    expect(missing).toHaveLength(6)
    expect(missing[0]).toEqual({
      classRoomId: class4a.id,
      classRoomName: class4a.name,
      supervisorName: 'طارق عبدالعزيز شلبي',
      studentsCount: expect.any(Number),
      reminder: null,
    })
    expect(missing.find(({ classRoomId }) => classRoomId === class6b.id)!.supervisorName).toBeNull()
  })

  test('names who stays away on the next day', async () => {
    const tomorrow = daysFrom(today, 1)
    const ask = (studentId: string, fromDay: string) =>
      as(parent)(excuses.ask, { studentId, fromDay, excuseKind: 'travel', text: 'سفر' })
    const { id } = await ask(omar.id, tomorrow)
    await ask(laila.id, daysFrom(today, 2))
    expect((await read()).planned).toEqual([
      {
        excuseId: id,
        studentId: omar.id,
        studentName: 'عمر كريم الجندي',
        classRoomName: class4a.name,
        fromDay: tomorrow,
        toDay: tomorrow,
        kind: 'travel',
        text: 'سفر',
        accepted: null,
      },
    ])
    await sql('update students set active = false where id = $1', [omar.id])
    expect((await read()).planned).toEqual([])
    await sql('update students set active = true where id = $1', [omar.id])
    await as(manager)(excuses.decide, { studentId: omar.id, excuseId: id, accept: false, reason: 'امتحان' })
    expect((await read()).planned).toEqual([])
  })

  test('is of the classes within reach, with its key alone', async () => {
    await save([{ studentId: omar.id, state: 'absent' }])
    await expect(read(supervisor)).rejects.toMatchObject(notAllowed)
    await expect(read(otherManager)).rejects.toMatchObject(notFound)
    await giveKey(supervisor, 'HandleAbsence', nile)
    const own = await read(supervisor)
    expect(own.classes).toEqual({ all: 1, taken: 1 })
    expect(own.students.map(({ studentId }) => studentId)).toEqual([omar.id])
    await expect(as(supervisor)(desk.remind, { classRoomId: class4b.id })).rejects.toMatchObject(notFound)
    expect((await read(deputy)).classes.all).toBe(6)
  })
})

describe('a call', () => {
  test('is kept with who made it and when; the latest of the day is shown', async () => {
    await save([{ studentId: omar.id, state: 'absent' }])
    await as(manager)(desk.noteCall, { studentId: omar.id, outcome: 'noAnswer' })
    const call = await as(deputy)(desk.noteCall, { studentId: omar.id, outcome: 'reached', note: 'مريض' })
    expect(call).toEqual({
      outcome: 'reached',
      note: 'مريض',
      byName: 'إيمان رشاد الصباغ',
      at: expect.stringMatching(instant),
    })
    expect((await lineOf(omar.id))!.call).toEqual(call)
    expect(await sql('select outcome from absence_calls order by created_at')).toHaveLength(2)
  })

  test('is about a student of the desk', async () => {
    const sentence = refused(409, 'This student is not absent or late today')
    await expect(as(manager)(desk.noteCall, { studentId: omar.id, outcome: 'reached' })).rejects.toMatchObject(sentence)
    await save([{ studentId: omar.id, state: 'present' }])
    await expect(as(manager)(desk.noteCall, { studentId: omar.id, outcome: 'reached' })).rejects.toMatchObject(sentence)
  })
})

describe('a reminder', () => {
  test('reaches the supervisor, once within ten minutes and while the register is missing', async () => {
    await deliverAll(connection)
    await as(manager)(desk.remind, { classRoomId: class4a.id })
    const again = refused(409, 'This register is there, or was reminded of a moment ago')
    await expect(as(deputy)(desk.remind, { classRoomId: class4a.id })).rejects.toMatchObject(again)
    expect((await read()).missing[0]!.reminder).toEqual({
      byName: expect.stringContaining('نجلاء'),
      at: expect.stringMatching(instant),
    })

    await deliverAll(connection)
    expect((await as(supervisor)(inbox.items, {}))[0]).toMatchObject({
      kind: 'registerMissing',
      link: { to: 'classRoom', id: class4a.id, tab: 'attendance' },
    })
    expect((await as(teacher)(inbox.items, {})).map(({ kind }) => kind)).not.toContain('registerMissing')

    await sql(`update register_reminders set created_at = created_at - interval '11 minutes'`)
    await as(manager)(desk.remind, { classRoomId: class4a.id })
    await sql(`update register_reminders set created_at = created_at - interval '11 minutes'`)
    await save([{ studentId: omar.id, state: 'present' }])
    await expect(as(manager)(desk.remind, { classRoomId: class4a.id })).rejects.toMatchObject(again)
  })

  test('of a class without a supervisor reaches its teachers, and nobody who has not agreed to teach there yet', async () => {
    const { newcomer, dual } = world
    await sql('insert into school_teachers (school_id, teacher_id, accepted_at) values ($1, $2, null)', [
      nile.id,
      newcomer.id,
    ])
    for (const [table, columns] of [
      ['school_teacher_courses', 'school_id, course_id'],
      ['class_teacher_courses', 'school_id, class_room_id, course_id'],
    ])
      await sql(
        `insert into ${table} (teacher_id, ${columns}) select distinct $1::uuid, ${columns} from class_teacher_courses
         where class_room_id = $2`,
        [newcomer.id, class6b.id],
      )
    const reminded = async (person: { phone: string }) => {
      await deliverAll(connection)
      return (await as(person)(inbox.items, {})).some(({ kind }) => kind === 'registerMissing')
    }
    await as(manager)(desk.remind, { classRoomId: class6b.id })
    expect(await reminded(dual)).toBe(true)
    expect(await reminded(newcomer)).toBe(false)

    await sql('delete from register_reminders')
    await sql('update school_teachers set accepted_at = now() where teacher_id = $1', [newcomer.id])
    await as(manager)(desk.remind, { classRoomId: class6b.id })
    expect(await reminded(newcomer)).toBe(true)
  })
})

test('no school day is next where none of three weeks is open', async () => {
  const holidays = { kind: 'holiday' as const, name: 'إجازة', fromDay: daysFrom(today, 1), toDay: daysFrom(today, 40) }
  const { ids } = await as(manager)(calendar.saveDays, { schoolId: nile.id, items: [holidays] })
  expect(await read()).toMatchObject({ nextDay: null, planned: [] })
  await as(manager)(calendar.removeDays, { schoolId: nile.id, dayIds: ids })
})

test('a reminder is none of a day that was closed meanwhile', async () => {
  const item = { kind: 'holiday' as const, name: 'عاصفة', fromDay: today, toDay: today }
  const { ids } = await as(manager)(calendar.saveDays, { schoolId: nile.id, items: [item] })
  expect((await read()).missing).toEqual([])
  const sentence = refused(409, 'The school is closed on this day: عاصفة')
  await expect(as(manager)(desk.remind, { classRoomId: class4a.id })).rejects.toMatchObject(sentence)
  expect(await sql('select from register_reminders')).toEqual([])
  await as(manager)(calendar.removeDays, { schoolId: nile.id, dayIds: ids })
})

describe('the attendance of a whole school', () => {
  test('is listed by state and name, page by page', async () => {
    await save([
      { studentId: omar.id, state: 'late' },
      { studentId: neighbour.id, state: 'absent' },
    ])
    const day = { schoolId: nile.id, dateFrom: today, dateTo: today }
    expect(await as(manager)(attendance.list, day)).toHaveLength(2)
    const absent = await as(manager)(attendance.list, { ...day, state: 'absent' })
    expect(absent.map(({ studentId }) => studentId)).toEqual([neighbour.id])
    const named = await as(manager)(attendance.list, { ...day, search: 'عمر' })
    expect(named.map(({ studentId }) => studentId)).toEqual([omar.id])
    const all = await as(manager).listed(attendance.list, { schoolId: nile.id })
    expect(all.rows).toHaveLength(30)
    expect(all.total).toBeGreaterThan(1000)
  })

  test('is for teachers that of their classes, and for parents nothing', async () => {
    await save([{ studentId: omar.id, state: 'absent' }])
    const rows = await as(supervisor)(attendance.list, { schoolId: nile.id, pageSize: 200 })
    expect(new Set(rows.map(({ classRoomId }) => classRoomId))).toEqual(new Set([class4a.id]))
    for (const person of [parent, otherManager])
      await expect(as(person)(attendance.list, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  })
})
