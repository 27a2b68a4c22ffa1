import { beforeAll, describe, expect, test } from 'vitest'
import { exams } from '#contract/teaching/exams/exams.ts'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, arabicTeacher, secondSupervisor, parent, otherManager } = world
const { nile, nileYear, class4a, arabic, omar, classmate } = world
const { sql } = tracesIn(connection)

const exam = { classRoomId: class4a.id, courseId: arabic.id, monthId: monthId(nileYear, 1), date: today, rate: 20 }
const rate = (workId: string, result: number, studentId = omar.id) =>
  as(teacher)(studentExams.rate, { workId, studentId, result })
const publish = (...ids: string[]) => as(teacher)(publishing.publish, { items: ids.map((examId) => ({ examId })) })

beforeAll(
  async () => void (await as(manager)(publishing.changeSetting, { schoolId: nile.id, marksShown: 'whenPublished' })),
)

describe('publishing', () => {
  const items = async () => {
    await deliverAll(connection)
    return (await as(parent)(inbox.items, { studentId: omar.id, topic: 'results', pageSize: 200 })).map(
      ({ kind, workId, read, id }) => ({ kind, workId, read, id }),
    )
  }
  const about = async (id: string) => (await items()).filter(({ workId }) => workId === id)

  test('notifies once a pupil, whatever was saved before and however often it is published', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id, classmate.id] })
    for (const result of [3, 13, 14]) await rate(id, result)
    expect(await about(id)).toEqual([])
    const [first] = await publish(id)
    expect(first).toMatchObject({ examId: id, marksState: 'published', students: 2, marked: 1 })
    expect(await publish(id)).toEqual([first])
    expect(await as(supervisor)(publishing.publish, { items: [{ examId: id }] })).toEqual([first])
    expect(await about(id)).toMatchObject([{ kind: 'examResult' }])
    expect(await as(manager)(exams.get, { examId: id })).toMatchObject({
      marksState: 'published',
      publishedByName: expect.stringContaining(teacher.firstName),
    })
  })

  test('of several exams is one notice a pupil', async () => {
    const set = [await as(teacher)(exams.add, exam), await as(teacher)(exams.add, exam)]
    for (const { id } of set) await rate(id, 15)
    const before = (await items()).length
    await publish(...set.map(({ id }) => id))
    expect((await items()).length).toBe(before + 1)
  })

  test('is final: the database takes nothing back', async () => {
    const { id } = await as(teacher)(exams.add, exam)
    await publish(id)
    await expect(sql('update exams set published_at = null, published_by = null where id = $1', [id])).rejects.toThrow(
      'published marks stay published',
    )
  })

  test('leaves out nobody whose mark is stored meanwhile', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    await Promise.all([rate(id, 12), publish(id)])
    expect(await about(id)).toMatchObject([{ kind: 'examResult' }])
  })

  test('is for those who rate within the class and course', async () => {
    const { id } = await as(teacher)(exams.add, exam)
    const input = { items: [{ examId: id }] }
    for (const person of [scienceTeacher, otherManager])
      await expect(as(person)(publishing.publish, input)).rejects.toMatchObject(notFound)
    await expect(as(parent)(publishing.publish, input)).rejects.toMatchObject({ status: 403 })
    const elsewhere = await sql('select id from exams where school_id <> $1 limit 1', [nile.id])
    await expect(
      as(teacher)(publishing.publish, { items: [{ examId: id }, { examId: elsewhere[0].id }] }),
    ).rejects.toMatchObject(notFound)
    expect(await as(teacher)(exams.get, { examId: id })).toMatchObject({ marksState: 'draft' })
  })

  test('a first mark after it is a result, a changed one a correction, once until it is read', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    await publish(id)
    await rate(id, 11)
    expect(await about(id)).toMatchObject([{ kind: 'examResult' }])
    for (const result of [12, 13]) {
      await rate(id, result)
      expect((await about(id)).map(({ kind }) => kind).toSorted()).toEqual(['examResult', 'markCorrected'])
    }
    const seen = await as(parent)(studentExams.get, { workId: id, studentId: omar.id })
    expect(seen).toMatchObject({ result: 13, formerResult: 12, formerTookPart: true, isDraft: false })
    expect(seen.correctedAt).not.toBeNull()

    const corrected = (await about(id)).filter(({ kind }) => kind === 'markCorrected')
    await as(parent)(inbox.markRead, { ids: corrected.map((one) => one.id) })
    await rate(id, 14)
    expect((await about(id)).filter(({ kind }) => kind === 'markCorrected')).toMatchObject([
      { read: false },
      { read: true },
    ])
  })
})

describe('the history of a mark', () => {
  const history = (person: { phone: string }, id: string, studentId = omar.id) =>
    as(person)(publishing.history, { kind: 'exam', id, studentId })

  test('is read by staff with who changed what, and by parents as far as it was published', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id, classmate.id] })
    await rate(id, 10)
    await rate(id, 11)
    await publish(id)
    await as(supervisor)(studentExams.rate, { workId: id, studentId: omar.id, result: 12 })
    await rate(id, 0)
    await as(teacher)(studentExams.rate, { workId: id, studentId: omar.id, result: 0, tookPart: false })

    const steps = [
      [0, true, 0, false, false, teacher],
      [12, true, 0, true, false, teacher],
      [11, true, 12, true, false, supervisor],
      [10, true, 11, true, true, teacher],
      [null, null, 10, true, true, teacher],
    ] as const
    const all = steps.map(([formerResult, formerTookPart, result, tookPart, wasDraft, by]) => ({
      at: expect.any(String),
      byName: expect.stringContaining(by.firstName),
      wasDraft,
      formerResult,
      formerTookPart,
      result,
      tookPart,
    }))
    expect(await history(manager, id)).toEqual(all)
    expect(await history(parent, id)).toEqual(all.slice(0, 3).map((change) => ({ ...change, byName: null })))
    expect(await history(teacher, id, classmate.id)).toEqual([])
  })

  test('is closed to other families, courses, classes and schools', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id, classmate.id] })
    await rate(id, 10, classmate.id)
    for (const person of [otherManager, scienceTeacher, arabicTeacher, secondSupervisor])
      await expect(history(person, id, classmate.id)).rejects.toMatchObject(notFound)
    await expect(history(parent, id, classmate.id)).rejects.toMatchObject(notFound)
    const { id: others } = await as(teacher)(exams.add, { ...exam, studentIds: [classmate.id] })
    await expect(history(parent, others)).rejects.toMatchObject(notFound)
  })

  test('ends for parents with the seat of their child', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    await publish(id)
    for (const result of [10, 11]) await rate(id, result)
    const endSeat = (day: string) =>
      sql('update students set is_paid = false, seat_ended_on = $1 where id = $2', [day, omar.id])
    await endSeat(today)
    expect(await history(parent, id)).toHaveLength(1)
    await endSeat(daysFrom(today, -1))
    await expect(history(parent, id)).rejects.toMatchObject(notFound)
    expect(await history(manager, id)).toHaveLength(2)
    await sql('update students set is_paid = true, seat_ended_on = null where id = $1', [omar.id])
  })
})
