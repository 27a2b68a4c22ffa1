import { describe, expect, test } from 'vitest'
import { classes } from '#contract/school/classes/classes.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { classTeaching, teacherCourses } from '#contract/people/teachers/teaching.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, idleTeacher, mathsTeacher, dual, supervisor, registrar, otherManager, deltaTeacher } = world
const { newcomer, parent, nile, delta, class4a, class4b, class5a, class6c, deltaClass1 } = world
const { arabic, maths, science, art, social, deltaArabic } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)

const links = ['school_teacher_courses', 'class_teacher_courses']
const stranger = refused(400, 'This person is not a teacher of this school')
type Id = { id: string }
const course = (person: Id, which: Id, school: Id = nile) => ({
  teacherId: person.id,
  schoolId: school.id,
  courseId: which.id,
})
const inClass = (person: Id, which: Id, classRoom: Id) => ({
  teacherId: person.id,
  courseId: which.id,
  classRoomId: classRoom.id,
})

describe('the forms of teaching', () => {
  test('offer all teachers and courses of the school, and its active classes, each by name', async () => {
    const { schoolTeachers, schoolCourses } = await as(manager)(teacherCourses.formData, { schoolId: nile.id })
    expect(schoolTeachers).toHaveLength(7)
    expect(schoolTeachers.find(({ id }) => id === teacher.id)!.name).toBe('منى سعيد الحلواني')
    expect(schoolCourses.map(({ id }) => id).toSorted()).toEqual(
      [arabic, maths, science, social, world.english, art].map(({ id }) => id).toSorted(),
    )
    const { courses, classRooms } = await as(manager)(classTeaching.formData, { schoolId: nile.id })
    expect(courses).toEqual(schoolCourses)
    expect(classRooms).toHaveLength(6)
    expect(classRooms.map(({ id }) => id)).not.toContain(class6c.id)
    const { id, name } = class4a
    expect(classRooms[0]).toEqual({ id, name, gradeName: world.grade4.name, otherYearName: null, active: true })
    const onWire = await wire('ClassRoomTeacherCourse/GetInitialData', { schoolId: nile.id }, { as: manager })
    expect(onWire.json()).toMatchObject({
      classRooms: expect.arrayContaining([expect.objectContaining(both(class4a))]),
    })
  })

  test('are closed to callers who may not link', async () => {
    for (const form of [teacherCourses.formData, classTeaching.formData]) {
      await expect(as(teacher)(form, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
      await expect(as(otherManager)(form, { schoolId: nile.id })).rejects.toMatchObject(notFound)
    }
  })
})

const both = ({ id, name }: { id: string; name: string }) => ({ id, value: id, name, label: name })

describe('the courses of a teacher', () => {
  test('are read by the teacher and by callers who see the teachers, by name', async () => {
    const of = { teacherId: teacher.id, schoolId: nile.id }
    const rows = await as(teacher)(teacherCourses.list, of)
    expect(rows.map(({ courseName }) => courseName)).toEqual([social.name, arabic.name])
    expect(rows[1]).toEqual({
      ...course(teacher, arabic),
      teacherName: 'منى سعيد الحلواني',
      schoolName: nile.name,
      courseName: arabic.name,
    })
    expect(await as(manager)(teacherCourses.list, of)).toEqual(rows)
    expect(await as(manager)(teacherCourses.get, course(teacher, arabic))).toEqual(rows[1])
    expect(await as(teacher)(teacherCourses.get, course(teacher, arabic))).toEqual(rows[1])
    expect(await as(manager)(teacherCourses.list, { ...of, teacherId: deltaTeacher.id })).toEqual([])
    expect(await as(manager)(teacherCourses.list, { ...of, pageSize: 1, pageNumber: 2 })).toEqual([rows[1]])
  })

  test('are nobody else’s to see', async () => {
    const of = { teacherId: mathsTeacher.id, schoolId: nile.id }
    await expect(as(teacher)(teacherCourses.list, of)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(teacherCourses.list, of)).rejects.toMatchObject(notFound)
    await expect(as(dual)(teacherCourses.list, { teacherId: dual.id, schoolId: delta.id })).rejects.toMatchObject(
      notFound,
    )
    await expect(as(newcomer)(teacherCourses.list, { ...of, teacherId: newcomer.id })).rejects.toMatchObject(notAllowed)
    for (const element of [course(teacher, maths), course(teacher, deltaArabic), course(deltaTeacher, deltaArabic)])
      await expect(as(manager)(teacherCourses.get, element)).rejects.toMatchObject(notFound)
  })

  test('grow by one of the school, once, for one of its teachers', async () => {
    expect(await as(manager)(teacherCourses.add, course(idleTeacher, maths))).toMatchObject(course(idleTeacher, maths))
    expect(await audited(teacherCourses.add)).toMatchObject([{ person_id: manager.id, target_id: idleTeacher.id }])

    const before = await rowsOf(...links)
    const add = (element: ReturnType<typeof course>) => as(manager)(teacherCourses.add, element)
    await expect(add(course(idleTeacher, maths))).rejects.toMatchObject(
      refused(409, 'This teacher already has this course'),
    )
    await expect(add(course(supervisor, maths))).rejects.toMatchObject(stranger)
    await expect(add(course({ id: newId() }, maths))).rejects.toMatchObject(stranger)
    await expect(add(course(idleTeacher, deltaArabic))).rejects.toMatchObject(notFound)
    await expect(add(course(idleTeacher, { id: newId() }))).rejects.toMatchObject(notFound)
    await expect(add(course(deltaTeacher, deltaArabic, delta))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(teacherCourses.add, course(teacher, maths))).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...links)).toEqual(before)
  })

  test('shrink by one, with the classes in it', async () => {
    const remove = (element: ReturnType<typeof course>) => as(manager)(teacherCourses.remove, element)
    expect(await remove(course(mathsTeacher, maths))).toEqual({ done: true, changed: 5 })
    expect(await sql('select from class_teacher_courses where teacher_id = $1', [mathsTeacher.id])).toEqual([])
    expect(await audited(teacherCourses.remove)).toMatchObject([{ target_id: mathsTeacher.id }])

    const before = await rowsOf(...links)
    await expect(remove(course(mathsTeacher, maths))).rejects.toMatchObject(notFound)
    await expect(remove(course(deltaTeacher, deltaArabic))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(teacherCourses.remove, course(teacher, arabic))).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...links)).toEqual(before)
  })
})

