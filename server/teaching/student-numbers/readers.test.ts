import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, app, connection } = await testApp()
const { manager, teacher, supervisor, idleTeacher, parent, unpaidParent, classmatesParent, newcomer } = world
const { otherManager, mathsTeacher, nile, class4a, maths, omar, laila, unpaidStudent, movedStudent } = world
const { sql, giveKey, rowsOf } = tracesIn(connection)

// In the first weeks of a school year the registers of the world reach back into the summer before it.
await sql('update school_year_months set start_date = start_date - 100 where id = $1', [monthId(world.nileYear, 1)])

const numbers = (person: { phone: string }, input: object = {}) =>
  as(person)(studentNumbers.get, { studentId: omar.id, ...input })

describe('the readers of the numbers', () => {
  test('teachers see the exams of their courses, each part with its key', async () => {
    const { attendance, exams } = await numbers(mathsTeacher)
    expect(exams!.courses.map(({ courseId }) => courseId)).toEqual([maths.id])
    expect(attendance).toEqual((await numbers(supervisor)).attendance)

    await giveKey(newcomer, 'ViewExamsSetting', nile)
    await giveKey(newcomer, 'ViewSchoolStudentsList', nile)
    expect(await numbers(newcomer)).toMatchObject({ attendance: null, exams: (await numbers(manager)).exams })
    await giveKey(classmatesParent, 'ViewAttendanceList', nile)
    await expect(numbers(classmatesParent)).rejects.toMatchObject(notFound)
  })

  test('parents see their own child, up to the day the seat ended', async () => {
    const own = await numbers(parent)
    expect(own).toEqual(await numbers(manager))
    expect(own.exams!.courses.length).toBeGreaterThan(1)
    const ended = await numbers(unpaidParent, { studentId: unpaidStudent.id })
    const [{ days }] = await sql(
      `select count(*)::int as days from attendance_marks where student_id = $1 and date <= $2`,
      [unpaidStudent.id, daysFrom(today, -21)],
    )
    const { present, late, absent, excused } = ended.attendance!
    expect(present + late + absent + excused).toBe(days)
    await expect(numbers(parent, { studentId: unpaidStudent.id })).rejects.toMatchObject(notFound)
  })

  test('teachers see everything of their own child', async () => {
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       select $1::uuid, $2::uuid, $3::uuid, $4::uuid, id, $5::uuid from relation_types limit 1`,
      [newId(), nile.id, omar.id, mathsTeacher.id, manager.id],
    )
    expect(await numbers(mathsTeacher)).toEqual(await numbers(manager))
    const seen = await as(mathsTeacher).listed(attendance.list, { studentId: omar.id })
    expect(seen).toEqual(await as(parent).listed(attendance.list, { studentId: omar.id }))
    await sql('update student_parents set ended_at = now(), ended_by = $1 where parent_id = $2', [
      manager.id,
      mathsTeacher.id,
    ])
    expect((await numbers(mathsTeacher)).exams!.courses.map(({ courseId }) => courseId)).toEqual([maths.id])
  })

  test('a class sees its own part of a student who has moved, and nobody else anything', async () => {
    const all = (await numbers(manager, { studentId: movedStudent.id })).attendance!
    const here = (await numbers(supervisor, { studentId: movedStudent.id })).attendance!
    const marksIn4a = await sql(`select from attendance_marks where student_id = $1 and class_room_id = $2`, [
      movedStudent.id,
      class4a.id,
    ])
    expect(here.present + here.late + here.absent + here.excused).toBe(marksIn4a.length)
    expect(all.present).toBeGreaterThan(here.present)
    for (const person of [idleTeacher, otherManager]) await expect(numbers(person)).rejects.toMatchObject(notFound)
    await expect(numbers(teacher, { studentId: laila.id })).rejects.toMatchObject(notFound)
    await expect(numbers(manager, { studentId: newId() })).rejects.toMatchObject(notFound)
    await expect(numbers(world.removedTeacher)).rejects.toMatchObject(notAllowed)
  })

  test('reading them leaves a line, and nothing else', async () => {
    const before = await rowsOf('students', 'student_exams', 'attendance_marks', 'outbox')
    await numbers(teacher)
    expect(await rowsOf('students', 'student_exams', 'attendance_marks', 'outbox')).toEqual(before)
    await app.close()
    const lines = await sql(
      `select person_id from audit_lines where operation = $1 and outcome = 'read' and target_id = $2`,
      [studentNumbers.get.path, omar.id],
    )
    const readers = lines.map(({ person_id }) => person_id)
    expect(readers).toContain(teacher.id)
    expect(readers).not.toContain(parent.id)
  })
})
