import { beforeAll, describe, expect, test } from 'vitest'
import { exams } from '#contract/teaching/exams/exams.ts'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, idleTeacher, dual, parent, unpaidParent, parentInBoth, newcomer } = world
const { otherManager, registrar, guardian } = world
const { nile, delta, nileYear, class4a, class4b, class5a, class6c, deltaClass1, arabic, social, maths, art, laila } =
  world
const { sql, giveKey } = tracesIn(connection)

const list = (person: { phone: string }, input: object = {}) =>
  as(person).listed(exams.list, { pageSize: 200, ...input })
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const stored = (where: string, values: unknown[] = []) =>
  sql(`select id from exams where ${where} order by exam_date desc, created_at desc, id`, values).then(ids)

describe('exams are seen', () => {
  test('by teachers in the courses they teach in a class, by its supervisor in all', async () => {
    const own = await list(teacher)
    expect(ids(own.rows)).toEqual(
      await stored('class_room_id = $1 and course_id = any ($2)', [class4a.id, [arabic.id, social.id]]),
    )
    expect(own.rows.length).toBe(4)
    expect(ids((await list(supervisor)).rows)).toEqual(await stored('class_room_id = $1', [class4a.id]))
    expect((await list(idleTeacher)).rows).toEqual([])
    expect(ids((await list(manager)).rows)).toEqual(await stored('school_id = $1', [nile.id]))
  })

  test('all of a school by a caller with the key of its exam settings, without being of a class', async () => {
    await expect(list(registrar)).rejects.toMatchObject(notAllowed)
    await giveKey(registrar, 'ViewExamsSetting', nile)
    await sql(
      `delete from user_permissions where user_id = $1 and permission_id = (
      select id from permissions where key = 'ViewSchoolStudentsList')`,
      [registrar.id],
    )
    expect(ids((await list(registrar)).rows)).toEqual(await stored('school_id = $1', [nile.id]))
    const [one] = await stored('class_room_id = $1', [class5a.id])
    expect(await as(registrar)(exams.get, { examId: one! })).toMatchObject({ classRoomId: class5a.id })
  })

  test('by parents where their child is examined, up to the day its seat ended', async () => {
    const ofChildren = await stored('class_room_id = any ($1)', [[class4a.id, class5a.id]])
    expect(ids((await list(parent)).rows)).toEqual(ofChildren)

    const ended = await list(unpaidParent)
    expect(ids(ended.rows)).toEqual(
      await stored('class_room_id = $1 and exam_date <= $2', [class4a.id, daysFrom(today, -21)]),
    )
    await sql(`update student_exams set removed_at = now(), removed_by = $1 where student_id = $2`, [
      manager.id,
      laila.id,
    ])
    expect(ids((await list(parent)).rows)).toEqual(await stored('class_room_id = $1', [class4a.id]))
    await sql(`update student_exams set removed_at = null, removed_by = null`)
  })

  test('as teacher here and as parent there at once', async () => {
    const { rows } = await list(dual)
    expect(ids(rows)).toEqual(await stored('class_room_id = $1', [deltaClass1.id]))
    await sql(
      `insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id) values ($1, $2, $3, $4)`,
      [nile.id, dual.id, maths.id, class4a.id],
    )
    const both = await list(dual)
    expect(ids(both.rows)).toEqual(
      await stored('class_room_id = $1 or (class_room_id = $2 and course_id = $3)', [
        deltaClass1.id,
        class4a.id,
        maths.id,
      ]),
    )
    expect(ids((await list(dual, { schoolId: delta.id })).rows)).toEqual(ids(rows))
    await sql('delete from class_teacher_courses where teacher_id = $1 and class_room_id = $2', [dual.id, class4a.id])
  })

  test('one by one by the same people, and by nobody else', async () => {
    const [arabicExam] = await stored('class_room_id = $1 and course_id = $2', [class4a.id, arabic.id])
    const [mathsExam] = await stored('class_room_id = $1 and course_id = $2', [class4a.id, maths.id])
    for (const person of [teacher, supervisor, manager, parent])
      expect(await as(person)(exams.get, { examId: arabicExam! })).toMatchObject({ courseId: arabic.id })
    for (const person of [supervisor, parent])
      expect(await as(person)(exams.get, { examId: mathsExam! })).toMatchObject({ courseId: maths.id })
    await expect(as(teacher)(exams.get, { examId: mathsExam! })).rejects.toMatchObject(notFound)
    for (const person of [otherManager, guardian, parentInBoth, dual])
      await expect(as(person)(exams.get, { examId: arabicExam! })).rejects.toMatchObject(notFound)
    await expect(as(manager)(exams.get, { examId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(newcomer)(exams.get, { examId: arabicExam! })).rejects.toMatchObject(notAllowed)

    const late = await stored('class_room_id = $1 and exam_date > $2', [class4a.id, daysFrom(today, -21)])
    await expect(as(unpaidParent)(exams.get, { examId: late[0]! })).rejects.toMatchObject(notFound)
  })
})

describe('the list of exams', () => {
  test('is narrowed by everything it may be narrowed by', async () => {
    const seen = async (input: object) => ids((await list(manager, input)).rows)
    const [one] = (await list(manager)).rows
    expect(await seen({ classRoomId: class5a.id })).toEqual(await stored('class_room_id = $1', [class5a.id]))
    expect(await seen({ courseId: maths.id })).toEqual(
      await stored('school_id = $1 and course_id = $2', [nile.id, maths.id]),
    )
    expect(await seen({ supervisorId: teacher.id })).toEqual(await stored('supervisor_id = $1', [teacher.id]))
    expect(await seen({ rate: '٥٠' })).toEqual(await stored('school_id = $1 and rate = 50', [nile.id]))
    expect(await seen({ months: [one!.monthId] })).toEqual(await stored('month_id = $1', [one!.monthId]))
    expect(await seen({ months: [] })).toEqual(await seen({ months: null }))
    expect(await seen({ fromDate: one!.date })).toContain(one!.id)
    expect(await seen({ toDate: one!.date, fromDate: one!.date })).toEqual(
      await stored('school_id = $1 and exam_date = $2', [nile.id, one!.date]),
    )
    expect(await seen({ weekDay: one!.weekDay.toUpperCase() })).toContain(one!.id)
    for (const foreign of [{ courseId: world.deltaArabic.id }, { supervisorId: newId() }, { months: [newId()] }])
      expect(await seen(foreign)).toEqual([])
  })

  test('comes 30 a page, counted', async () => {
    const all = await stored('school_id = $1', [nile.id])
    const first = await as(manager).listed(exams.list, { pageSize: 5, pageNumber: 2 })
    expect(ids(first.rows)).toEqual(all.slice(5, 10))
    expect(first.total).toBe(all.length)
    expect(await as(manager).listed(exams.list, { pageNumber: 900 })).toEqual({ rows: [], total: all.length })
  })

  test('refuses a class or school out of sight; for a parent a class only narrows', async () => {
    for (const input of [
      { classRoomId: class5a.id },
      { classRoomId: newId() },
      { schoolId: delta.id },
      { schoolId: newId() },
    ])
      await expect(list(teacher, input)).rejects.toMatchObject(notFound)
    for (const classRoomId of [deltaClass1.id, class4b.id, newId()])
      expect((await list(parent, { classRoomId })).rows).toEqual([])
    expect((await list(parent, { classRoomId: class4a.id })).total).toBeGreaterThan(0)
    await expect(list(parent, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(list(newcomer)).rejects.toMatchObject(notAllowed)
    await expect(list(teacher, { weekDay: 'Someday' })).rejects.toMatchObject(refused(400, 'Invalid enum value'))
    await expect(list(manager, { schoolId: delta.id, classRoomId: class4a.id })).rejects.toMatchObject(notFound)
  })

  test('requires that a class is of the school named beside it, of a caller who sees both', async () => {
    await giveKey(manager, 'ViewExamsSetting', delta)
    const contradiction = { schoolId: delta.id, classRoomId: class4a.id }
    await expect(list(manager, contradiction)).rejects.toMatchObject(refused(400, 'Invalid input'))
    expect((await list(manager, { schoolId: nile.id, classRoomId: class4a.id })).total).toBeGreaterThan(0)
    const schools = await list(manager)
    expect(new Set(ids(schools.rows))).toEqual(new Set(await stored('true')))
  })
})

describe('the form of an exam', () => {
  const form = (person: { phone: string }) => as(person)(exams.formData, { schoolId: nile.id })

  beforeAll(() => as(manager)(months.deactivate, { monthId: monthId(nileYear, 1) }))

  test('offers the classes in reach and the courses one may set there', async () => {
    const ofTeacher = await form(teacher)
    expect(ids(ofTeacher.classRooms)).toEqual([class4a.id, class4b.id])
    expect(ids(ofTeacher.courses)).toEqual([social.id, arabic.id])
    const ofSupervisor = await form(supervisor)
    expect(ids(ofSupervisor.classRooms)).toEqual([class4a.id])
    expect(ofSupervisor.courses).toHaveLength(6)
    expect(ids((await form(idleTeacher)).classRooms)).toEqual([])
    expect(ids((await form(idleTeacher)).courses)).not.toContain(art.id)
    const ofManager = await form(manager)
    expect(ofManager.classRooms).toContainEqual({
      id: class6c.id,
      name: class6c.name,
      gradeName: world.grade6.name,
      otherYearName: null,
      active: false,
    })
    expect(ofManager.courses).toHaveLength(6)
  })

  test('offers no more courses to a teacher who supervises a class of another school', async () => {
    const [{ before }] = await sql('select supervisor_id as before from class_rooms where id = $1', [deltaClass1.id])
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [teacher.id, deltaClass1.id])
    expect(ids((await form(teacher)).courses)).toEqual([social.id, arabic.id])
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [before, deltaClass1.id])
  })

  test('offers teachers and supervisors by name, and the active months of the current year in their order', async () => {
    const { supervisors, courseMonths } = await form(teacher)
    expect(ids(supervisors)).toEqual(expect.arrayContaining([teacher.id, supervisor.id, idleTeacher.id]))
    expect(supervisors).toHaveLength(10)
    const active = await as(teacher)(months.list, { yearId: nileYear.id, isActive: true })
    expect(ids(courseMonths)).toEqual(ids(active))
    const { json } = await wire('Exams/GetInitailData', { schoolId: nile.id }, { as: teacher })
    expect((json() as { coursesMonthes: unknown[] }).coursesMonthes).toHaveLength(active.length)

    await as(manager)(years.deactivate, { schoolYearId: nileYear.id })
    expect((await form(teacher)).courseMonths).toEqual([])
    await as(manager)(years.activate, { schoolYearId: nileYear.id })
  })

  test('is closed to callers who neither set nor see exams there', async () => {
    await expect(form(parent)).rejects.toMatchObject(notAllowed)
    await expect(form(world.deltaTeacher)).rejects.toMatchObject(notFound)
  })
})