describe('what somebody teaches in classes', () => {
  test('is read by the teacher, and by callers who see the teachers of one of the teacher’s schools', async () => {
    const rows = await as(teacher)(classTeaching.list, { teacherId: teacher.id })
    expect(rows.map(({ classRoomName, courseName }) => `${classRoomName} ${courseName}`)).toEqual([
      `${class4a.name} ${social.name}`,
      `${class4a.name} ${arabic.name}`,
      `${class4b.name} ${arabic.name}`,
    ])
    expect(rows[0]).toEqual({
      ...inClass(teacher, social, class4a),
      teacherName: 'منى سعيد الحلواني',
      courseName: social.name,
      classRoomName: class4a.name,
      schoolId: nile.id,
    })
    expect(await as(manager)(classTeaching.list, { teacherId: teacher.id })).toEqual(rows)
    expect(await as(teacher)(classTeaching.get, inClass(teacher, social, class4a))).toEqual(rows[0])
    expect(await as(manager)(classTeaching.get, inClass(teacher, social, class4a))).toEqual(rows[0])
    expect(await as(newcomer)(classTeaching.list, { teacherId: newcomer.id })).toEqual([])
  })

  test('shows of a teacher of two schools only the one where the caller sees the teachers', async () => {
    await as(otherManager)(teachers.link, { teacherId: dual.id, schoolId: delta.id })
    await deliverAll(connection)
    const [item] = await as(dual)(inbox.items, { topic: 'duties', unread: true })
    await as(dual)(inbox.answer, { itemId: item!.id, accept: true })
    await as(otherManager)(classTeaching.add, inClass(dual, deltaArabic, deltaClass1))
    const schoolsSeenBy = async (person: typeof dual) =>
      new Set((await as(person)(classTeaching.list, { teacherId: dual.id })).map(({ schoolId }) => schoolId))
    expect(await schoolsSeenBy(otherManager)).toEqual(new Set([delta.id]))
    expect(await schoolsSeenBy(manager)).toEqual(new Set([nile.id]))
    expect(await schoolsSeenBy(dual)).toEqual(new Set([nile.id, delta.id]))
  })

  test('is closed to all others', async () => {
    const of = { teacherId: teacher.id }
    for (const person of [mathsTeacher, parent])
      await expect(as(person)(classTeaching.list, of)).rejects.toMatchObject(notAllowed)
    for (const teacherId of [teacher.id, newId(), newcomer.id])
      await expect(as(otherManager)(classTeaching.list, { teacherId })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(classTeaching.get, inClass(teacher, social, class4a))).rejects.toMatchObject(notFound)
    await expect(as(manager)(classTeaching.get, inClass(teacher, maths, class4a))).rejects.toMatchObject(notFound)
  })
})

