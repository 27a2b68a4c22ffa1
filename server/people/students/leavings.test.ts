import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { coinsIn } from '#test/harness/money.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, published, audited, giveKey } = tracesIn(connection)
const { manager, supervisor, teacher, parent, newcomer, otherManager } = world
const { nile, nileYear, class4a, class4b, class5a, omar, unpaidStudent, unpaidParent } = world

const reasons = await as(manager)(leavings.reasons, {})
const [transfer, house] = [reasons[0]!.id, reasons[1]!.id]
const leave = (more: object = {}) =>
  as(manager)(leavings.enter, {
    studentId: omar.id,
    reasonId: transfer,
    destination: 'مدرسة الأهرام',
    removeMarks: false,
    ...more,
  })
const comeBack = (more: object = {}) => as(manager)(leavings.return, { studentId: omar.id, ...more })
const read = () => as(manager)(studentRecords.get, { studentId: omar.id })
const roll = async (classRoomId = class4a.id) =>
  (await as(supervisor)(students.ofClass, { classRoomId })).map(({ id }) => id)
const classesOfOmar = () =>
  sql(
    `select class_room_id, from_day::text, to_day::text from student_classes where student_id = $1
     order by from_day, created_at`,
    [omar.id],
  )
const { balance } = coinsIn(connection)
const before = { classes: await classesOfOmar() }
const first = before.classes.at(-1).from_day

/** Before each test Omar is at the school again, in his class, with a paid seat. */
beforeEach(async () => {
  await sql('delete from student_leavings where student_id = $1', [omar.id])
  await sql(
    `update students set left_on = null, active = true, is_paid = true, seat_ended_on = null, class_room_id = $2
     where id = $1`,
    [omar.id, class4a.id],
  )
  await sql('delete from student_classes where student_id = $1 and from_day > $2', [omar.id, first])
  await sql('update student_classes set to_day = null where student_id = $1 and from_day = $2', [omar.id, first])
})

