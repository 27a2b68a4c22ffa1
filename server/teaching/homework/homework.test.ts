import { describe, expect, test } from 'vitest'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, parent, unpaidParent, unpaidStudent, otherManager, registrar } = world
const { nile, class4a, class4b, class5a, arabic, omar, laila, classmate, movedStudent, deltaStudent } = world
const { sql, giveKey } = tracesIn(connection)

const sent = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'الدرس', rate: 10 }
const set = (more: object = {}) => as(teacher)(homework.add, { ...sent, studentIds: [omar.id], ...more })
const rate = (workId: string, more: object) =>
  as(teacher)(studentHomework.rate, { workId, studentId: omar.id, ...more })
const list = (person: { phone: string }, input: object) =>
  as(person).listed(studentHomework.list, { pageSize: 200, ...input })

describe('homework is handed in', () => {
  test('on the day named, or today when none is, and stays so', async () => {
    const { id } = await set()
    expect(await rate(id, { result: 9 })).toMatchObject({ tookPart: true, deliveredDate: today })
    const yesterday = daysFrom(today, -1)
    expect(await rate(id, { deliveredDate: yesterday })).toMatchObject({ result: 9, deliveredDate: yesterday })
    expect(await rate(id, { result: 8, tookPart: true })).toMatchObject({ deliveredDate: yesterday })
    expect(await rate(id, { deliveredDate: null })).toMatchObject({ tookPart: true, deliveredDate: null })
  })

  test('not, with nothing, when it was not; and no more when its rating is cleared', async () => {
    const { id } = await set()
    expect(await rate(id, { result: 0, tookPart: false })).toMatchObject({ result: 0, deliveredDate: null })
    await rate(id, { tookPart: true, deliveredDate: today })
    expect(await rate(id, { tookPart: false })).toMatchObject({ tookPart: false, deliveredDate: null })
    await rate(id, { tookPart: true, deliveredDate: today })
    expect(await rate(id, { result: null, tookPart: null })).toMatchObject({
      result: null,
      tookPart: null,
      deliveredDate: null,
    })
  })

  test('never in the future', async () => {
    const { id } = await set()
    const tomorrow = daysFrom(today, 1)
    const notThen = refused(400, 'This date cannot be used')
    await expect(rate(id, { result: 9, deliveredDate: tomorrow })).rejects.toMatchObject(notThen)
    const { studentIds: _, ...alone } = { ...sent, studentIds: null }
    await expect(
      as(teacher)(studentHomework.add, { ...alone, studentId: omar.id, deliveredDate: tomorrow }),
    ).rejects.toMatchObject(notThen)
    const made = await as(teacher)(studentHomework.add, { ...alone, studentId: omar.id, result: 7 })
    expect(made).toMatchObject({ result: 7, tookPart: true, deliveredDate: today, version: 1 })
  })

  test('and is found by how and when it was, by class and by course', async () => {
    const { id: workId } = await set({ studentIds: [omar.id, classmate.id] })
    await rate(workId, { result: 9, deliveredDate: daysFrom(today, -2) })
    const found = async (input: object) => (await list(teacher, { workId, ...input })).rows.map((row) => row.studentId)
    expect(await found({ tookPart: true })).toEqual([omar.id])
    expect(await found({ tookPart: false })).toEqual([])
    const on = daysFrom(today, -2)
    expect(await found({ deliveredDateFrom: on, deliveredDateTo: on })).toEqual([omar.id])
    expect(await found({ deliveredDateFrom: today })).toEqual([])
    expect(await found({ courseId: world.maths.id })).toEqual([])
    const inClass = await list(supervisor, { classRoomId: class4a.id })
    expect(new Set(inClass.rows.map(({ classRoomId }) => classRoomId))).toEqual(new Set([class4a.id]))
    expect((await list(manager, { classRoomId: class4a.id, studentId: laila.id })).rows).toEqual([])
    await expect(list(teacher, { classRoomId: class5a.id })).rejects.toMatchObject(notFound)
  })
})

