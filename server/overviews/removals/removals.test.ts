import { describe, expect, test } from 'vitest'
import { exams } from '#contract/teaching/exams/exams.ts'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { type RemovableKind, removals } from '#contract/overviews/removals/removals.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, connection } = await testApp()
const { manager, teacher, scienceTeacher, otherManager, parent } = world
const { nile, nileYear, class4a, arabic, omar, classmate } = world
const { sql, audited } = tracesIn(connection)
const schoolId = nile.id

const work = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'الوحدة الثانية', rate: 20 }
const setExam = (more: object = {}) =>
  as(teacher)(exams.add, { ...work, monthId: monthId(nileYear, 1), studentIds: [omar.id, classmate.id], ...more })
const rate = (workId: string, result: number) => as(teacher)(studentExams.rate, { workId, studentId: omar.id, result })
const named = (kind: RemovableKind, ...ids: string[]) => ({ schoolId, kind, ids })
const putBack = (kind: RemovableKind, id: string, person: { phone: string } = manager) =>
  as(person)(removals.putBack, named(kind, id))
const listed = async (id: string, person: { phone: string } = manager) =>
  (await as(person)(removals.list, { schoolId, pageSize: 200 })).find((thing) => thing.id === id)
const rowsOf = (examId: string) =>
  sql(
    'select student_id, total_result, version, removed_at, created_at from student_exams where exam_id = $1 order by 1',
    [examId],
  )

describe('an exam that was removed', () => {
  test('is put back with its marks, its versions and its author, and without the student who was taken out before', async () => {
    const exam = await setExam()
    await rate(exam.id, 17)
    await as(teacher)(exams.update, { id: exam.id, studentIds: [omar.id] })
    const before = { exam: await as(teacher)(exams.get, { examId: exam.id }), rows: await rowsOf(exam.id) }
    await as(teacher)(exams.remove, { examId: exam.id })
    expect(await listed(exam.id)).toMatchObject({
      kind: 'exam',
      thingName: work.details,
      classRoomName: class4a.name,
      marks: 1,
      removedByName: expect.stringContaining(teacher.firstName),
    })
    expect(await putBack('exam', exam.id, teacher)).toEqual({ done: true, changed: 2 })
    expect({ exam: await as(teacher)(exams.get, { examId: exam.id }), rows: await rowsOf(exam.id) }).toEqual(before)
    expect(await listed(exam.id)).toBeUndefined()
    expect(await audited(removals.putBack)).toMatchObject([{ person_id: teacher.id, target_id: exam.id }])
  })

  test('is put back once, however often and by how many it is undone', async () => {
    const { id } = await setExam()
    await as(teacher)(exams.remove, { examId: id })
    const done = await Promise.all([manager, teacher, manager].map((person) => putBack('exam', id, person)))
    expect(done.map(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual([0, 0, 3])
    expect(await putBack('exam', id)).toEqual({ done: true, changed: 0 })
  })

  test('leaves the inbox of parents and comes back to it without a new item', async () => {
    const { id } = await setExam()
    await rate(id, 12)
    await deliverAll(connection)
    const about = async () =>
      (await as(parent)(inbox.items, { studentId: omar.id, pageSize: 200 })).filter(({ workId }) => workId === id)
    const before = await about()
    expect(before.map(({ kind }) => kind).toSorted()).toEqual(['exam', 'examResult'])
    await as(teacher)(exams.remove, { examId: id })
    expect(await about()).toEqual([])
    await putBack('exam', id)
    await deliverAll(connection)
    expect(await about()).toEqual(before)
  })

  test('is announced before in numbers, with the parents who have opened the notice of a mark', async () => {
    const { id } = await setExam()
    await rate(id, 12)
    await deliverAll(connection)
    const effect = () => as(teacher)(removals.effect, named('exam', id))
    expect(await effect()).toEqual({ students: 2, marks: 1, readers: 0, answers: 0, files: 0, registers: 0 })
    const items = await as(parent)(inbox.items, { studentId: omar.id, pageSize: 200 })
    await as(parent)(inbox.markRead, { ids: items.filter(({ workId }) => workId === id).map((item) => item.id) })
    expect(await effect()).toMatchObject({ students: 2, marks: 1, readers: 1 })
  })

  test('is not found by those who may not remove it, nor put back by them or by another school', async () => {
    const { id } = await setExam()
    await expect(as(scienceTeacher)(removals.effect, named('exam', id))).rejects.toMatchObject(notFound)
    await as(teacher)(exams.remove, { examId: id })
    expect(await listed(id, scienceTeacher)).toBeUndefined()
    expect(await listed(id, teacher)).toBeDefined()
    await expect(putBack('exam', id, scienceTeacher)).rejects.toMatchObject(notFound)
    await expect(putBack('exam', id, parent)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(removals.putBack, named('exam', id))).rejects.toMatchObject(notFound)
    await expect(
      as(otherManager)(removals.putBack, { ...named('exam', id), schoolId: world.delta.id }),
    ).rejects.toMatchObject(notFound)
    await expect(putBack('homework', id)).rejects.toMatchObject(notFound)
  })

  test('is found by its words, and no more after thirty days', async () => {
    const { id } = await setExam({ details: 'اختبار المحفوظات' })
    await as(teacher)(exams.remove, { examId: id })
    const found = async (text: string) =>
      (await as(manager)(removals.list, { schoolId, kind: 'exam', text })).map((thing) => thing.id)
    expect(await found('المحفوظات')).toEqual([id])
    expect(await found('الرياضيات البحتة')).toEqual([])
    await sql(`update exams set removed_at = removed_at - interval '30 days' where id = $1`, [id])
    expect(await found('المحفوظات')).toEqual([])
    await expect(putBack('exam', id)).rejects.toMatchObject(notFound)
  })
})

test('an exam is not removed when a person has published its marks, and is while it has none', async () => {
  await as(manager)(publishing.changeSetting, { schoolId, marksShown: 'whenPublished' })
  const [marked, empty] = [await setExam(), await setExam()]
  await rate(marked.id, 12)
  await as(teacher)(publishing.publish, { items: [{ examId: marked.id }, { examId: empty.id }] })
  const published = refused(409, 'The marks of this exam are published; correct them instead of removing the exam')
  await expect(as(teacher)(removals.effect, named('exam', marked.id))).rejects.toMatchObject(published)
  await expect(as(teacher)(exams.remove, { examId: marked.id })).rejects.toMatchObject(published)
  expect(await as(teacher)(exams.remove, { examId: empty.id })).toMatchObject({ done: true })
  await as(manager)(publishing.changeSetting, { schoolId, marksShown: 'atOnce' })
})

test('a parent reads no list of what was removed', async () => {
  await expect(as(parent)(removals.list, { schoolId })).rejects.toMatchObject(notAllowed)
})
