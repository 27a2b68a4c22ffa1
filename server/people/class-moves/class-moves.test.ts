import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, connection } = await testApp()
const { manager, deputy, otherManager, registrar, teacher, nile } = world
const { class4a, class4b, class5a, class6c, deltaClass1, omar, laila, classmate, inactiveStudent } = world

const sql = sqlIn(connection)
const rollOf = async ({ id }: { id: string }) =>
  (await as(manager)(students.ofClass, { classRoomId: id })).map((student) => student.id)
const room = ({ id }: { id: string }, places: number) =>
  sql(
    `update class_rooms set max_of_students = $2 +
    (select count(*) from students where class_room_id = $1 and active) where id = $1`,
    [id, places],
  )
const memberships = () =>
  sql('select id, student_id, class_room_id, from_day::text, to_day::text from student_classes order by id')
const standing = () => sql('select id, class_room_id from students order by id')

const input = { classRoomId: class4a.id, toClassRoomId: class5a.id }
const planned = (body: object = {}) => as(manager)(classMoves.plan, { ...input, ...body })
const moved = async (body: object = {}) => {
  const { plan } = await planned(body)
  return as(manager)(classMoves.move, { ...input, ...body, plan })
}
const undo = ({ id, classRoomId }: { id: string; classRoomId: string }) =>
  as(manager)(classMoves.undo, { classRoomId, moveId: id })
const notFound = { status: 404, message: 'Not found' }

/** Before every test, the students of class 4a are back in it. */
beforeEach(async () => {
  await room(class5a, 30)
  await room(class4a, 30)
})

describe('the plan of a move', () => {
  test('answers which students go, which stay and why, and how many places there are', async () => {
    await room(class5a, 25)
    const plan = await planned({ stayingIds: [omar.id] })
    expect(plan).toMatchObject({ ...input, classRoomName: 'فصل 4أ', toClassRoomName: 'فصل 5أ', places: 25 })
    expect(plan.staying).toEqual([
      { studentId: omar.id, studentName: 'عمر كريم الجندي', code: omar.code, reason: 'named' },
    ])
    expect(plan.going.map(({ studentId }) => studentId).toSorted()).toEqual(
      (await rollOf(class4a)).filter((id) => id !== omar.id).toSorted(),
    )
    const ofClass4b = await planned({ classRoomId: class4b.id })
    expect(ofClass4b.staying).toMatchObject([{ studentId: inactiveStudent.id, reason: 'inactive' }])
  })

  test('stays the same while the facts do, and no longer', async () => {
    const { plan } = await planned()
    expect((await planned()).plan).toBe(plan)
    expect((await planned({ stayingIds: [omar.id] })).plan).not.toBe(plan)
    await as(manager)(studentRecords.update, { id: classmate.id, firstName: 'نادية' })
    expect((await planned()).plan).not.toBe(plan)
  })

  test.each([
    [{ toClassRoomId: class4a.id }, 400, 'Invalid input'],
    [{ toClassRoomId: deltaClass1.id }, 404, 'Not found'],
    [{ toClassRoomId: newId() }, 404, 'Not found'],
    [{ stayingIds: [laila.id] }, 404, 'Not found'],
    [{ stayingIds: [omar.id, omar.id] }, 400, 'A student is listed twice'],
    [{ toClassRoomId: class6c.id }, 409, 'This class is not active'],
  ])('with %j is refused (%i %s)', (wrong, status, message) =>
    expect(planned(wrong)).rejects.toMatchObject({ status, message }),
  )

  test('is for callers who see all students and keep their information', async () => {
    for (const person of [registrar, teacher])
      await expect(as(person)(classMoves.plan, input)).rejects.toMatchObject({ status: 403 })
    await expect(as(otherManager)(classMoves.plan, input)).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(classMoves.list, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  })
})

describe('moving a class', () => {
  test('moves all students but those who stay, notifies their parents, and can be undone completely', async () => {
    const [were, stood, roll, next] = [
      await memberships(),
      await standing(),
      await rollOf(class4a),
      await rollOf(class5a),
    ]
    const events = () => sql(`select payload from outbox where event = 'class changed' order by id desc limit 1`)
    const move = await moved({ stayingIds: [omar.id] })
    expect(move).toMatchObject({ ...input, students: roll.length - 1, day: today, undone: false, hindrance: null })
    expect(move.movedById).toBe(manager.id)
    const gone = roll.filter((id) => id !== omar.id)
    expect(await rollOf(class4a)).toEqual([omar.id])
    expect((await rollOf(class5a)).toSorted()).toEqual([...next, ...gone].toSorted())
    const [{ payload }] = await events()
    expect([payload.classRoomId, payload.studentIds.toSorted()]).toEqual([class5a.id, gone.toSorted()])
    const open = (await memberships()).filter(({ student_id, to_day }) => student_id === classmate.id && !to_day)
    expect(open).toMatchObject([{ class_room_id: class5a.id, from_day: today }])

    expect(await as(deputy)(classMoves.list, { schoolId: nile.id })).toEqual([move])
    expect(await undo(move)).toEqual({ ...move, undone: true })
    expect(await memberships()).toEqual(were)
    expect(await standing()).toEqual(stood)
    expect((await events())[0].payload.classRoomId).toBe(class4a.id)
    expect(await undo(move)).toMatchObject({ undone: true })
  })

  test('and moving it on is taken back in turn', async () => {
    const were = await memberships()
    const first = await moved()
    await room(class4b, 50)
    const onwards = { classRoomId: class5a.id, toClassRoomId: class4b.id }
    const second = await moved(onwards)
    await expect(undo(first)).rejects.toMatchObject({ message: 'A student is no longer in the new class' })
    await undo(second)
    await undo(first)
    expect(await memberships()).toEqual(were)
  })

  test('by a plan that is no longer true is refused with the present one', async () => {
    const { plan } = await planned()
    await as(manager)(studentRecords.update, { id: omar.id, active: false })
    const stood = await standing()
    await expect(as(manager)(classMoves.move, { ...input, plan })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: expect.objectContaining({ staying: [expect.objectContaining({ reason: 'inactive' })] }),
    })
    expect(await standing()).toEqual(stood)
    await as(manager)(studentRecords.update, { id: omar.id, active: true })
  })

  test('into a class with too little capacity moves nobody', async () => {
    await room(class5a, 19)
    const stood = await standing()
    await expect(moved()).rejects.toMatchObject({ status: 409, message: 'This class is full' })
    await expect(moved({ stayingIds: await rollOf(class4a) })).rejects.toMatchObject({
      status: 409,
      message: 'Nobody is left to be moved',
    })
    expect(await standing()).toEqual(stood)
    await undo(await moved({ stayingIds: [omar.id] }))
  })

  test('twice at once moves it once', async () => {
    const { plan } = await planned()
    const outcomes = await Promise.allSettled(
      [manager, deputy].map((person) => as(person)(classMoves.move, { ...input, plan })),
    )
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(done).toHaveLength(1)
    await undo(done[0]!)
  })
})

