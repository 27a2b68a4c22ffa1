import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { kindsOfWork, workCalls } from '#test/harness/work-calls.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, parent } = world
const { arabic, maths, omar, classmate, laila, inactiveStudent } = world
const { published, rowsOf } = tracesIn(connection)

const above = refused(400, 'The result is above the full mark')

describe.each(kindsOfWork)('a result of a piece of $kind', (ofKind) => {
  const { kind, table } = ofKind
  const { set, change, remove, rate, read, list, addForOne } = workCalls(ofKind, as)
  const tables = [table, 'outbox']

  test('is set for one student alone, with a result if the caller may rate', async () => {
    const plain = await addForOne()
    expect(plain).toMatchObject({ studentId: omar.id, result: null, tookPart: null, version: 1 })
    expect((await list(teacher, { workId: plain.workId })).total).toBe(1)
    const [event] = (await published(kind)).slice(-1)
    expect(event.payload).toEqual({ set: [{ workId: plain.workId, studentIds: [omar.id] }] })
    expect(await addForOne({ result: 19 })).toMatchObject({ result: 19, tookPart: true, version: 1 })
    expect(await addForOne({ result: 0, tookPart: false })).toMatchObject({ result: 0, tookPart: false })

    const before = await rowsOf(...tables, 'exams', 'homework', 'activities')
    await expect(addForOne({ result: 20.5 })).rejects.toMatchObject(above)
    for (const student of [laila, inactiveStudent, { id: newId() }])
      await expect(addForOne({ studentId: student.id })).rejects.toMatchObject(
        refused(400, 'A student is not in this class'),
      )
    await expect(addForOne({ courseId: maths.id })).rejects.toMatchObject(
      refused(400, 'You do not teach this course in this class'),
    )
    await expect(addForOne({ courseId: newId() })).rejects.toMatchObject(notFound)
    await expect(addForOne({}, parent)).rejects.toMatchObject(notAllowed)
    await expect(addForOne({ classRoomId: world.class6c.id, studentId: omar.id }, manager)).rejects.toMatchObject(
      refused(400, 'A student is not in this class'),
    )
    expect(await rowsOf(...tables, 'exams', 'homework', 'activities')).toEqual(before)
  })

  test('is listed by work, by student and both; a student read by name is in the audit', async () => {
    const { id: workId } = await set()
    await rate(workId, { result: 7 })
    const all = await list(teacher, { workId })
    expect(all.rows.map(({ studentId }) => studentId).toSorted()).toEqual([classmate.id, omar.id].toSorted())
    expect(all.rows.map(({ studentName }) => studentName)).toEqual(
      all.rows.map(({ studentName }) => studentName).toSorted(new Intl.Collator('en').compare),
    )
    const own = await list(supervisor, { studentId: omar.id })
    const dates = own.rows.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(own.total).toBeGreaterThan(3)
    expect((await list(teacher, { workId, resultFrom: 7, resultTo: 7 })).rows).toHaveLength(1)
    expect((await list(teacher, { workId, resultFrom: 7.01 })).rows).toEqual([])
    expect((await list(teacher, { studentId: omar.id, workId, dateFrom: today, dateTo: today })).total).toBe(1)
    await expect(list(teacher, {})).rejects.toMatchObject(refused(400, 'Required'))
    for (const input of [{ workId: newId() }, { studentId: laila.id }, { workId, studentId: newId() }])
      await expect(list(teacher, input)).rejects.toMatchObject(notFound)
    await expect(list(scienceTeacher, { workId })).rejects.toMatchObject(notFound)
    expect((await list(scienceTeacher, { studentId: omar.id })).rows.map(({ courseId }) => courseId)).not.toContain(
      arabic.id,
    )
  })

  test('is gone with its work, and comes back when the student does', async () => {
    const { id: workId } = await set()
    await rate(workId, { result: 9 })
    await change(workId, { studentIds: [classmate.id] })
    await expect(read(workId)).rejects.toMatchObject(notFound)
    await expect(rate(workId, { result: 1 })).rejects.toMatchObject(notFound)
    await change(workId, { studentIds: [classmate.id, omar.id] })
    expect(await read(workId)).toMatchObject({ result: 9, tookPart: true, version: 2 })

    await remove(workId)
    await expect(read(workId)).rejects.toMatchObject(notFound)
    await expect(rate(workId, { result: 1 })).rejects.toMatchObject(notFound)
    await expect(list(teacher, { workId })).rejects.toMatchObject(notFound)
    expect((await list(teacher, { studentId: omar.id })).rows.map((row) => row.workId)).not.toContain(workId)
  })
})
