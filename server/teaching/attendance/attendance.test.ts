import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, supervisor, teacher, dual, parent, mother, unpaidParent, idleTeacher, admin } = world
const { nile, delta, class4a, class4b, class6b, deltaClass1, omar, laila, movedStudent, unpaidStudent, yassin } = world

const sql = sqlIn(connection)

const path = 'Attendance/GetStudentsAttendences'
const notFound = { status: 404, message: 'Not found' }

describe('the attendance of a student', () => {
  test('is read by the teachers and the parents of the student, latest day first, 30 a page', async () => {
    const [{ marks }] = await sql('select count(*)::int as marks from attendance_marks where student_id = $1', [
      omar.id,
    ])
    for (const person of [teacher, supervisor, manager, parent, mother]) {
      const { rows, total } = await as(person).listed(attendance.list, { studentId: omar.id })
      expect(rows).toHaveLength(30)
      expect(total).toBe(marks)
      const days = rows.map(({ date }) => date)
      expect(days).toEqual(days.toSorted().reverse())
      expect(new Set(rows.map(({ studentId }) => studentId))).toEqual(new Set([omar.id]))
    }
    const second = await as(parent).listed(attendance.list, { studentId: omar.id, pageNumber: 2 })
    expect(second.rows).toHaveLength(marks - 30)
    expect(await as(parent).listed(attendance.list, { studentId: omar.id, pageNumber: 3 })).toEqual({
      rows: [],
      total: marks,
    })
    expect(await as(parent)(attendance.list, { studentId: omar.id, pageSize: 200 })).toHaveLength(marks)
  })

  test('is searched by the code by staff alone, by parents by the name', async () => {
    const found = async (person: { phone: string }, search: string) =>
      (await as(person).listed(attendance.list, { studentId: omar.id, search })).total
    const all = (await as(parent).listed(attendance.list, { studentId: omar.id })).total
    for (const search of [omar.code, omar.code.slice(0, 3), omar.code.slice(-1)]) {
      expect(await found(teacher, search)).toBe(all)
      expect(await found(parent, search)).toBe(0)
    }
    expect(await found(parent, 'الجندي')).toBe(all)
    expect(await found(parent, 'عمر كريم الجندي')).toBe(all)
  })

  test('has every field of a mark under its name on the wire', async () => {
    const rows = (await wire(path, { studentId: omar.id }, { as: parent })).json() as Record<string, unknown>[]
    const late = rows.find(({ state }) => state === 'late')!
    expect(late).toEqual({
      id: expect.any(String),
      studentId: omar.id,
      studentName: 'عمر كريم الجندي',
      classRoomId: class4a.id,
      classRoomName: 'فصل 4أ',
      supervisorId: expect.any(String),
      supervisorName: expect.any(String),
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      weekDay: expect.stringMatching(/^(Sun|Mon|Tues|Wednes|Thurs)day$/),
      isAttend: true,
      state: 'late',
      minutesLate: 10,
      note: null,
      isBrought: false,
      leftAt: null,
      origin: 'taken',
      version: 1,
      lastModifyDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    })
    expect(new Set(rows.map(({ state, isAttend }) => `${String(state)} ${String(isAttend)}`))).toEqual(
      new Set(['present true', 'late true', 'absent false', 'excused false']),
    )
  })

  test('is narrowed by days, both of them inclusive, either alone', async () => {
    const all = await as(parent)(attendance.list, { studentId: omar.id, pageSize: 200 })
    const [first, last] = [all[10]!.date, all[3]!.date]
    const days = async (period: object) =>
      (await as(parent)(attendance.list, { studentId: omar.id, pageSize: 200, ...period })).map(({ date }) => date)
    const dates = all.map(({ date }) => date)
    expect(await days({ dateFrom: first, dateTo: last })).toEqual(dates.slice(3, 11))
    expect(await days({ dateFrom: first })).toEqual(dates.slice(0, 11))
    expect(await days({ dateTo: last })).toEqual(dates.slice(3))
    expect(await days({ dateFrom: last, dateTo: first })).toEqual([])
    expect(await days({ dateFrom: '', dateTo: null })).toEqual(dates)
    expect(await days({ dateFrom: `${daysFrom(first, -1)}T22:30:00.000Z`, dateTo: last })).toEqual(dates.slice(3, 11))
  })

  test('of a class that the student left is read by the manager, and no longer by the former teacher', async () => {
    const classes = async (person: { phone: string }) =>
      new Set(
        (await as(person)(attendance.list, { studentId: movedStudent.id, pageSize: 200 })).map(
          (mark) => mark.classRoomId,
        ),
      )
    expect(await classes(manager)).toEqual(new Set([class4a.id, class4b.id]))
    expect(await classes(supervisor)).toEqual(new Set([class4a.id]))
    await expect(as(world.secondSupervisor)(attendance.list, { studentId: movedStudent.id })).rejects.toMatchObject(
      notFound,
    )
    expect(
      await as(manager)(attendance.list, { studentId: movedStudent.id, classRoomId: class4b.id, pageSize: 200 }),
    ).not.toEqual([])
  })

  test('is read by a parent up to the day the seat ended', async () => {
    const [{ day }] = await sql('select seat_ended_on::text as day from students where id = $1', [unpaidStudent.id])
    const seen = await as(unpaidParent).listed(attendance.list, { studentId: unpaidStudent.id, pageSize: 200 })
    const all = await as(manager)(attendance.list, { studentId: unpaidStudent.id, pageSize: 200 })
    expect(seen.rows).toEqual(all.filter(({ date }) => date <= day))
    expect(seen.rows.length).toBeLessThan(all.length)
    expect(seen.total).toBe(seen.rows.length)
    expect(
      await as(unpaidParent)(attendance.list, { studentId: unpaidStudent.id, dateFrom: daysFrom(day, 1) }),
    ).toEqual([])

    await sql('update students set is_paid = true, seat_ended_on = null where id = $1', [unpaidStudent.id])
    expect(await as(unpaidParent)(attendance.list, { studentId: unpaidStudent.id, pageSize: 200 })).toEqual(all)
  })

  test('is narrowed, never refused, by the class a parent names beside their child', async () => {
    const mine = { studentId: omar.id, pageSize: 200 }
    const all = await as(parent)(attendance.list, mine)
    expect(await as(parent)(attendance.list, { ...mine, classRoomId: class4a.id })).toEqual(all)
    for (const classRoomId of [class4b.id, deltaClass1.id, newId()])
      expect(await as(parent)(attendance.list, { ...mine, classRoomId })).toEqual([])
  })

  test('of a student of another school is not found, with the same bytes as of one who does not exist', async () => {
    const foreign = [
      [parent, yassin.id],
      [parent, movedStudent.id],
      [teacher, laila.id],
      [manager, yassin.id],
      [dual, omar.id],
      [idleTeacher, omar.id],
    ] as const
    for (const [person, studentId] of foreign) {
      const { status, text } = await wire(path, { studentId }, { as: person })
      expect([status, text]).toEqual([404, 'Not found'])
      expect((await wire(path, { studentId: newId() }, { as: person })).text).toBe(text)
    }
    expect(await as(dual)(attendance.list, { studentId: yassin.id })).toHaveLength(30)
  })

  test('is closed to the platform, to strangers and to visitors', async () => {
    for (const person of [admin, world.newcomer, world.removedTeacher])
      expect(await wire(path, { studentId: omar.id }, { as: person })).toMatchObject({
        status: 403,
        text: 'You are not allowed to do this',
      })
    expect(await wire(path, { studentId: omar.id })).toMatchObject({ status: 401, text: 'Please sign in' })
  })

  test('read by staff leaves an audit line with the name of the student, read by a parent none', async () => {
    const lines = () => sql(`select * from audit_lines where outcome = 'read' and target_id = $1`, [world.classmate.id])
    await as(world.classmatesParent)(attendance.list, { studentId: world.classmate.id })
    await as(teacher)(attendance.list, { studentId: world.classmate.id })
    await expect.poll(lines).toMatchObject([{ person_id: teacher.id, operation: path, school_id: nile.id }])
  })
})