describe('a student who leaves', () => {
  test('is off the roll and not active, with the day, the reason and the destination', async () => {
    const { version } = await read()
    const left = await leave({ leavingNote: 'الملف سُلِّم', baseVersion: version })
    expect(left).toMatchObject({
      active: false,
      isPaid: false,
      leftOn: today,
      seatEndedOn: today,
      leavingReason: 'Transfer to another school',
      leavingNote: 'الملف سُلِّم',
      destination: 'مدرسة الأهرام',
      version: version + 1,
    })
    expect(await roll()).not.toContain(omar.id)
    expect((await classesOfOmar()).at(-1)).toEqual({ class_room_id: class4a.id, from_day: first, to_day: today })
    const [{ person_id, target_id }] = (await audited(leavings.enter)).slice(-1)
    expect([person_id, target_id]).toEqual([manager.id, omar.id])
    expect((await published('student left')).at(-1).payload).toEqual({ studentId: omar.id, left: true })
  })

  test('keeps the history: staff read everything, and correct registers up to the last day', async () => {
    const all = await as(manager).listed(attendance.list, { studentId: omar.id })
    await leave({ leftOn: daysFrom(today, -10) })
    expect((await as(manager).listed(attendance.list, { studentId: omar.id })).total).toBe(all.total)
    const marks = [{ studentId: omar.id, state: 'excused' as const }]
    const save = (date: string) => as(supervisor)(attendance.save, { classRoomId: class4a.id, date, students: marks })
    // A mark that is there may be corrected.
    await sql('delete from attendance_marks where student_id = $1 and date = $2', [omar.id, daysFrom(today, -9)])
    await expect(save(daysFrom(today, -10))).resolves.toMatchObject({ saved: 1 })
    await expect(save(daysFrom(today, -9))).rejects.toMatchObject(refused(400, 'A student is not in this class'))
  })

  test('is read by the parents up to the last day, and not after', async () => {
    const day = daysFrom(today, -10)
    const whole = await as(parent).listed(attendance.list, { studentId: omar.id, pageSize: 200 })
    await leave({ leftOn: day })
    const seen = await as(parent).listed(attendance.list, { studentId: omar.id, pageSize: 200 })
    expect(seen.rows).toEqual(whole.rows.filter(({ date }) => date <= day))
    expect(seen.total! > 0 && seen.total! < whole.total!).toBe(true)
    const child = (await as(parent)(parents.children, {})).find(({ studentId }) => studentId === omar.id)
    expect(child).toMatchObject({ leftOn: day, seatEndedOn: day })
    const record = await as(parent)(studentRecords.get, { studentId: omar.id })
    expect(record).toMatchObject({ leftOn: day, seatEndedOn: null, leavingReason: null, destination: null })
  })

  test('whose seat had ended before is read no further than that', async () => {
    const [{ ended }] = await sql('select seat_ended_on::text as ended from students where id = $1', [unpaidStudent.id])
    const left = await as(manager)(leavings.enter, { studentId: unpaidStudent.id, reasonId: house })
    expect(left).toMatchObject({ leftOn: today, seatEndedOn: ended })
    expect((await as(unpaidParent)(parents.children, {}))[0]).toMatchObject({ leftOn: today, seatEndedOn: ended })
    await as(manager)(leavings.return, { studentId: unpaidStudent.id, returnedOn: today })
  })

  test('gives back a coin of the same day', async () => {
    await sql(`update seats set charged_on = $2 where student_id = $1 and refunded_on is null`, [omar.id, today])
    const coins = await balance()
    await leave()
    expect(await balance()).toBe(coins + 1)
    await comeBack({ isPaid: true })
    expect(await balance()).toBe(coins)
    await sql(`update seats set charged_on = $2 where student_id = $1 and refunded_on is null`, [omar.id, first])
  })

  test('is found among those who left, and not among the others', async () => {
    await leave()
    const ids = async (filter: object) =>
      (await as(manager)(studentRecords.list, { schoolId: nile.id, ...filter })).map(({ id }) => id)
    expect(await ids({ left: true })).toEqual([omar.id])
    expect(await ids({ left: false })).not.toContain(omar.id)
    expect(await ids({})).toContain(omar.id)
    const plan = { classRoomId: class4a.id, toClassRoomId: class5a.id }
    const { going, staying } = await as(manager)(classMoves.plan, plan)
    expect([...going, ...staying].map(({ studentId }) => studentId)).not.toContain(omar.id)
  })

  test('cannot be activated, paid or moved before the return, nor leave twice', async () => {
    await leave()
    const gone = refused(409, 'This student has left the school')
    for (const change of [{ active: true }, { isPaid: true }, { classRoomId: class4b.id }])
      await expect(as(manager)(studentRecords.update, { id: omar.id, ...change })).rejects.toMatchObject(gone)
    const renewed = { schoolId: nile.id, studentIds: [omar.id] }
    await expect(as(manager)(studentRecords.renewSeats, renewed)).rejects.toMatchObject(gone)
    await expect(leave()).rejects.toMatchObject(refused(409, 'This student has already left the school'))
    const named = { id: omar.id, firstName: omar.firstName }
    expect(await as(manager)(studentRecords.update, named)).toMatchObject({ leftOn: today })
  })

  test('stays so when the year is reopened that had ended the seat', async () => {
    await as(manager)(years.complete, { schoolYearId: nileYear.id })
    await leave({ leftOn: today })
    await as(manager)(years.reopen, { schoolYearId: nileYear.id })
    expect(await read()).toMatchObject({ leftOn: today, active: false, isPaid: false })
  })
})

