import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, teacher, idleTeacher, newcomer, dual, registrar, otherManager, closedManager } = world
const { nile, delta, closed, class4a, class5a, mother } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)

const roleId = builtInRoles.schoolTeacher.id
const links = ['school_teachers', 'school_teacher_courses', 'class_teacher_courses', 'user_roles', 'user_permissions']
const beyond = refused(403, 'You cannot grant what you do not hold')
const at = (person: { id: string }, school: { id: string } = nile) => ({ teacherId: person.id, schoolId: school.id })
const rolesAt = async (person: { id: string }, school: { id: string } = nile) =>
  (
    await sql('select role_id, source from user_roles where user_id = $1 and school_id = $2', [person.id, school.id])
  ).map(({ role_id, source }) => `${source} ${role_id === roleId ? 'teacher' : 'other'}`)

/** Accepts or refuses what waits for a person. */
async function agree(person: { phone: string }, accept = true) {
  await deliverAll(connection)
  const items = await as(person)(inbox.items, {})
  for (const { id } of items.filter(({ kind }) => kind === 'teacherInvited'))
    await as(person)(inbox.answer, { itemId: id, accept })
}

describe('the teachers of a school', () => {
  test('are read by first and last name, with how they are reached and what they have there', async () => {
    const { rows, total } = await as(manager).listed(teachers.list, { schoolId: nile.id })
    expect(total).toBe(7)
    const names = rows.map(({ firstName }) => firstName)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'ar')))
    expect(rows.find(({ id }) => id === teacher.id)).toEqual({
      id: teacher.id,
      userName: null,
      firstName: teacher.firstName,
      waiting: false,
      middleName: teacher.middleName,
      lastName: teacher.lastName,
      phoneNumber: teacher.phone,
      email: null,
      imageUrl: null,
      coursesCount: 2,
    })
    const page = await as(manager)(teachers.list, { schoolId: nile.id, pageNumber: 2, pageSize: 4 })
    expect(page).toEqual(rows.slice(4))
  })

  test('are closed to callers without the key', async () => {
    await expect(as(teacher)(teachers.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(teachers.list, { schoolId: nile.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(teachers.list, { schoolId: newId() })).rejects.toMatchObject(notFound)
  })
})

describe('a person is linked as teacher', () => {
  test('and works there from their yes on', async () => {
    const linked = await as(manager)(teachers.link, at(newcomer))
    expect(linked).toMatchObject({ ...at(newcomer), firstName: newcomer.firstName, coursesCount: 0, waiting: true })
    expect(await rolesAt(newcomer)).toEqual([])
    expect(await published('teacher invited')).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { teacherId: newcomer.id } },
    ])
    await agree(newcomer)
    expect(await rolesAt(newcomer)).toEqual(['teacher teacher'])
    const [own] = await as(newcomer)(schools.mine, {})
    expect(own).toMatchObject({ id: nile.id, permissions: expect.arrayContaining(['ViewExams']) })

    const line = { person_id: manager.id, school_id: nile.id, target_kind: 'person', target_id: newcomer.id }
    expect(await audited(teachers.link)).toEqual([line])
  })

  test('once', async () => {
    const before = await rowsOf(...links)
    await expect(as(manager)(teachers.link, at(newcomer))).rejects.toMatchObject(
      refused(409, 'This person is already a teacher of this school'),
    )
    await expect(as(manager)(teachers.link, { ...at(newcomer), teacherId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(manager)(teachers.link, at(newcomer, delta))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(teachers.link, at(mother))).rejects.toMatchObject(notAllowed)
    await expect(as(closedManager)(teachers.link, at(mother, closed))).rejects.toMatchObject(
      refused(409, 'This school is not active'),
    )
    expect(await rowsOf(...links)).toEqual(before)

    const tries = await Promise.allSettled([1, 2, 3].map(() => as(manager)(teachers.link, at(mother))))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('also a manager; but people make themselves teachers only with the keys of one', async () => {
    expect(await as(manager)(teachers.link, at(manager))).toMatchObject(at(manager))
    await giveKey(registrar, 'LinkTeacherToSchool', nile)
    const before = await rowsOf(...links)
    await expect(as(registrar)(teachers.link, at(registrar))).rejects.toMatchObject(beyond)
    expect(await rowsOf(...links)).toEqual(before)
    expect(await as(registrar)(teachers.link, at(otherManager))).toMatchObject(at(otherManager))
  })
})

describe('a person who will not teach', () => {
  const supervises = (person: { id: string }) =>
    as(manager)(classSettings.update, { id: class5a.id, supervisorId: person.id })

  test('keeps the posts that the school gave them otherwise', async () => {
    await supervises(deputy)
    await giveKey(deputy, 'ViewTeachersList', nile)
    await as(manager)(teachers.link, at(deputy))
    const before = await rowsOf('user_roles', 'user_permissions', 'class_rooms')
    await agree(deputy, false)
    expect(await sql('select from school_teachers where teacher_id = $1', [deputy.id])).toEqual([])
    expect(await rowsOf('user_roles', 'user_permissions', 'class_rooms')).toEqual(before)
  })

  test('and was nothing else there has nothing left', async () => {
    const { id } = mother
    expect(await sql('select from school_teachers where teacher_id = $1 and accepted_at is null', [id])).toHaveLength(1)
    await supervises(mother)
    expect(await rolesAt(mother)).toEqual(['supervisor other'])
    await agree(mother, false)
    expect(await rolesAt(mother)).toEqual([])
    expect(await as(manager)(classes.get, { classRoomId: class5a.id })).toMatchObject({ supervisorId: null })
  })
})

describe('a link is confirmed', () => {
  test('and gives the role again where it is missing', async () => {
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [newcomer.id, nile.id])
    const { json } = await wire('SchoolTeacher/UpdateSchoolTeacher', { ...at(newcomer) }, { as: manager })
    expect(json()).toMatchObject({ id: newcomer.id, teacherId: newcomer.id, schoolId: nile.id })
    expect(await rolesAt(newcomer)).toEqual(['teacher teacher'])
    const again = await wire('SchoolTeacher/UpdateSchoolTeacher', json(), { as: manager })
    expect(again.json()).toEqual(json())
    expect(await rolesAt(newcomer)).toEqual(['teacher teacher'])
  })

  test('with the number of courses that the teacher has in this school alone', async () => {
    const { coursesCount } = await as(manager)(teachers.confirm, at(dual))
    await sql('insert into school_teachers (school_id, teacher_id, accepted_at) values ($1, $2, now())', [
      delta.id,
      dual.id,
    ])
    await sql(
      `insert into school_teacher_courses (school_id, teacher_id, course_id)
       select school_id, $2, id from courses where school_id = $1`,
      [delta.id, dual.id],
    )
    expect(await as(manager)(teachers.confirm, at(dual))).toMatchObject({ coursesCount })
    await sql('delete from school_teachers where school_id = $1 and teacher_id = $2', [delta.id, dual.id])
  })

  test('of a linked teacher, and not of oneself', async () => {
    await expect(as(manager)(teachers.confirm, at(dual, delta))).rejects.toMatchObject(notFound)
    await expect(as(manager)(teachers.confirm, at(deputy))).rejects.toMatchObject(notFound)
    await as(manager)(teachers.link, at(registrar))
    await agree(registrar)
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [registrar.id, nile.id])
    await expect(as(registrar)(teachers.confirm, at(registrar))).rejects.toMatchObject(beyond)
    expect(await rolesAt(registrar)).toEqual([])
  })
})