describe('a move cannot be taken back', () => {
  const hindered = async (move: { id: string; classRoomId: string }, message: string) => {
    const stood = await standing()
    expect(await as(manager)(classMoves.list, { schoolId: nile.id })).toContainEqual(
      expect.objectContaining({ id: move.id, hindrance: message, undone: false }),
    )
    await expect(undo(move)).rejects.toMatchObject({ status: 409, message })
    expect(await standing()).toEqual(stood)
  }

  test('while the class they came from is full, or is not active', async () => {
    const move = await moved()
    await room(class4a, 3)
    await hindered(move, 'This class is full')
    await sql('update class_rooms set active = false where id = $1', [class4a.id])
    await hindered(move, 'This class is not active')
    await sql('update class_rooms set active = true where id = $1', [class4a.id])
    // A student who is not active takes no place in the class.
    await sql('update students set class_room_id = $1 where id = $2', [class4a.id, inactiveStudent.id])
    await sql(
      `update class_rooms set max_of_students = (select students from class_moves where school_id = $3 and id = $2)
         + (select count(*) from students where school_id = $3 and class_room_id = $1 and active) where school_id = $3 and id = $1`,
      [class4a.id, move.id, nile.id],
    )
    expect(await as(manager)(classMoves.list, { schoolId: nile.id })).toContainEqual(
      expect.objectContaining({ id: move.id, hindrance: null }),
    )
    await sql('update students set class_room_id = $1 where id = $2', [class4b.id, inactiveStudent.id])
    await room(class4a, 30)
    await undo(move)
  })

  test('by another school, from another class, or where there was none', async () => {
    const move = await moved()
    await expect(as(otherManager)(classMoves.undo, { classRoomId: class4a.id, moveId: move.id })).rejects.toMatchObject(
      notFound,
    )
    for (const body of [
      { classRoomId: class4b.id, moveId: move.id },
      { classRoomId: class4a.id, moveId: newId() },
    ])
      await expect(as(manager)(classMoves.undo, body)).rejects.toMatchObject(notFound)
    await undo(move)
  })

  test('once anything is recorded of a student in the new class', async () => {
    const move = await moved()
    await as(manager)(attendance.save, {
      classRoomId: class5a.id,
      date: today,
      students: [{ studentId: classmate.id, state: 'present' }],
    })
    await hindered(move, 'A student already has records in the new class')
  })

  test('once a student has changed class again or is inactive', async () => {
    await room(class4a, 60)
    const move = await moved({ classRoomId: class5a.id, toClassRoomId: class4a.id })
    const gone = 'A student is no longer in the new class'
    await as(manager)(studentRecords.update, { id: omar.id, active: false })
    await hindered(move, gone)
    await as(manager)(studentRecords.update, { id: omar.id, active: true })
    await room(class4b, 5)
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4b.id })
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4a.id })
    await hindered(move, gone)
  })
})