describe('a leaving is refused', () => {
  const unusable = refused(400, 'This date cannot be used')

  test('on a day to come, or long ago, or without a known reason', async () => {
    await expect(leave({ leftOn: daysFrom(today, 1) })).rejects.toMatchObject(unusable)
    await expect(leave({ leftOn: daysFrom(today, -401) })).rejects.toMatchObject(unusable)
    await expect(leave({ reasonId: omar.id })).rejects.toMatchObject(notFound)
    expect(await read()).toMatchObject({ leftOn: null, active: true, isPaid: true })
  })

  test('to people without the key, and to other schools', async () => {
    const input = { studentId: omar.id, reasonId: transfer }
    await expect(as(teacher)(leavings.enter, input)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(leavings.enter, input)).rejects.toMatchObject(notFound)
    await expect(as(teacher)(leavings.list, { studentId: omar.id })).rejects.toMatchObject(notAllowed)
    await giveKey(newcomer, 'ViewSchoolStudentsList', nile)
    await leave()
    const [seen] = await as(newcomer)(studentRecords.list, { schoolId: nile.id, left: true })
    expect(seen).toMatchObject({ leftOn: today, leavingReason: null, destination: null })
  })

  test('from an older version, with the present student', async () => {
    const { version } = await read()
    await as(manager)(studentRecords.update, { id: omar.id, birthDate: '2015-05-05' })
    await expect(leave({ baseVersion: version })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: { id: omar.id, version: version + 1 },
    })
  })
})

describe('a return', () => {
  test('brings the student back without a gap where no day lies between; the seat stays ended unless it is paid', async () => {
    await leave()
    expect(await comeBack()).toMatchObject({ active: true, isPaid: false, leftOn: null, seatEndedOn: today })
    expect(await classesOfOmar()).toEqual(before.classes)
    expect(await roll()).toContain(omar.id)
    expect((await published('student left')).at(-1).payload).toEqual({ studentId: omar.id, left: false })
    const paid = await as(manager)(studentRecords.update, { id: omar.id, isPaid: true })
    expect(paid).toMatchObject({ isPaid: true, seatEndedOn: null })
  })

  test('after some days begins a new time in the class, or in another', async () => {
    await leave({ leftOn: daysFrom(today, -9) })
    const coins = await balance()
    const back = await comeBack({ returnedOn: daysFrom(today, -2), classRoomId: class4b.id, isPaid: true })
    expect(back).toMatchObject({ classRoomId: class4b.id, isPaid: true, seatEndedOn: null })
    expect(await balance()).toBe(coins)
    expect((await classesOfOmar()).slice(-2)).toEqual([
      { class_room_id: class4a.id, from_day: first, to_day: daysFrom(today, -9) },
      { class_room_id: class4b.id, from_day: daysFrom(today, -2), to_day: null },
    ])
    const [last] = await as(manager)(leavings.list, { studentId: omar.id })
    const days = { leftOn: daysFrom(today, -9), returnedOn: daysFrom(today, -2) }
    expect(last).toMatchObject({ ...days, seatEnded: true, enteredById: manager.id })
  })

  test('is refused before the last day, in the future, to a full class, and of a student who has not left', async () => {
    await expect(comeBack()).rejects.toMatchObject(refused(409, 'This student has not left the school'))
    await leave({ leftOn: daysFrom(today, -5) })
    const unusable = refused(400, 'This date cannot be used')
    await expect(comeBack({ returnedOn: daysFrom(today, -6) })).rejects.toMatchObject(unusable)
    await expect(comeBack({ returnedOn: daysFrom(today, 1) })).rejects.toMatchObject(unusable)
    await sql('update class_rooms set max_of_students = 1 where id = $1', [class4b.id])
    await expect(comeBack({ classRoomId: class4b.id })).rejects.toMatchObject(refused(409, 'This class is full'))
    expect(await read()).toMatchObject({ leftOn: daysFrom(today, -5), active: false })
  })
})

test('reason, note and destination of a leaving are corrected, and nothing else', async () => {
  await leave()
  const { version } = await read()
  const change = { studentId: omar.id, reasonId: house, destination: 'طنطا', baseVersion: version }
  const changed = await as(manager)(leavings.change, change)
  expect(changed).toMatchObject({
    leavingReason: 'Moved house',
    destination: 'طنطا',
    leftOn: today,
    version: version + 1,
  })
  await expect(as(manager)(leavings.change, { ...change, destination: 'بنها' })).rejects.toMatchObject({ status: 409 })
  await comeBack()
  await expect(as(manager)(leavings.change, { studentId: omar.id, reasonId: house })).rejects.toMatchObject(
    refused(409, 'This student has not left the school'),
  )
})
