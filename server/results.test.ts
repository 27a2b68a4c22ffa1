import { describe, expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { exams } from '#contract/exams.ts'
import { homework } from '#contract/homework.ts'
import { studentActivities } from '#contract/student-activities.ts'
import { studentExams } from '#contract/student-exams.ts'
import { studentHomework } from '#contract/student-homework.ts'
import { homeZone, todayIn } from '#server/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, otherManager, parent } = world
const { nile, nileYear, class4a, arabic, maths, omar, classmate, laila, deltaStudent, inactiveStudent } = world
const { sql, announced, rowsOf } = tracesIn(connection)

const today = todayIn(homeZone)
const above = refused(400, 'The result is above the full mark')
const stale = refused(409, 'Somebody else changed this meanwhile')
const september = { monthId: monthId(nileYear, 1) }

/** What results of the three kinds have alike is asked of each. */
const kinds = [
  {
    kind: 'homework',
    work: homework,
    of: studentHomework,
    table: 'student_homework',
    id: 'assignmentId',
    mark: 'result',
  },
  { kind: 'exam', work: exams, of: studentExams, table: 'student_exams', id: 'examId', mark: 'totalResult' },
  {
    kind: 'activity',
    work: activities,
    of: studentActivities,
    table: 'student_activities',
    id: 'activityId',
    mark: 'result',
  },
] as const

describe.each(kinds)('a result of a piece of $kind', ({ kind, work, of, table, id, mark }) => {
  const sent = { classRoomId: class4a.id, courseId: arabic.id, ...september, date: today, details: 'أ', rate: 20 }
  const { monthId: _, ...withoutMonth } = sent
  const added = kind === 'exam' ? sent : withoutMonth
  const set = (students = [omar, classmate]) =>
    as(teacher)(work.add as typeof exams.add, {
      ...(added as typeof sent),
      studentIds: students.map((student) => student.id),
    })
  const rate = (workId: string, more: object, person: { phone: string } = teacher) =>
    as(person)(of.rate as typeof studentHomework.rate, { workId, studentId: omar.id, ...more })
  const rateSeveral = (workId: string, items: object[]) =>
    as(teacher)(of.rateSeveral as typeof studentHomework.rateSeveral, {
      workId,
      items: items as { studentId: string }[],
    })
  const read = (workId: string, person: { phone: string } = teacher) =>
    as(person)(of.get as typeof studentExams.get, { workId, studentId: omar.id })
  const list = (person: { phone: string }, asked: object) =>
    as(person).listed(of.list as typeof studentExams.list, { pageSize: 200, ...asked })
  const addOne = (more: object = {}, person: { phone: string } = teacher) =>
    as(person)(of.add as typeof studentExams.add, { ...(added as typeof sent), studentId: omar.id, ...more })
  const tables = [table, 'outbox']

  test('is not rated first, and holds what it is in', async () => {
    const made = await set()
    expect(await read(made.id)).toMatchObject({
      workId: made.id,
      date: today,
      rate: 20,
      courseName: arabic.name,
      classRoomName: class4a.name,
      supervisorId: teacher.id,
      studentId: omar.id,
      studentName: expect.stringContaining('عمر'),
      result: null,
      tookPart: null,
      version: 1,
    })
  })

  test('says that the student took part when it is sent alone, and only then', async () => {
    const { id: workId } = await set()
    expect(await rate(workId, { result: '١٧٫٥' })).toMatchObject({ result: 17.5, tookPart: true, version: 2 })
    const [event] = (await announced('result')).slice(-1)
    expect(event).toEqual({
      school_id: nile.id,
      actor_id: teacher.id,
      payload: { kind, workId, studentIds: [omar.id] },
    })
    expect(await rate(workId, { result: 18, tookPart: null })).toMatchObject({ result: 18, tookPart: true })
    expect(await rate(workId, { result: 0, tookPart: false })).toMatchObject({ result: 0, tookPart: false, version: 4 })
    expect(await rate(workId, { tookPart: true })).toMatchObject({ result: 0, tookPart: true })
    expect(await rate(workId, { result: null })).toMatchObject({ result: null, tookPart: true })
    expect(await rate(workId, { result: null, tookPart: null })).toMatchObject({ result: null, tookPart: null })
  })

  test('keeps what is not sent, and stays as it is when nothing differs', async () => {
    const { id: workId } = await set()
    const first = await rate(workId, { result: 12, tookPart: true })
    const before = await rowsOf(...tables)
    expect(await rate(workId, { result: 12 })).toEqual(first)
    expect(await rate(workId, {})).toEqual(first)
    const row = (await wire(of.get.path, { [id]: workId, studentId: omar.id }, { as: teacher })).json()
    expect((await wire(of.rate.path, row, { as: teacher })).json()).toEqual(row)
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('is not written above the full mark, for who has none, or over what somebody else wrote', async () => {
    const { id: workId } = await set()
    await rate(workId, { result: 12 })
    const before = await rowsOf(...tables)
    const refusal = await wire(
      of.rate.path,
      { [id]: workId, studentId: omar.id, [mark]: 20.01 },
      {
        as: teacher,
        headers: { accept: 'application/problem+json' },
      },
    )
    expect(refusal).toMatchObject({ status: 400 })
    expect(refusal.json()).toMatchObject({ detail: above.message, errors: { [mark]: [above.message] } })
    await expect(rate(workId, { result: -1 })).rejects.toMatchObject(
      refused(400, 'Number must be greater than or equal to 0'),
    )
    for (const studentId of [laila.id, deltaStudent.id, newId()])
      await expect(rate(workId, { studentId, result: 1 })).rejects.toMatchObject(notFound)
    await expect(rate(workId, { result: 13, baseVersion: 1 })).rejects.toMatchObject({
      ...stale,
      current: expect.objectContaining({ studentId: omar.id, version: 2, [mark]: 12 }),
    })
    for (const person of [scienceTeacher, otherManager])
      await expect(rate(workId, { result: 1 }, person)).rejects.toMatchObject(notFound)
    await expect(rate(workId, { result: 1 }, parent)).rejects.toMatchObject(notAllowed)
    await expect(rate(newId(), { result: 1 })).rejects.toMatchObject(notFound)
    expect(await rowsOf(...tables)).toEqual(before)
    expect(await rate(workId, { result: 13, baseVersion: 2 })).toMatchObject({ result: 13, version: 3 })
  })

  test('keeps its former values with who and when', async () => {
    const { id: workId } = await set()
    await rate(workId, { result: 3 })
    await rate(workId, { result: 4 }, supervisor)
    const former = await sql(
      `select was, changed_by from former_values where table_name = $1 and key ->> 'student_id' = $2
       and was ->> '${kind}_id' = $3 order by id`,
      [table, omar.id, workId],
    )
    expect(former).toMatchObject([
      { changed_by: teacher.id, was: { version: 1 } },
      { changed_by: supervisor.id, was: { version: 2 } },
    ])
  })

  test('is written in a column, all or none, each from its own version', async () => {
    const { id: workId } = await set()
    await rate(workId, { result: 5 })
    const column = [
      { studentId: classmate.id, result: 20, baseVersion: 1 },
      { studentId: omar.id, result: 0, tookPart: false, baseVersion: 2 },
    ]
    const rows = await rateSeveral(workId, column)
    expect(rows).toMatchObject([
      { studentId: classmate.id, result: 20, tookPart: true, version: 2 },
      { studentId: omar.id, result: 0, tookPart: false, version: 3 },
    ])
    const [event] = (await announced('result')).slice(-1)
    expect(new Set(event.payload.studentIds)).toEqual(new Set([omar.id, classmate.id]))

    const before = await rowsOf(...tables)
    await expect(rateSeveral(workId, column)).rejects.toMatchObject({
      ...stale,
      errors: { 'items[0]': [stale.message], 'items[1]': [stale.message] },
      current: [expect.objectContaining({ studentId: classmate.id }), expect.objectContaining({ studentId: omar.id })],
    })
    await expect(
      rateSeveral(workId, [
        { studentId: omar.id, result: 1 },
        { studentId: classmate.id, result: 21 },
        { studentId: laila.id, result: 1 },
      ]),
    ).rejects.toMatchObject({ ...above, errors: { [`items[1].${mark}`]: [above.message], 'items[2]': ['Not found'] } })
    await expect(
      rateSeveral(workId, [
        { studentId: omar.id, result: 1 },
        { studentId: omar.id, result: 2 },
      ]),
    ).rejects.toMatchObject(refused(400, 'A student is listed twice'))
    await expect(rateSeveral(workId, [])).rejects.toMatchObject(
      refused(400, 'Array must contain at least 1 element(s)'),
    )
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('and a lower full mark never pass each other', async () => {
    const { id: workId } = await set()
    const lowered = as(teacher)(work.update as typeof exams.update, { id: workId, rate: 10 })
    const outcomes = await Promise.allSettled([rate(workId, { result: 15 }), lowered])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [row] = (await list(teacher, { workId, studentId: omar.id })).rows
    expect(row!.result ?? 0).toBeLessThanOrEqual(row!.rate)
  })

  test('is set for one student alone, with his result by who may rate', async () => {
    const plain = await addOne()
    expect(plain).toMatchObject({ studentId: omar.id, result: null, tookPart: null, version: 1 })
    expect((await list(teacher, { workId: plain.workId })).total).toBe(1)
    const [event] = (await announced(kind)).slice(-1)
    expect(event.payload).toEqual({ set: [{ workId: plain.workId, studentIds: [omar.id] }] })
    expect(await addOne({ result: 19 })).toMatchObject({ result: 19, tookPart: true, version: 1 })
    expect(await addOne({ result: 0, tookPart: false })).toMatchObject({ result: 0, tookPart: false })

    const before = await rowsOf(...tables, 'exams', 'homework', 'activities')
    await expect(addOne({ result: 20.5 })).rejects.toMatchObject(above)
    for (const student of [laila, inactiveStudent, { id: newId() }])
      await expect(addOne({ studentId: student.id })).rejects.toMatchObject(
        refused(400, 'A student is not in this class'),
      )
    await expect(addOne({ courseId: maths.id })).rejects.toMatchObject(
      refused(400, 'You do not teach this course in this class'),
    )
    await expect(addOne({ courseId: newId() })).rejects.toMatchObject(notFound)
    await expect(addOne({}, parent)).rejects.toMatchObject(notAllowed)
    await expect(addOne({ classRoomId: world.class6c.id, studentId: omar.id }, manager)).rejects.toMatchObject(
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
    for (const asked of [{ workId: newId() }, { studentId: laila.id }, { workId, studentId: newId() }])
      await expect(list(teacher, asked)).rejects.toMatchObject(notFound)
    await expect(list(scienceTeacher, { workId })).rejects.toMatchObject(notFound)
    expect((await list(scienceTeacher, { studentId: omar.id })).rows.map(({ courseId }) => courseId)).not.toContain(
      arabic.id,
    )
  })

  test('is gone with its work, and comes back when the student does', async () => {
    const { id: workId } = await set()
    await rate(workId, { result: 9 })
    const change = as(teacher)
    await change(work.update as typeof exams.update, { id: workId, studentIds: [classmate.id] })
    await expect(read(workId)).rejects.toMatchObject(notFound)
    await expect(rate(workId, { result: 1 })).rejects.toMatchObject(notFound)
    await change(work.update as typeof exams.update, { id: workId, studentIds: [classmate.id, omar.id] })
    expect(await read(workId)).toMatchObject({ result: 9, tookPart: true, version: 2 })

    const one = kind === 'exam' ? { examId: workId } : { id: workId }
    await change(work.remove as typeof exams.remove, one as { examId: string })
    await expect(read(workId)).rejects.toMatchObject(notFound)
    await expect(rate(workId, { result: 1 })).rejects.toMatchObject(notFound)
    await expect(list(teacher, { workId })).rejects.toMatchObject(notFound)
    expect((await list(teacher, { studentId: omar.id })).rows.map((row) => row.workId)).not.toContain(workId)
  })
})