describe('a teacher is unlinked', () => {
  test('and every right as a teacher there ends at once; the records stay with the teacher’s name', async () => {
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [teacher.id, class4a.id])
    await giveKey(teacher, 'ViewTeachersList', nile)
    await sql(`insert into user_roles (user_id, role_id, school_id, source) values ($1, $2, $3, 'supervisor')`, [
      teacher.id,
      builtInRoles.schoolSupervisor.id,
      nile.id,
    ])
    await sql(`insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)`, [teacher.id, roleId, nile.id])
    const [{ recorded }] = await recordedBy(teacher)
    expect(recorded).toBeGreaterThan(0)

    const done = await as(manager)(teachers.unlink, at(teacher))
    // The link, two courses, three classes, one supervised, three roles, one permission.
    expect(done).toEqual({ done: true, changed: 11 })
    for (const table of links)
      expect(
        await sql(`select from ${table} where ${personColumn(table)} = $1 and school_id = $2`, [teacher.id, nile.id]),
        table,
      ).toEqual([])
    const classRoom = await as(manager)(classes.get, { classRoomId: class4a.id })
    expect(classRoom).toMatchObject({ supervisorId: null, supervisorName: null, version: 2 })
    expect(await recordedBy(teacher)).toEqual([{ recorded }])

    await expect(as(teacher)(attendance.list, { classRoomId: class4a.id })).rejects.toMatchObject(notAllowed)
    expect(await as(teacher)(schools.mine, {})).toEqual([])
    expect((await audited(teachers.unlink)).at(-1)).toMatchObject({ target_id: teacher.id })
    expect((await published('teacher link')).at(-1)).toMatchObject({
      actor_id: manager.id,
      payload: { teacherId: teacher.id, linked: false },
    })
  })

  test('and keeps the teacher’s permissions there while another role is left', async () => {
    await giveKey(manager, 'ViewTeachersList', nile)
    expect(await as(deputy)(teachers.unlink, at(manager))).toMatchObject({ changed: 2 })
    expect(await rolesAt(manager)).toEqual(['given other'])
    expect(await sql('select from user_permissions where user_id = $1', [manager.id])).toHaveLength(1)
  })

  test('only where the teacher is linked, once, and by a caller with the key', async () => {
    const before = await rowsOf(...links, 'class_rooms')
    await expect(as(manager)(teachers.unlink, at(teacher))).rejects.toMatchObject(notFound)
    await expect(as(manager)(teachers.unlink, at(world.deltaTeacher))).rejects.toMatchObject(notFound)
    await expect(as(manager)(teachers.unlink, at(world.deltaTeacher, delta))).rejects.toMatchObject(notFound)
    await expect(as(idleTeacher)(teachers.unlink, at(idleTeacher))).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...links, 'class_rooms')).toEqual(before)

    const tries = await Promise.allSettled([1, 2].map(() => as(manager)(teachers.unlink, at(idleTeacher))))
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the schools one teaches at', () => {
  test('are the active ones of the caller, whatever id is sent along', async () => {
    await agree(otherManager)
    const body = { teacherId: dual.id }
    expect((await wire('SchoolTeacher/GetTeacherSchools', body, { as: otherManager })).json()).toEqual([
      { id: nile.id, name: nile.name, imageUrl: null },
    ])
    expect(await as(world.closedTeacher)(teachers.mySchools, {})).toEqual([])
    expect(await as(world.deltaTeacher)(teachers.mySchools, {})).toMatchObject([{ id: delta.id }])
    expect(await as(teacher)(teachers.mySchools, {})).toEqual([])
  })
})

const personColumn = (table: string) => (table.startsWith('user_') ? 'user_id' : 'teacher_id')

const recordedBy = ({ id }: { id: string }) =>
  sql(
    `select (select count(*) from exams where supervisor_id = $1)::int
       + (select count(*) from attendance_marks where supervisor_id = $1)::int as recorded`,
    [id],
  )
