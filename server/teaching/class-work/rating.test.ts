import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { kindsOfWork, workCalls } from '#test/harness/work-calls.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { teacher, supervisor, scienceTeacher, otherManager, parent } = world
const { nile, class4a, arabic, omar, classmate, laila, deltaStudent } = world
const { sql, published, rowsOf } = tracesIn(connection)

const above = refused(400, 'The result is above the full mark')
const stale = refused(409, 'Somebody else changed this meanwhile')

describe.each(kindsOfWork)('a result of a piece of $kind', (ofKind) => {
  const { kind, of, table, id, mark } = ofKind
  const { set, change, rate, rateSeveral, read, list } = workCalls(ofKind, as)
  const tables = [table, 'outbox']

  test('has no result at first, and carries the fields of its work', async () => {
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

  test('records that the student took part when it is sent alone, and only then', async () => {
    const { id: workId } = await set()
    expect(await rate(workId, { result: '١٧٫٥' })).toMatchObject({ result: 17.5, tookPart: true, version: 2 })
    const [event] = (await published('result')).slice(-1)
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

  test('is not written above the full mark, for a student without one, or over somebody else’s change', async () => {
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

  test('keeps its former values with author and time', async () => {
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
    // Changing a mark that parents have already seen is a correction.
    const events = [
      (await published('result')).at(-1),
      ...(kind === 'exam' ? [(await published('mark corrected')).at(-1)] : []),
    ]
    const studentIds = events.flatMap(({ payload }) => payload.studentIds)
    expect(studentIds).toHaveLength(2)
    expect(new Set(studentIds)).toEqual(new Set([omar.id, classmate.id]))

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
    const outcomes = await Promise.allSettled([rate(workId, { result: 15 }), change(workId, { rate: 10 })])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [row] = (await list(teacher, { workId, studentId: omar.id })).rows
    expect(row!.result ?? 0).toBeLessThanOrEqual(row!.rate)
  })
})
