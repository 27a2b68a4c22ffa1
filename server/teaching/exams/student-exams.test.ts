import { describe, expect, test } from 'vitest'
import { exams } from '#contract/teaching/exams/exams.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { years } from '#contract/school/years/years.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, parent, registrar, otherManager } = world
const { nile, nileYear, nilePastYear, deltaYear, class4a, class6c, arabic, social, omar, classmate, laila } = world
const { sql, giveKey, rowsOf } = tracesIn(connection)

const tables = ['exams', 'student_exams', 'outbox']
const final = refused(409, 'A completed year cannot be changed')
const notHere = refused(400, 'A student is not in this class')
const september = monthId(nileYear, 1)
const pastMonth = monthId(nilePastYear, 3)
const exam = { classRoomId: class4a.id, courseId: arabic.id, monthId: september, date: today, rate: 20 }
const set = (...students: { id: string }[]) =>
  as(teacher)(exams.add, { ...exam, studentIds: students.map(({ id }) => id) })
const list = (person: { phone: string }, input: object) =>
  as(person).listed(studentExams.list, { pageSize: 200, ...input })
const rate = (workId: string, more: object, person: { phone: string } = teacher) =>
  as(person)(studentExams.rate, { workId, studentId: omar.id, ...more })

describe('a student is added to an exam that is set', () => {
  const assign = (workId: string, { id: studentId }: { id: string }, person: { phone: string } = teacher) =>
    as(person)(studentExams.assign, { workId, studentId })

  test('not rated, once; the exam has another version then', async () => {
    const { id } = await set(classmate)
    expect(await assign(id, omar)).toMatchObject({ workId: id, studentId: omar.id, result: null, tookPart: null })
    expect(await as(teacher)(exams.get, { examId: id })).toMatchObject({ version: 2 })
    const before = await rowsOf(...tables)
    await expect(assign(id, omar)).rejects.toMatchObject(refused(409, 'This student is already assigned to this exam'))
    for (const stranger of [laila, { id: newId() }, world.deltaStudent, world.inactiveStudent])
      await expect(assign(id, stranger)).rejects.toMatchObject(notHere)
    for (const person of [scienceTeacher, otherManager])
      await expect(assign(id, omar, person)).rejects.toMatchObject(notFound)
    await expect(assign(id, omar, parent)).rejects.toMatchObject(notAllowed)
    await expect(assign(newId(), omar)).rejects.toMatchObject(notFound)
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('with the result from before the removal, unless the full mark is below it by now', async () => {
    const { id } = await set(omar, classmate)
    await rate(id, { result: 15 })
    await as(teacher)(exams.update, { id, studentIds: [classmate.id] })
    expect(await assign(id, omar)).toMatchObject({ result: 15, tookPart: true, version: 2 })
    await as(teacher)(exams.update, { id, studentIds: [classmate.id], rate: 10 })
    await expect(assign(id, omar)).rejects.toMatchObject(refused(409, 'A result is above the full mark'))
  })
})

describe('results of exams', () => {
  test('are narrowed by month and course', async () => {
    const { rows } = await list(supervisor, { studentId: omar.id })
    const month = rows[0]!.monthId
    const inMonth = await list(supervisor, { studentId: omar.id, months: [month] })
    expect(inMonth.rows).toEqual(rows.filter((row) => row.monthId === month))
    expect((await list(supervisor, { studentId: omar.id, months: [] })).rows).toEqual(rows)
    const ofCourse = await list(supervisor, { studentId: omar.id, courseId: social.id })
    expect(ofCourse.rows).toEqual(rows.filter(({ courseId }) => courseId === social.id))
    expect((await list(supervisor, { studentId: omar.id, months: [newId()] })).rows).toEqual([])
    expect((await list(supervisor, { studentId: omar.id, tookPart: false })).rows).toEqual(
      rows.filter(({ tookPart }) => tookPart === false),
    )
  })

  test('are open to callers who see exams, within their classes: not the whole school for its settings', async () => {
    await giveKey(registrar, 'ViewExamsSetting', nile)
    await sql(
      `delete from user_permissions where user_id = $1 and permission_id = (
      select id from permissions where key = 'ViewSchoolStudentsList')`,
      [registrar.id],
    )
    const { id: workId } = await set(omar)
    await expect(list(registrar, { workId })).rejects.toMatchObject(notFound)
    await giveKey(registrar, 'ViewSchoolStudentsList', nile)
    expect((await list(registrar, { workId })).total).toBe(1)
  })

  test('are read by parents for their own children', async () => {
    const { id: workId } = await set(omar, classmate)
    expect((await list(parent, { workId })).rows.map(({ studentId }) => studentId)).toEqual([omar.id])
    expect((await list(parent, { studentId: omar.id, months: [september] })).rows.map((row) => row.workId)).toContain(
      workId,
    )
    expect(await as(parent)(studentExams.get, { workId, studentId: omar.id })).toMatchObject({ monthName: 'سبتمبر' })
    await expect(as(parent)(studentExams.get, { workId, studentId: classmate.id })).rejects.toMatchObject(notFound)
    const { id: others } = await set(classmate)
    for (const input of [{ workId: others }, { studentId: classmate.id }])
      await expect(list(parent, input)).rejects.toMatchObject(notFound)
  })

  test('are final in a completed year', async () => {
    const { id } = await set(omar, classmate)
    await rate(id, { result: 15 })
    await sql('update exams set month_id = $1 where id = $2', [pastMonth, id])
    const before = await rowsOf(...tables)
    await expect(rate(id, { result: 16 })).rejects.toMatchObject(final)
    await expect(rate(id, { result: 15 })).rejects.toMatchObject(final)
    await expect(
      as(teacher)(studentExams.rateSeveral, { workId: id, items: [{ studentId: omar.id, result: 1 }] }),
    ).rejects.toMatchObject(final)
    await expect(
      as(teacher)(studentExams.assign, { workId: id, studentId: (await another()).id }),
    ).rejects.toMatchObject(final)
    expect(await rowsOf(...tables)).toEqual(before)
    expect((await list(teacher, { workId: id })).total).toBe(2)
  })

  test('are not written while the year is being completed', async () => {
    const { id } = await set(omar)
    const [completed, rated] = await Promise.allSettled([
      as(manager)(years.complete, { schoolYearId: nileYear.id }),
      rate(id, { result: 3 }),
    ])
    expect(completed.status).toBe('fulfilled')
    if (rated.status === 'rejected') expect(rated.reason).toMatchObject(final)
    await expect(rate(id, { result: 4 })).rejects.toMatchObject(final)
    await sql('update school_years set completed = false, active = true where id = $1', [nileYear.id])
  })
})

describe('an exam for one student', () => {
  const add = (more: object, person: { phone: string } = teacher) =>
    as(person)(studentExams.add, { ...exam, studentId: omar.id, ...more })

  test('is set in an open month, and takes both names on the wire', async () => {
    const before = await rowsOf(...tables)
    await expect(add({ monthId: pastMonth })).rejects.toMatchObject(final)
    for (const id of [monthId(deltaYear, 1), newId()])
      await expect(add({ monthId: id })).rejects.toMatchObject(notFound)
    await sql('update school_year_months set is_active = false where id = $1', [september])
    await expect(add({})).rejects.toMatchObject(refused(409, 'This month is not active'))
    await sql('update school_year_months set is_active = true where id = $1', [september])
    await expect(add({ classRoomId: class6c.id }, manager)).rejects.toMatchObject(notHere)
    expect(await rowsOf(...tables)).toEqual(before)

    const { date: examDate, rate: examRate, ...rest } = exam
    const body = { ...rest, examDate, examRate, studentId: omar.id, totalResult: '١٩٫٥', supervisorId: 'x' }
    const answer = await wire('ClassRoomStudentExam/AddStudentExam', body, { as: teacher })
    expect(answer.json()).toMatchObject({
      examDate,
      examRate,
      rate: 20,
      totalResults: 19.5,
      totalResult: 19.5,
      isAttend: true,
      month: 'سبتمبر',
      classRoom: class4a.name,
    })
  })

  test('takes a result only of a caller who may rate', async () => {
    await giveKey(registrar, 'AddExam', nile)
    expect(await add({}, registrar)).toMatchObject({ result: null, supervisorId: registrar.id })
    for (const more of [{ result: 5 }, { tookPart: true }])
      await expect(add(more, registrar)).rejects.toMatchObject(notAllowed)
    await giveKey(registrar, 'RateExam', nile)
    expect(await add({ result: 5 }, registrar)).toMatchObject({ result: 5, tookPart: true })
  })
})

/** One more active classmate of Omar. */
async function another() {
  const [row] = await sql('select id from students where class_room_id = $1 and active and id <> all ($2) limit 1', [
    class4a.id,
    [omar.id, classmate.id],
  ])
  return row as { id: string }
}