describe('a teacher is given a class', () => {
  test('and sees it from the next call on; a course that the teacher did not teach is added', async () => {
    await expect(as(idleTeacher)(classes.get, { classRoomId: class5a.id })).rejects.toMatchObject(notFound)
    const link = inClass(idleTeacher, science, class5a)
    expect(await as(manager)(classTeaching.add, link)).toMatchObject({ ...link, schoolId: nile.id })
    expect(await as(idleTeacher)(classes.get, { classRoomId: class5a.id })).toMatchObject({ id: class5a.id })
    expect(await as(idleTeacher)(teacherCourses.get, course(idleTeacher, science))).toBeTruthy()
    expect(await audited(classTeaching.add)).toMatchObject([{ target_id: dual.id }, { target_id: idleTeacher.id }])
    expect((await published('class link')).at(-1)).toEqual({
      school_id: nile.id,
      actor_id: manager.id,
      payload: { teacherId: idleTeacher.id, classRoomId: class5a.id, courseIds: [science.id], linked: true },
    })
  })

  test('once, of a course of the school, and nobody who is no teacher there', async () => {
    const before = await rowsOf(...links)
    const add = (link: ReturnType<typeof inClass>) => as(manager)(classTeaching.add, link)
    await expect(add(inClass(idleTeacher, science, class5a))).rejects.toMatchObject(
      refused(409, 'This teacher already has this course in this class'),
    )
    await expect(add(inClass(supervisor, science, class5a))).rejects.toMatchObject(stranger)
    await expect(add(inClass(idleTeacher, deltaArabic, class5a))).rejects.toMatchObject(notFound)
    await expect(add(inClass(deltaTeacher, deltaArabic, deltaClass1))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(classTeaching.add, inClass(teacher, arabic, class5a))).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...links)).toEqual(before)
  })

  test('not while the course is taken from them: then nothing is stored', async () => {
    const link = inClass(idleTeacher, science, class4b)
    const outcome = await withClient(connection, async (client) => {
      await client.query('begin')
      // The call waits for another call that gives the same at this moment.
      await client.query(
        'insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id) values ($1, $2, $3, $4)',
        [nile.id, class4b.id, idleTeacher.id, science.id],
      )
      const giving = Promise.allSettled([as(manager)(classTeaching.add, link)])
      await expect.poll(() => sql(whoWaits), { interval: 10 }).toHaveLength(1)
      const taking = 'delete from school_teacher_courses where teacher_id = $1 and course_id = $2'
      await client.query(taking, [idleTeacher.id, science.id])
      await client.query('commit')
      return giving
    })
    expect(outcome).toMatchObject([{ reason: refused(409, 'Somebody else changed this meanwhile') }])
    expect(await as(manager)(classTeaching.add, link)).toMatchObject(link)
  })

  test('but nobody gives it to themselves without the keys of a teacher', async () => {
    await giveKey(registrar, 'LinkTeacherToCourse&Class', nile)
    await sql('insert into school_teachers (school_id, teacher_id) values ($1, $2)', [nile.id, registrar.id])
    const before = await rowsOf(...links)
    await expect(as(registrar)(classTeaching.add, inClass(registrar, art, class4a))).rejects.toMatchObject(
      refused(403, 'You cannot grant what you do not hold'),
    )
    expect(await rowsOf(...links)).toEqual(before)
  })

  test('and it is taken from the teacher, in one course or in all', async () => {
    const take = (element: object) =>
      as(manager)(classTeaching.remove, { ...inClass(teacher, arabic, class4a), ...element })
    expect(await take({})).toEqual({ done: true, changed: 1 })
    await expect(take({})).rejects.toMatchObject(notFound)
    await as(manager)(classTeaching.add, inClass(teacher, arabic, class4a))
    expect(await take({ courseId: null })).toEqual({ done: true, changed: 2 })
    await expect(take({ courseId: null })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(classTeaching.remove, inClass(teacher, arabic, class4b))).rejects.toMatchObject(
      notFound,
    )
    await expect(as(teacher)(classes.get, { classRoomId: class4a.id })).rejects.toMatchObject(notFound)
    expect(await as(teacher)(classes.get, { classRoomId: class4b.id })).toMatchObject({ id: class4b.id })
    const { payload } = (await published('class link')).at(-1)
    expect(payload).toMatchObject({ teacherId: teacher.id, classRoomId: class4a.id, linked: false })
    expect(payload.courseIds.toSorted()).toEqual([arabic.id, social.id].toSorted())
    expect((await audited(classTeaching.remove)).at(-1)).toMatchObject({ target_id: teacher.id })
  })
})
