import { describe, expect, test } from 'vitest'
import { classMarks } from '#contract/teaching/exams/class-marks.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { students } from '#contract/people/students/students.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, setWork } = byHandIn(connection)
const { manager, supervisor, teacher, mathsTeacher, idleTeacher, parent, otherManager } = world
const { nileYear, deltaYear, class4a, class4b, deltaClass1, arabic, maths, deltaArabic, omar, classmate } = world

const ofArabic = { classRoomId: class4a.id, courseId: arabic.id }
const read = (person: { phone: string }, input: object = {}) => as(person)(classMarks.get, { ...ofArabic, ...input })
const sheetOf = async (workId: string) => (await as(manager).listed(studentExams.list, { workId, pageSize: 200 })).rows

describe('the marks of a class', () => {
  test('are those of each exam’s own sheet, in the order of the exams', async () => {
    const { exams, students: seated } = await read(manager)
    expect(exams.length).toBeGreaterThan(1)
    expect(exams.map(({ date }) => date)).toEqual(exams.map(({ date }) => date).toSorted())
    for (const [place, exam] of exams.entries()) {
      const sheet = await sheetOf(exam.id)
      expect(exam).toMatchObject({ courseName: arabic.name, rate: sheet[0]!.rate, monthName: sheet[0]!.monthName })
      for (const { studentId, studentName, result, tookPart, version } of sheet) {
        const row = seated.find((one) => one.studentId === studentId)!
        expect([row.studentName, row.results[place], row.tookPart[place], row.versions[place]]).toEqual([
          studentName,
          result,
          tookPart,
          version,
        ])
      }
      const sitting = seated.filter(({ versions }) => versions[place] !== null)
      expect(sitting.map(({ studentId }) => studentId).toSorted()).toEqual(sheet.map((row) => row.studentId).toSorted())
    }
  })

  test('come with averages, to which an absence adds nothing', async () => {
    await sql('update exams set removed_at = now(), removed_by = $1', [manager.id])
    const first = await setWork('exam', daysFrom(today, -2), { result: { total_result: 15, is_attend: true } })
    const second = await setWork('exam', daysFrom(today, -1), { result: { total_result: 0, is_attend: false } })
    await sql(
      `insert into student_exams (school_id, exam_id, student_id, total_result, is_attend)
       select school_id, id, $1, 8.5, true from exams where id = any ($2)`,
      [classmate.id, [first, second]],
    )
    const { exams, students: seated } = await read(manager)
    expect(exams.map(({ id, average }) => [id, average])).toEqual([
      [first, 11.75],
      [second, 8.5],
    ])
    const averageOf = ({ id }: { id: string }) => seated.find(({ studentId }) => studentId === id)!.average
    expect([averageOf(omar), averageOf(classmate)]).toEqual([75, 42.5])
  })

  test('list the whole roll, also those without any', async () => {
    const { exams, students: seated } = await read(manager, { courseId: maths.id })
    expect(exams).toEqual([])
    const roll = await as(manager)(students.ofClass, { classRoomId: class4a.id })
    expect(seated).toEqual(
      roll.map(({ id, firstName, middleName, lastName }) => ({
        studentId: id,
        studentName: [firstName, middleName, lastName].filter(Boolean).join(' '),
        results: [],
        tookPart: [],
        versions: [],
        average: null,
      })),
    )
  })

  test('are narrowed to a month, and to a school year', async () => {
    const [{ month_id: monthId }] = await sql('select month_id from exams where removed_at is null limit 1')
    const ofMonth = (input: object) => as(manager)(classMarks.get, { classRoomId: class4a.id, ...input })
    expect((await ofMonth({ monthId })).exams.map((exam) => exam.monthId)).toEqual([monthId, monthId])
    expect((await ofMonth({ monthId: newId() })).exams).toEqual([])
    expect((await ofMonth({ courseId: arabic.id, yearId: nileYear.id })).exams).toHaveLength(2)
    expect((await ofMonth({ courseId: arabic.id, yearId: deltaYear.id })).exams).toEqual([])
    await expect(ofMonth({})).rejects.toMatchObject(refused(400, 'Required'))
  })
})

describe('the marks of a class are closed', () => {
  test('to teachers of another course, and open to the class’s supervisor', async () => {
    expect((await read(teacher)).exams).toHaveLength(2)
    expect((await read(supervisor)).exams).toHaveLength(2)
    expect((await read(mathsTeacher)).exams).toEqual([])
    await expect(read(idleTeacher)).rejects.toMatchObject(notFound)
    await expect(read(teacher, { classRoomId: class4b.id, courseId: maths.id })).resolves.toMatchObject({ exams: [] })
  })

  test('to parents, and to other schools', async () => {
    await expect(read(parent)).rejects.toMatchObject(notAllowed)
    await expect(read(otherManager)).rejects.toMatchObject(notFound)
    await expect(read(manager, { classRoomId: deltaClass1.id })).rejects.toMatchObject(notFound)
    expect((await read(manager, { courseId: deltaArabic.id })).exams).toEqual([])
  })
})
