import { describe, expect, test } from 'vitest'
import { notes } from '#contract/teaching/notes/notes.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, supervisor, idleTeacher, dual, parent, unpaidParent, newcomer } = world
const { otherManager, classmatesParent, mathsTeacher } = world
const { class4a, class4b, class5a, class6c, deltaClass1, arabic, maths, social, deltaArabic } = world
const { omar, laila, classmate, inactiveStudent, movedStudent, unpaidStudent } = world
const { sql, giveKey, published, rowsOf } = tracesIn(connection)

const list = (person: { phone: string }, input: object = {}) =>
  as(person).listed(notes.list, { pageSize: 200, ...input })
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const stored = (where: string, values: unknown[] = []) =>
  sql(
    `select id from student_notes where removed_at is null and ${where} order by date desc, created_at desc, id`,
    values,
  ).then(ids)
const oneOf = async (where: string, values: unknown[] = []) => (await stored(where, values))[0]!
const draft = { classRoomId: class4a.id, studentId: omar.id, courseId: arabic.id, date: today, notes: 'قرأ بطلاقة' }

describe('notes are seen', () => {
  test('by teachers on their own courses and on none, by the supervisor all', async () => {
    expect(ids((await list(supervisor)).rows)).toEqual(await stored('class_room_id = $1', [class4a.id]))
    expect(ids((await list(teacher)).rows)).toEqual(await stored('class_room_id = $1', [class4a.id]))
    expect(ids((await list(mathsTeacher, { classRoomId: class4a.id })).rows)).toEqual(
      await stored('class_room_id = $1 and course_id is null', [class4a.id]),
    )
    expect((await list(idleTeacher)).rows).toEqual([])
    expect(ids((await list(manager)).rows)).toEqual(await stored('school_id = $1', [world.nile.id]))
  })

  test('by parents on their own children, up to the day the seat ended', async () => {
    const own = await list(parent)
    expect(ids(own.rows)).toEqual(await stored('student_id = any ($1)', [[omar.id, laila.id]]))
    expect(ids((await list(parent, { studentId: omar.id, classRoomId: class5a.id })).rows)).toEqual([])
    expect(ids((await list(parent, { classRoomId: class4a.id })).rows)).toEqual(
      await stored('student_id = $1', [omar.id]),
    )
    for (const input of [{ studentId: classmate.id }, { studentId: newId() }, { classRoomId: class4b.id }])
      await expect(list(parent, input)).rejects.toMatchObject(notFound)

    const about = { ...draft, studentId: unpaidStudent.id, courseId: null }
    const before = await as(supervisor)(notes.add, { ...about, date: daysFrom(today, -30) })
    const after = await as(supervisor)(notes.add, { ...about, date: daysFrom(today, -20) })
    expect(ids((await list(unpaidParent)).rows)).toEqual([before.id])
    expect(await as(unpaidParent)(notes.get, { noteId: before.id })).toMatchObject({ studentId: unpaidStudent.id })
    await expect(as(unpaidParent)(notes.get, { noteId: after.id })).rejects.toMatchObject(notFound)
  })

  test('always by their author, also after leaving the course', async () => {
    const note = await as(mathsTeacher)(notes.add, { ...draft, courseId: maths.id })
    await sql('delete from class_teacher_courses where teacher_id = $1 and class_room_id = $2', [
      mathsTeacher.id,
      class4a.id,
    ])
    expect(ids((await list(mathsTeacher, { supervisorId: mathsTeacher.id })).rows)).toContain(note.id)
    expect(await as(mathsTeacher)(notes.get, { noteId: note.id })).toMatchObject({ courseId: maths.id })
    const mended = await as(mathsTeacher)(notes.update, { ...note, notes: 'أتقن الضرب' })
    expect(mended).toMatchObject({ notes: 'أتقن الضرب', courseId: maths.id, version: 2 })
    await expect(list(mathsTeacher, { classRoomId: class4a.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(notes.get, { noteId: note.id })).rejects.toMatchObject(notFound)
    await sql(
      'insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id) values ($1, $2, $3, $4)',
      [world.nile.id, mathsTeacher.id, maths.id, class4a.id],
    )
  })

  test('as teacher here and as parent there at once, and by nobody else', async () => {
    expect(ids((await list(dual)).rows)).toEqual(await stored('student_id = $1', [world.yassin.id]))
    const note = await oneOf('student_id = $1', [omar.id])
    for (const person of [otherManager, classmatesParent, dual])
      await expect(as(person)(notes.get, { noteId: note })).rejects.toMatchObject(notFound)
    await expect(as(newcomer)(notes.get, { noteId: note })).rejects.toMatchObject(notAllowed)
    await expect(list(newcomer)).rejects.toMatchObject(notAllowed)
    await expect(as(manager)(notes.get, { noteId: newId() })).rejects.toMatchObject(notFound)
    for (const input of [{ classRoomId: deltaClass1.id }, { studentId: laila.id }, { classRoomId: newId() }])
      await expect(list(teacher, input)).rejects.toMatchObject(notFound)
    await giveKey(manager, 'ViewNotes', world.delta)
    const contradiction = { classRoomId: class4a.id, studentId: world.yassin.id }
    await expect(list(manager, contradiction)).rejects.toMatchObject(notFound)
  })
})

test('the list is narrowed by everything it may be narrowed by, page by page', async () => {
  const seen = async (input: object) => ids((await list(manager, input)).rows)
  const note = await as(teacher)(notes.add, { ...draft, notes: 'أحسن في الإملاء 100%', date: daysFrom(today, -3) })
  expect(await seen({ courseId: arabic.id })).toEqual(await stored('course_id = $1', [arabic.id]))
  expect(await seen({ supervisorId: supervisor.id })).toEqual(await stored('supervisor_id = $1', [supervisor.id]))
  expect(await seen({ notes: 'الاملاء ١٠٠%' })).toEqual([note.id])
  expect(await seen({ notes: '1_0%' })).toEqual([])
  expect(await seen({ dateFrom: note.date, dateTo: note.date })).toEqual(await stored('date = $1', [note.date]))
  expect(await seen({ dateFrom: today })).toEqual(await stored('school_id = $1 and date >= $2', [world.nile.id, today]))
  for (const foreign of [{ courseId: deltaArabic.id }, { supervisorId: newId() }])
    expect(await seen(foreign)).toEqual([])

  const all = await stored('class_room_id = $1', [class4a.id])
  const input = { classRoomId: class4a.id, pageSize: 2 }
  expect(ids((await list(supervisor, { ...input, pageNumber: 2 })).rows)).toEqual(all.slice(2, 4))
  expect(await list(supervisor, { ...input, pageNumber: 900 })).toEqual({ rows: [], total: all.length })
})

describe('a note is written', () => {
  test('by staff of the class, with any author in the input, and the parents are notified', async () => {
    const before = (await published('note')).length
    const { status, json } = await wire(
      'StudentNote/CreateStudentNote',
      { ...draft, notes: '  سطر\r\nوسطر  ', supervisorId: manager.id },
      { as: teacher },
    )
    const note = json() as { id: string }
    expect(status).toBe(200)
    expect(note).toEqual({
      id: note.id,
      date: today,
      notes: 'سطر\nوسطر',
      courseId: arabic.id,
      courseName: arabic.name,
      supervisorId: teacher.id,
      supervisorName: 'منى سعيد الحلواني',
      classRoomId: class4a.id,
      classRoomName: class4a.name,
      studentId: omar.id,
      studentName: 'عمر كريم الجندي',
      readAt: null,
      readBy: [],
      version: 1,
      may: { update: true, remove: true },
    })
    expect((await published('note')).slice(before)).toEqual([
      { school_id: world.nile.id, actor_id: teacher.id, payload: { noteId: note.id, studentId: omar.id } },
    ])
    expect(await as(teacher)(notes.add, { ...draft, courseId: null })).toMatchObject({
      courseId: null,
      courseName: null,
    })
    expect(await as(supervisor)(notes.add, { ...draft, courseId: maths.id })).toMatchObject({ courseName: maths.name })
    expect(await as(manager)(notes.add, { ...draft, courseId: social.id })).toMatchObject({ supervisorId: manager.id })
    const instant = `${daysFrom(today, -1)}T22:30:00.000Z`
    expect(await as(teacher)(notes.add, { ...draft, date: instant })).toMatchObject({ date: today })
  })

  test.each<[string, { phone: string }, object, object]>([
    ['of another class', teacher, { studentId: laila.id }, refused(400, 'A student is not in this class')],
    ['who is nobody', teacher, { studentId: newId() }, refused(400, 'A student is not in this class')],
    ['of another school', teacher, { studentId: world.yassin.id }, refused(400, 'A student is not in this class')],
    [
      'who left the class',
      manager,
      { classRoomId: class4b.id, studentId: movedStudent.id },
      refused(400, 'A student is not in this class'),
    ],
    [
      'who is not active',
      manager,
      { classRoomId: class4b.id, studentId: inactiveStudent.id },
      refused(400, 'A student is not in this class'),
    ],
    [
      'in a course of another',
      teacher,
      { courseId: maths.id },
      refused(400, 'You do not teach this course in this class'),
    ],
    ['in a course of another school', manager, { courseId: deltaArabic.id }, notFound],
    ['tomorrow', teacher, { date: daysFrom(today, 1) }, refused(400, 'This date cannot be used')],
    ['on no day', teacher, { date: 'today' }, refused(400, 'Invalid date')],
    ['without words', teacher, { notes: ' ' }, refused(400, 'String must contain at least 1 character(s)')],
    ['at length', teacher, { notes: 'ن'.repeat(4001) }, refused(400, 'String must contain at most 4000 character(s)')],
    ['out of reach', teacher, { classRoomId: class5a.id, studentId: laila.id }, notFound],
    ['as a parent', parent, {}, notAllowed],
  ])('but not about a student %s', async (_, person, change, refusal) => {
    const before = await rowsOf('student_notes', 'outbox')
    await expect(as(person)(notes.add, { ...draft, ...change })).rejects.toMatchObject(refusal)
    expect(await rowsOf('student_notes', 'outbox')).toEqual(before)
  })

  test('but not in a class that is not active', async () => {
    await sql('update students set class_room_id = $1 where id = $2', [class6c.id, world.ward.id])
    const there = { ...draft, classRoomId: class6c.id, studentId: world.ward.id, courseId: null }
    await expect(as(manager)(notes.add, there)).rejects.toMatchObject(refused(409, 'This class is not active'))
  })
})
