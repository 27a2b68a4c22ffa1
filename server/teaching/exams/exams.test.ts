import { describe, expect, test } from 'vitest'
import { exams } from '#contract/teaching/exams/exams.ts'
import { months } from '#contract/school/years/months.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, otherManager, parent } = world
const { nile, nileYear, nilePastYear, deltaYear, class4a, class4b, class5a, class6c } = world
const { arabic, maths, deltaArabic, omar, classmate, laila, inactiveStudent } = world
const { sql, audited, published, rowsOf } = tracesIn(connection)

const tables = ['exams', 'student_exams', 'outbox']
const september = monthId(nileYear, 1)
const october = monthId(nileYear, 2)
const pastMonth = monthId(nilePastYear, 3)
const notHere = refused(400, 'A student is not in this class')
const twice = refused(400, 'A student is listed twice')
const notHis = refused(400, 'You do not teach this course in this class')
const final = refused(409, 'A completed year cannot be changed')

const exam = (more: object = {}) => ({
  classRoomId: class4a.id,
  courseId: arabic.id,
  monthId: september,
  date: today,
  details: 'الوحدة الثانية',
  rate: 20,
  ...more,
})
const add = (more: object = {}, person: typeof manager = teacher) => as(person)(exams.add, exam(more))
const studentsOf = async (examId: string) =>
  (await sql('select student_id from student_exams where exam_id = $1 and removed_at is null', [examId])).map(
    ({ student_id }) => student_id as string,
  )
const rate = (examId: string, { id }: { id: string }, result: number) =>
  sql('update student_exams set total_result = $3, is_attend = true where exam_id = $1 and student_id = $2', [
    examId,
    id,
    result,
  ])