describe('parents read the homework of their children', () => {
  test('of each, of all in a class and of one piece, and of nobody else', async () => {
    const { id: workId } = await set({ studentIds: [omar.id, classmate.id] })
    const own = (await list(parent, { studentId: omar.id })).rows
    expect(own.length).toBeGreaterThan(3)
    expect(new Set(own.map(({ studentId }) => studentId))).toEqual(new Set([omar.id]))
    expect((await list(parent, { workId })).rows.map(({ studentId }) => studentId)).toEqual([omar.id])
    expect((await list(parent, { classRoomId: class4a.id })).rows).toEqual(own)
    // If a student is given, the class is only a filter.
    for (const classRoomId of [class4b.id, newId()])
      expect((await list(parent, { studentId: omar.id, classRoomId })).rows).toEqual([])
    for (const input of [{ classRoomId: class4b.id }, { studentId: classmate.id }, { studentId: deltaStudent.id }])
      await expect(list(parent, input)).rejects.toMatchObject(notFound)
    const { id: others } = await set({ studentIds: [classmate.id] })
    for (const input of [{ workId: others }, { workId: others, studentId: omar.id }])
      await expect(list(parent, input)).rejects.toMatchObject(notFound)

    const get = (studentId: string) => as(parent)(studentHomework.get, { workId, studentId })
    expect(await get(omar.id)).toMatchObject({ workId, studentId: omar.id })
    for (const id of [classmate.id, laila.id, newId()]) await expect(get(id)).rejects.toMatchObject(notFound)
  })

  test('up to the day its seat ended', async () => {
    const [ended] = await sql('select seat_ended_on::text as day from students where id = $1', [unpaidStudent.id])
    const { rows } = await list(unpaidParent, { studentId: unpaidStudent.id })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ date }) => date > ended.day)).toEqual([])
    const { id: workId } = await set({ studentIds: [unpaidStudent.id] })
    await expect(list(unpaidParent, { workId })).rejects.toMatchObject(notFound)
    await expect(as(unpaidParent)(studentHomework.get, { workId, studentId: unpaidStudent.id })).rejects.toMatchObject(
      notFound,
    )
  })

  let asked = 0
  test('without a line in the audit, which staff leave when they name a student', async () => {
    const reads = async (studentId: string) =>
      (await sql(`select person_id from audit_lines where outcome = 'read' and target_id = $1`, [studentId])).map(
        ({ person_id }) => person_id,
      )
    // Audit lines are written in the order of the reads. When the line of a student whom nobody else reads here is there, all
    // lines before it are there too.
    const settled = async () => {
      asked++
      await list(manager, { studentId: movedStudent.id })
      await expect.poll(async () => (await reads(movedStudent.id)).length).toBe(asked)
      return reads(omar.id)
    }
    const before = await settled()
    await list(parent, { studentId: omar.id })
    await list(otherManager, { studentId: omar.id }).catch(() => {})
    const { rows } = await list(manager, { studentId: omar.id })
    await as(supervisor)(studentHomework.get, { studentId: omar.id, workId: rows[0]!.workId })
    const since = (await settled()).slice(before.length)
    expect([since.length, new Set(since)]).toEqual([2, new Set([manager.id, supervisor.id])])
  })
})

test('a result sent with homework for one student needs a key of results', async () => {
  await giveKey(registrar, 'AddHomework', nile)
  const alone = { ...sent, studentId: omar.id }
  expect(await as(registrar)(studentHomework.add, alone)).toMatchObject({ result: null })
  for (const more of [{ result: 5 }, { tookPart: false }, { deliveredDate: today }])
    await expect(as(registrar)(studentHomework.add, { ...alone, ...more })).rejects.toMatchObject(notAllowed)
  await giveKey(registrar, 'UpdateHomework', nile)
  expect(await as(registrar)(studentHomework.add, { ...alone, result: 5 })).toMatchObject({ result: 5 })
})

test('the wire accepts its names in both spellings', async () => {
  const { id } = await set()
  for (const name of ['assignmentId', 'assignementId']) {
    const rated = await wire(
      'ClassRoomStudentAssignment/UpdateStudentAssignmnet',
      { [name]: id, studentId: omar.id, result: 4, isDelivered: true },
      { as: teacher },
    )
    expect(rated.json()).toMatchObject({ assignmentId: id, assignmentRate: 10, result: 4, isDelivered: true })
    const read = { [name]: id, studentId: omar.id }
    expect((await wire('ClassRoomStudentAssignment/GetStudentAssignment', read, { as: teacher })).status).toBe(200)
  }
  const { assignmentRate, ...alone } = {
    classRoomId: class4a.id,
    courseId: arabic.id,
    assignmentDate: today,
    details: 'أ',
    studentId: omar.id,
    assignmentRate: '٢٠',
  }
  for (const name of ['rate', 'assignmentRate']) {
    const body = { ...alone, [name]: assignmentRate, supervisorId: 7, weekDay: null }
    const answer = await wire('ClassRoomStudentAssignment/AddStudentAssignment', body, { as: teacher })
    expect(answer.json()).toMatchObject({ assignmentRate: 20, isDelivered: null })
  }
})
