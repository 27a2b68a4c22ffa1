import { describe, expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, scienceTeacher, otherManager, parent, idleTeacher } = world
const { nile, class4a, class4b, class5a, class6c, arabic, maths, deltaArabic } = world
const { omar, classmate, laila, inactiveStudent, deltaStudent } = world
const { sql, audited, published, rowsOf } = tracesIn(connection)

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const notHere = refused(400, 'A student is not in this class')
const twice = refused(400, 'A student is listed twice')
const notHis = refused(400, 'You do not teach this course in this class')

/** Homework and activities share this behaviour, so both are tested. */
const kinds = [
  { kind: 'homework', work: homework, table: 'homework', results: 'student_homework', day: 'assignment_date' },
  { kind: 'activity', work: activities, table: 'activities', results: 'student_activities', day: 'activity_date' },
] as const

describe.each(kinds)('$kind', ({ kind, work, table, results, day }) => {
  const tables = [table, results, 'outbox']
  const sent = (more: object = {}) => ({
    classRoomId: class4a.id,
    courseId: arabic.id,
    date: today,
    details: 'الدرس الثالث\nالأسئلة',
    rate: 10,
    ...more,
  })
  const add = (more: object = {}, person: { phone: string } = teacher) => as(person)(work.add, sent(more))
  const change = (id: string, more: object, person: { phone: string } = teacher) =>
    as(person)(work.update, { id, ...more })
  const list = (person: { phone: string }, input: object = {}) =>
    as(person).listed(work.list, { pageSize: 200, ...input })
  const stored = (where: string, values: unknown[] = []) =>
    sql(
      `select id from ${table} where removed_at is null and ${where} order by ${day} desc, created_at desc, id`,
      values,
    ).then(ids)
  const studentsOf = async (id: string) =>
    (await sql(`select student_id from ${results} where ${kind}_id = $1 and removed_at is null`, [id])).map(
      ({ student_id }) => student_id as string,
    )
  const rate = (id: string, student: { id: string }, result: number) =>
    sql(`update ${results} set result = $3 where ${kind}_id = $1 and student_id = $2`, [id, student.id, result])

  test('is set for every active student of the class by a teacher of the course there', async () => {
    const made = await add()
    expect(made).toMatchObject({
      ...sent(),
      weekDay: weekDayOf(today),
      classRoomName: class4a.name,
      courseName: arabic.name,
      supervisorId: teacher.id,
      supervisorName: 'منى سعيد الحلواني',
      version: 1,
    })
    expect(await as(supervisor)(work.get, { id: made.id })).toEqual(made)
    const set = await studentsOf(made.id)
    expect(set).toHaveLength(20)
    const [event] = await published(kind)
    expect(event).toMatchObject({ school_id: nile.id, actor_id: teacher.id, payload: { set: [{ workId: made.id }] } })
    expect(new Set(event.payload.set[0].studentIds)).toEqual(new Set(set))

    expect(await studentsOf((await add({ studentIds: [omar.id, classmate.id] })).id)).toHaveLength(2)
    expect(await studentsOf((await add({ studentIds: [] })).id)).toEqual([])
    expect(await add({ date: '2026-11-01T22:00:00.000Z' })).toMatchObject({ date: '2026-11-02', weekDay: 'Monday' })
  })

  test('is set in any course by the supervisor and the manager, but not by a teacher of another course', async () => {
    expect(await add({ courseId: maths.id }, supervisor)).toMatchObject({ supervisorId: supervisor.id })
    expect(await add({ courseId: maths.id, classRoomId: class5a.id }, manager)).toMatchObject({ courseId: maths.id })
    const before = await rowsOf(...tables)
    await expect(add({ courseId: maths.id })).rejects.toMatchObject(notHis)
    await expect(add({ courseId: arabic.id }, scienceTeacher)).rejects.toMatchObject(notHis)
    for (const more of [{ classRoomId: class5a.id }, { courseId: deltaArabic.id }, { courseId: newId() }])
      await expect(add(more)).rejects.toMatchObject(notFound)
    await expect(add({}, parent)).rejects.toMatchObject(notAllowed)
    await expect(add({}, otherManager)).rejects.toMatchObject(notFound)
    await expect(add({ classRoomId: class6c.id }, manager)).rejects.toMatchObject(
      refused(409, 'This class is not active'),
    )
    for (const stranger of [laila, inactiveStudent, { id: newId() }, deltaStudent])
      await expect(add({ studentIds: [omar.id, stranger.id] })).rejects.toMatchObject(notHere)
    const inTheirClass = { classRoomId: class4b.id, studentIds: [inactiveStudent.id] }
    await expect(add(inTheirClass, manager)).rejects.toMatchObject(notHere)
    await expect(add({ studentIds: [omar.id, omar.id] })).rejects.toMatchObject(twice)
    for (const date of ['1999-12-31', daysFrom(today, 367)])
      await expect(add({ date })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    await expect(add({ rate: 0 })).rejects.toMatchObject(refused(400, 'Number must be greater than or equal to 0.01'))
    await expect(add({ details: ' ' })).rejects.toMatchObject(
      refused(400, 'String must contain at least 1 character(s)'),
    )
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('is changed in what is sent; no result with it; it may be sent back as it was read', async () => {
    const made = await add()
    await rate(made.id, omar, 8)
    const changed = await change(made.id, { rate: 12, details: 'الدرس الرابع', baseVersion: 1 })
    expect(changed).toMatchObject({ rate: 12, details: 'الدرس الرابع', date: today, version: 2 })
    expect(await studentsOf(made.id)).toHaveLength(20)
    const row = (
      await wire(work.get.path, { [`${kind === 'homework' ? 'assignment' : kind}Id`]: made.id }, { as: teacher })
    ).json()
    expect((await wire(work.update.path, row, { as: supervisor })).json()).toEqual(row)

    expect(await change(made.id, { studentIds: [classmate.id] })).toMatchObject({ version: 3 })
    expect(await change(made.id, { studentIds: [classmate.id] })).toMatchObject({ version: 3 })
    expect(await change(made.id, { studentIds: [omar.id, classmate.id] })).toMatchObject({ version: 4 })
    const [back] = await sql(`select result, removed_by from ${results} where ${kind}_id = $1 and student_id = $2`, [
      made.id,
      omar.id,
    ])
    expect(back).toEqual({ result: '8.00', removed_by: null })
  })

  test('is not changed below a result, out of its class, or over what somebody else changed', async () => {
    const made = await add()
    await rate(made.id, omar, 8)
    const before = await rowsOf(...tables)
    const above = refused(409, 'A result is above the full mark')
    await expect(change(made.id, { rate: 7.99 })).rejects.toMatchObject(above)
    await expect(change(made.id, { classRoomId: class5a.id })).rejects.toMatchObject(refused(400, 'Invalid input'))
    await expect(change(made.id, { courseId: maths.id })).rejects.toMatchObject(notHis)
    await expect(change(made.id, { courseId: deltaArabic.id })).rejects.toMatchObject(notFound)
    await expect(change(made.id, { studentIds: [laila.id] })).rejects.toMatchObject(notHere)
    await expect(change(made.id, { studentIds: [omar.id, omar.id] })).rejects.toMatchObject(twice)
    await expect(change(made.id, { details: null })).rejects.toMatchObject(refused(400, 'Required'))
    await expect(change(made.id, { rate: 11, baseVersion: 3 })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: expect.objectContaining({ id: made.id, version: 1 }),
    })
    for (const person of [scienceTeacher, otherManager])
      await expect(change(made.id, {}, person)).rejects.toMatchObject(notFound)
    await expect(change(made.id, {}, parent)).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...tables)).toEqual(before)
  })

  test('is removed with its results, for good and by name', async () => {
    const made = await add({ studentIds: [omar.id, classmate.id] })
    await expect(as(scienceTeacher)(work.remove, { id: made.id })).rejects.toMatchObject(notFound)
    expect(await as(teacher)(work.remove, { id: made.id })).toEqual({ done: true, changed: 3 })
    for (const call of [work.get, work.remove])
      await expect(as(teacher)(call, { id: made.id })).rejects.toMatchObject(notFound)
    await expect(change(made.id, { rate: 1 })).rejects.toMatchObject(notFound)
    expect(await studentsOf(made.id)).toEqual([])
    expect(await audited(work.remove)).toEqual([
      { person_id: teacher.id, school_id: nile.id, target_kind: kind, target_id: made.id },
    ])
    expect(await stored('id = $1', [made.id])).toEqual([])
    expect(ids((await list(teacher)).rows)).not.toContain(made.id)
  })

  test('is listed by its teacher, the supervisor of the class, and callers who see the whole school', async () => {
    const [social] = await sql(
      'select course_id from class_teacher_courses where teacher_id = $1 and course_id <> $2',
      [teacher.id, arabic.id],
    )
    const taught = [arabic.id, social.course_id]
    expect(ids((await list(teacher)).rows)).toEqual(
      await stored('class_room_id = $1 and course_id = any ($2)', [class4a.id, taught]),
    )
    expect(ids((await list(supervisor)).rows)).toEqual(await stored('class_room_id = $1', [class4a.id]))
    expect(ids((await list(manager)).rows)).toEqual(await stored('school_id = $1', [nile.id]))
    expect((await list(idleTeacher)).rows).toEqual([])
    for (const person of [parent, world.newcomer]) await expect(list(person)).rejects.toMatchObject(notAllowed)
    for (const classRoomId of [class5a.id, world.deltaClass1.id, newId()])
      await expect(list(teacher, { classRoomId })).rejects.toMatchObject(notFound)
    const [ofMaths] = await stored('class_room_id = $1 and course_id = $2', [class4a.id, maths.id])
    await expect(as(teacher)(work.get, { id: ofMaths! })).rejects.toMatchObject(notFound)
  })

  test('is narrowed by everything it may be narrowed by, page by page', async () => {
    const seen = async (input: object) => ids((await list(manager, input)).rows)
    const [one] = (await list(manager)).rows
    expect(await seen({ classRoomId: class5a.id })).toEqual(await stored('class_room_id = $1', [class5a.id]))
    expect(await seen({ courseId: maths.id })).toEqual(await stored('course_id = $1', [maths.id]))
    expect(await seen({ supervisorId: teacher.id })).toEqual(await stored('supervisor_id = $1', [teacher.id]))
    expect(await seen({ rate: '١٢' })).toEqual(await stored('rate = 12'))
    expect(await seen({ details: 'الدّرس الرابع' })).toEqual(await stored(`details like '%الرابع%'`))
    expect(await seen({ details: '%' })).toEqual([])
    expect(await seen({ fromDate: one!.date, toDate: one!.date })).toEqual(
      await stored(`school_id = $1 and ${day} = $2`, [nile.id, one!.date]),
    )
    for (const foreign of [{ courseId: deltaArabic.id }, { supervisorId: newId() }])
      expect(await seen(foreign)).toEqual([])

    const all = await stored('school_id = $1', [nile.id])
    const page = await as(manager).listed(work.list, { pageSize: 5, pageNumber: 2 })
    expect(ids(page.rows)).toEqual(all.slice(5, 10))
    expect(page.total).toBe(all.length)
  })
})