describe('an exam is set', () => {
  test('for every active student of the class, in a month, by a teacher of the course there', async () => {
    const made = await add()
    expect(made).toMatchObject({
      ...exam(),
      weekDay: weekDayOf(today),
      monthName: 'سبتمبر',
      classRoomName: class4a.name,
      courseName: arabic.name,
      supervisorId: teacher.id,
      supervisorName: 'منى سعيد الحلواني',
      version: 1,
    })
    expect(await as(supervisor)(exams.get, { examId: made.id })).toEqual(made)
    const set = await studentsOf(made.id)
    expect(set).toHaveLength(20)
    expect(set).toContain(omar.id)
    expect(
      await sql('select 1 from student_exams where exam_id = $1 and (total_result, is_attend) is not null', [made.id]),
    ).toEqual([])
    const [event] = await published('exam')
    expect(event).toMatchObject({ school_id: nile.id, actor_id: teacher.id, payload: { set: [{ workId: made.id }] } })
    expect(new Set(event.payload.set[0].studentIds)).toEqual(new Set(set))
  })

  test('for the students named, under either name of the list; [] is for none', async () => {
    for (const name of ['studentsIds', 'studentIds']) {
      const { date: examDate, details: examDetails, ...rest } = exam()
      const students = { [name]: [omar.id, classmate.id], supervisorId: manager.id, weekDay: 'x' }
      const body = { ...rest, examDate, examDetails, ...students }
      const answer = await wire('Exams/AddNewExam', body, { as: teacher })
      expect(answer.json()).toMatchObject({ supervisorId: teacher.id })
      const set = await studentsOf((answer.json() as { id: string }).id)
      expect(new Set(set)).toEqual(new Set([omar.id, classmate.id]))
    }
    expect(await studentsOf((await add({ studentIds: [] })).id)).toEqual([])
    expect(await add({ details: '' })).toMatchObject({ details: '' })
  })

  test('by the supervisor and the manager in any course, by others only where they teach it', async () => {
    expect(await add({ courseId: maths.id }, supervisor)).toMatchObject({ supervisorId: supervisor.id })
    expect(await add({ courseId: maths.id, classRoomId: class5a.id }, manager)).toMatchObject({
      supervisorId: manager.id,
    })
    const before = await rowsOf(...tables)
    await expect(add({ courseId: maths.id })).rejects.toMatchObject(notHis)
    await expect(add({ courseId: arabic.id }, scienceTeacher)).rejects.toMatchObject(notHis)
    await expect(add({ classRoomId: class5a.id })).rejects.toMatchObject(notFound)
    await expect(add({}, parent)).rejects.toMatchObject(notAllowed)
    await expect(add({}, otherManager)).rejects.toMatchObject(notFound)
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('for students of the class, once, on a day that can be planned, and nothing is stored otherwise', async () => {
    const before = await rowsOf(...tables)
    for (const stranger of [laila, inactiveStudent, { id: newId() }, world.deltaStudent])
      await expect(add({ studentIds: [omar.id, stranger.id] })).rejects.toMatchObject(notHere)
    const inTheirClass = { classRoomId: class4b.id, studentIds: [inactiveStudent.id] }
    await expect(add(inTheirClass, manager)).rejects.toMatchObject(notHere)
    await expect(add({ studentIds: [omar.id, omar.id] })).rejects.toMatchObject(twice)
    for (const date of ['1999-12-31', daysFrom(today, 367)])
      await expect(add({ date })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    await expect(add({ date: 'soon' })).rejects.toMatchObject(refused(400, 'Invalid date'))
    await expect(add({ rate: 0 })).rejects.toMatchObject(refused(400, 'Number must be greater than or equal to 0.01'))
    await expect(add({ rate: 10.005 })).rejects.toMatchObject(refused(400, 'At most 2 decimals'))
    for (const courseId of [deltaArabic.id, newId()]) await expect(add({ courseId })).rejects.toMatchObject(notFound)
    for (const id of [monthId(deltaYear, 1), newId()])
      await expect(add({ monthId: id })).rejects.toMatchObject(notFound)
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('in an active month of a year that is not completed, in a class that is active', async () => {
    await as(manager)(months.deactivate, { monthId: october })
    const before = await rowsOf(...tables)
    await expect(add({ monthId: october })).rejects.toMatchObject(refused(409, 'This month is not active'))
    await expect(add({ monthId: pastMonth })).rejects.toMatchObject(final)
    await expect(add({ classRoomId: class6c.id }, manager)).rejects.toMatchObject(
      refused(409, 'This class is not active'),
    )
    expect(await rowsOf(...tables)).toEqual(before)
    await as(manager)(months.activate, { monthId: october })
  })

  test('on the civil day of the school when an instant is sent', async () => {
    expect(await add({ date: '2026-11-01T22:00:00.000Z' })).toMatchObject({
      date: '2026-11-02',
      weekDay: 'Monday',
    })
  })
})

describe('an exam is changed', () => {
  const change = (id: string, more: object, person: typeof manager = teacher) =>
    as(person)(exams.update, { id, ...more })

  test('in what is sent, and no result with it; it may be sent back as it was read', async () => {
    const made = await add()
    await rate(made.id, omar, 18)
    const changed = await change(made.id, { rate: 25, details: null, monthId: october, baseVersion: 1 })
    expect(changed).toMatchObject({ rate: 25, details: '', monthId: october, supervisorId: teacher.id, version: 2 })
    expect(await studentsOf(made.id)).toHaveLength(20)
    const row = (await wire('Exams/GetExamById', { examId: made.id }, { as: teacher })).json()
    expect((await wire('Exams/UpdateExam', row, { as: manager })).json()).toEqual(row)
  })

  test('in the students it is set for: a student who was taken away comes back with the earlier result', async () => {
    const made = await add()
    await rate(made.id, omar, 18)
    expect(await change(made.id, { studentIds: [classmate.id] })).toMatchObject({ version: 2 })
    expect(await studentsOf(made.id)).toEqual([classmate.id])
    expect(await change(made.id, { studentIds: [classmate.id] })).toMatchObject({ version: 2 })
    expect(await change(made.id, { studentIds: [omar.id, classmate.id] })).toMatchObject({ version: 3 })
    const [back] = await sql('select * from student_exams where exam_id = $1 and student_id = $2', [made.id, omar.id])
    expect(back).toMatchObject({ total_result: '18.00', is_attend: true, removed_at: null, removed_by: null })
  })

  test('but not below a result, not out of its class, not into what is closed', async () => {
    const made = await add()
    await rate(made.id, omar, 18)
    const before = await rowsOf(...tables)
    const above = refused(409, 'A result is above the full mark')
    await expect(change(made.id, { rate: 17.99 })).rejects.toMatchObject(above)
    await expect(change(made.id, { classRoomId: class5a.id })).rejects.toMatchObject(refused(400, 'Invalid input'))
    await expect(change(made.id, { courseId: maths.id })).rejects.toMatchObject(notHis)
    await expect(change(made.id, { studentIds: [laila.id] })).rejects.toMatchObject(notHere)
    await expect(change(made.id, { studentIds: [omar.id, omar.id] })).rejects.toMatchObject(twice)
    await expect(change(made.id, { courseId: deltaArabic.id })).rejects.toMatchObject(notFound)
    await expect(change(made.id, { monthId: monthId(deltaYear, 1) })).rejects.toMatchObject(notFound)
    await expect(change(made.id, { monthId: pastMonth })).rejects.toMatchObject(final)
    await expect(change(made.id, { rate: 30, baseVersion: 7 })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: expect.objectContaining({ id: made.id, month: 'سبتمبر', classRoom: class4a.name }),
    })
    for (const person of [scienceTeacher, otherManager])
      await expect(change(made.id, {}, person)).rejects.toMatchObject(notFound)
    expect(await rowsOf(...tables)).toEqual(before)

    await change(made.id, { studentIds: [classmate.id], rate: 10 })
    await expect(change(made.id, { studentIds: [omar.id, classmate.id] })).rejects.toMatchObject(above)
  })

  test('also in a month that was closed since, but not in a completed year', async () => {
    const made = await add({ monthId: october })
    await as(manager)(months.deactivate, { monthId: october })
    expect(await change(made.id, { monthId: october, rate: 30 })).toMatchObject({ rate: 30 })
    await expect(change(made.id, { monthId: september, rate: 31 })).resolves.toMatchObject({ monthId: september })
    await expect(change(made.id, { monthId: october })).rejects.toMatchObject(refused(409, 'This month is not active'))

    await sql('update exams set month_id = $1 where id = $2', [pastMonth, made.id])
    const before = await rowsOf(...tables)
    await expect(change(made.id, { rate: 40 })).rejects.toMatchObject(final)
    await expect(as(teacher)(exams.remove, { examId: made.id })).rejects.toMatchObject(final)
    expect(await rowsOf(...tables)).toEqual(before)
  })
})

describe('an exam is removed', () => {
  test('with its results, for good and by name', async () => {
    const made = await add({ studentIds: [omar.id, classmate.id] })
    await expect(as(scienceTeacher)(exams.remove, { examId: made.id })).rejects.toMatchObject(notFound)
    expect(await as(teacher)(exams.remove, { examId: made.id })).toEqual({ done: true, changed: 3 })
    for (const call of [exams.get, exams.remove])
      await expect(as(teacher)(call, { examId: made.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(exams.update, { id: made.id, rate: 1 })).rejects.toMatchObject(notFound)
    expect(await studentsOf(made.id)).toEqual([])
    expect(await audited(exams.remove)).toEqual([
      { person_id: teacher.id, school_id: nile.id, target_kind: 'exam', target_id: made.id },
    ])
    const [kept] = await sql('select removed_by from exams where id = $1', [made.id])
    expect(kept).toEqual({ removed_by: teacher.id })
  })
})