describe('the attendance of a class', () => {
  const day = async () =>
    (await sql('select max(date)::text as day from attendance_sheets where class_room_id = $1', [class4a.id]))[0].day

  test('on a day is one mark a student, by name', async () => {
    const date = await day()
    const { rows, total } = await as(teacher).listed(attendance.list, {
      classRoomId: class4a.id,
      dateFrom: date,
      dateTo: date,
      pageSize: 200,
    })
    expect(total).toBe(20)
    const names = rows.map(({ studentName }) => studentName)
    expect(names).toEqual(names.toSorted(new Intl.Collator('und', { numeric: true }).compare))
  })

  test('is for the staff of the class alone', async () => {
    await expect(as(parent)(attendance.list, { classRoomId: class4a.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(attendance.list, { classRoomId: class6b.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(attendance.list, { classRoomId: deltaClass1.id })).rejects.toMatchObject(notFound)
  })

  test('and of a student of another class: both must be within reach', async () => {
    await expect(as(teacher)(attendance.list, { classRoomId: class6b.id, studentId: omar.id })).rejects.toMatchObject(
      notFound,
    )
    await expect(as(manager)(attendance.list, { classRoomId: class4a.id, studentId: yassin.id })).rejects.toMatchObject(
      notFound,
    )
    expect(await as(manager)(attendance.list, { classRoomId: class4b.id, studentId: omar.id })).toEqual([])
  })

  test.each([
    [{}, 'Required'],
    [{ studentId: null, classRoomId: '' }, 'Required'],
    [{ studentId: 'omar' }, 'Invalid input'],
    [{ studentId: newId(), dateFrom: 'yesterday' }, 'Invalid date'],
    [{ studentId: newId(), dateTo: '2026-02-30' }, 'Invalid date'],
    [{ studentId: newId(), pageSize: 500 }, 'Number must be less than or equal to 200'],
    [{ studentId: newId(), grade: 4 }, "Unrecognized key(s) in object: 'grade'"],
  ])('asked for with %j is refused: %s', async (body, sentence) => {
    for (const person of [teacher, parent])
      expect(await wire(path, body, { as: person })).toMatchObject({ status: 400, text: sentence })
  })
})

describe('the sheets', () => {
  test('of a class are its days, counted, latest first', async () => {
    const { rows, total } = await as(teacher).listed(attendance.sheets, { classRoomId: class4a.id })
    expect(rows).toHaveLength(30)
    expect(total).toBeGreaterThan(30)
    for (const { present, late, absent, excused } of rows.slice(0, 10))
      expect(present + late + absent + excused).toBe(20)
    expect(rows[0]!.date < today).toBe(true)
    expect(rows.map(({ date }) => date)).toEqual(
      rows
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    )
  })

  test('of a school are those of the classes within reach', async () => {
    const classes = async (person: { phone: string }) =>
      new Set(
        (await as(person)(attendance.sheets, { schoolId: nile.id, pageSize: 200 })).map((sheet) => sheet.classRoomId),
      )
    expect(await classes(supervisor)).toEqual(new Set([class4a.id]))
    expect(await classes(teacher)).toEqual(new Set([class4a.id, class4b.id]))
    expect((await classes(manager)).size).toBe(6)
    expect(await classes(idleTeacher)).toEqual(new Set())
  })

  test('are closed to parents and other schools, and need a school or class', async () => {
    expect(await wire('Attendance/GetSheets', { classRoomId: class4a.id }, { as: parent })).toMatchObject({
      status: 403,
    })
    expect(await wire('Attendance/GetSheets', { schoolId: delta.id }, { as: manager })).toMatchObject({ status: 404 })
    expect(await wire('Attendance/GetSheets', {}, { as: manager })).toMatchObject({ status: 400, text: 'Required' })
    const both = { classRoomId: deltaClass1.id, schoolId: nile.id }
    expect(await wire('Attendance/GetSheets', both, { as: manager })).toMatchObject({ status: 404 })
  })
})
