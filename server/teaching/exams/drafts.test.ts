import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#contract/language/operation.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { today as todays } from '#contract/overviews/today/today.ts'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, parent, otherManager } = world
const { nile, nileYear, class4a, arabic, omar, classmate } = world
const { sql } = tracesIn(connection)

const exam = { classRoomId: class4a.id, courseId: arabic.id, monthId: monthId(nileYear, 1), date: today, rate: 20 }
const students = await sql('select id from students where class_room_id = $1 and active and is_paid order by id', [
  class4a.id,
])
const studentIds: string[] = students.map(({ id }: { id: string }) => id)
const rate = (workId: string, result: number, studentId = omar.id) =>
  as(teacher)(studentExams.rate, { workId, studentId, result })
const rateAll = (workId: string, result: number) =>
  as(teacher)(studentExams.rateSeveral, { workId, items: studentIds.map((studentId) => ({ studentId, result })) })
const publish = (...ids: string[]) => as(teacher)(publishing.publish, { items: ids.map((examId) => ({ examId })) })
const show = (marksShown: 'atOnce' | 'whenPublished') =>
  as(manager)(publishing.changeSetting, { schoolId: nile.id, marksShown })

beforeAll(async () => void (await show('whenPublished')))

/** The answers of all reads that parents may call, about Omar and one exam. */
async function readByParent(workId: string) {
  const named = { studentId: omar.id, workId, examId: workId, id: workId, kind: 'exam', schoolId: nile.id }
  const rest = { classRoomId: class4a.id, yearId: nileYear.id, courseId: arabic.id }
  const seen = new Map<string, unknown>()
  const reads = operations.filter(({ writes, access, gives }: Operation) => {
    const own = ['signedIn', 'self'].includes(access.to)
    const parents = 'orOwnChildren' in access && (access.orOwnChildren || ('orParentOf' in access && access.orParentOf))
    return !writes && gives.length === 0 && (own || parents || ('orAnyParent' in access && access.orAnyParent))
  })
  for (const operation of reads as Operation[]) {
    const fields = Object.keys(operation.input.shape)
    for (const input of [named, { ...named, ...rest }]) {
      const sent = Object.fromEntries(Object.entries(input).filter(([field]) => fields.includes(field)))
      const read = `${operation.path} ${Object.keys(sent).join(' ')}`
      if (seen.has(read)) continue
      const answer = await (as(parent) as (of: Operation, sent: object) => Promise<unknown>)(operation, sent).catch(
        ({ status }: { status?: number }) => ({ refused: status }),
      )
      seen.set(read, { ...(answer as object), asOf: null })
    }
  }
  return seen
}

describe('a mark that is not published', () => {
  test('is found nowhere by a parent: every read answers as before it was there', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds })
    await deliverAll(connection)
    const before = await readByParent(id)
    await rateAll(id, 13.37)
    await rate(id, 13.73)
    await deliverAll(connection)
    expect(await readByParent(id)).toEqual(before)

    await publish(id)
    await deliverAll(connection)
    const after = await readByParent(id)
    const changed = [...after].flatMap(([read, answer]) => {
      const same = JSON.stringify(answer) === JSON.stringify(before.get(read))
      return same ? [] : [read.slice(0, read.indexOf(' '))]
    })
    const paths = [studentExams.list, studentExams.get, exams.list, exams.get, studentNumbers.get]
    for (const { path } of [...paths, todays.get, inbox.items, inbox.unread]) expect(changed).toContain(path)
  })

  test('is not filtered by, and not exported', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    await rate(id, 13.37)
    const of = { studentId: omar.id, workId: id }
    for (const filter of [{ resultFrom: 13 }, { resultTo: 14 }, { tookPart: true }])
      expect((await as(parent).listed(studentExams.list, { ...of, ...filter })).total).toBe(0)
    const exported = () =>
      wire(studentExams.list.path, { studentId: omar.id, examId: id }, { as: parent, headers: { accept: 'text/csv' } })
    expect((await exported()).text).not.toContain('13.37')
    await publish(id)
    expect((await as(parent).listed(studentExams.list, { ...of, resultFrom: 13 })).total).toBe(1)
    expect((await exported()).text).toContain('13.37')
  })

  test('is seen by staff, as a draft', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id, classmate.id] })
    await rate(id, 13.37)
    for (const person of [teacher, supervisor, manager])
      expect(await as(person)(studentExams.get, { workId: id, studentId: omar.id })).toMatchObject({
        result: 13.37,
        isDraft: true,
        correctedAt: null,
      })
    const listed = (await as(teacher)(exams.list, { classRoomId: class4a.id, pageSize: 200 })).find(
      (one) => one.id === id,
    )
    expect(listed).toMatchObject({ marksState: 'draft', publishedAt: null, figures: { students: 2, marked: 1 } })
  })

  test('is not seen by a teacher of another course who is a parent too', async () => {
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    await rate(id, 13.37)
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       select gen_random_uuid(), school_id, student_id, $1, relation_id, consent_by from student_parents
       where student_id = $2 limit 1`,
      [scienceTeacher.id, omar.id],
    )
    const seen = (await as(scienceTeacher)(studentExams.list, { studentId: omar.id, pageSize: 200 })).find(
      ({ workId }) => workId === id,
    )
    expect(seen).toMatchObject({ result: null, tookPart: null, version: 1 })
    const average = async () => (await as(scienceTeacher)(studentNumbers.get, { studentId: omar.id })).exams
    const before = await average()
    await publish(id)
    expect(await average()).not.toEqual(before)
  })
})

describe('a school that publishes at once', () => {
  test('has no drafts among what is set then; earlier drafts wait for being published', async () => {
    const earlier = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    const { drafts } = await show('atOnce')
    expect(drafts).toBeGreaterThan(0)
    const { id } = await as(teacher)(exams.add, { ...exam, studentIds: [omar.id] })
    for (const workId of [id, earlier.id]) await rate(workId, 17)
    expect(await as(teacher)(exams.get, { examId: id })).toMatchObject({ marksState: 'atOnce', publishedAt: null })
    const seen = async (workId: string) => (await as(parent)(studentExams.get, { workId, studentId: omar.id })).result
    expect(await seen(id)).toBe(17)
    expect(await seen(earlier.id)).toBeNull()
    expect(await publish(id)).toMatchObject([{ marksState: 'atOnce' }])
    await publish(earlier.id)
    expect(await seen(earlier.id)).toBe(17)
    await show('whenPublished')
  })

  test('is set by those who rate for the whole school, and read by its staff', async () => {
    const setting = (person: { phone: string }) => as(person)(publishing.setting, { schoolId: nile.id })
    expect(await setting(teacher)).toMatchObject({ marksShown: 'whenPublished' })
    await expect(setting(parent)).rejects.toMatchObject({ status: 403 })
    await expect(setting(otherManager)).rejects.toMatchObject(notFound)
    await expect(
      as(otherManager)(publishing.changeSetting, { schoolId: nile.id, marksShown: 'atOnce' }),
    ).rejects.toMatchObject(notFound)
    expect(await setting(manager)).toMatchObject({ marksShown: 'whenPublished' })
  })
})
