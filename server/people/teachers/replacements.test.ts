import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { daysFrom } from '#server/base/days.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { applyReplacements } from './replacement-work.queries.ts'

const { as, connection } = await testApp()
const { sql, giveKey, published, audited } = tracesIn(connection)
const { manager, teacher, idleTeacher, newcomer, otherManager, deltaTeacher, nile, class4a, grade4 } = world
const schoolId = nile.id

const between = (fromDay = today, from = teacher, to = idleTeacher) => ({
  schoolId,
  fromTeacherId: from.id,
  toTeacherId: to.id,
  fromDay,
})
const replace = (fromDay?: string) => as(manager)(replacements.replace, between(fromDay))
const undo = (replacementId: string) => as(manager)(replacements.undo, { schoolId, replacementId })
const taught = async (person: { id: string }) =>
  (await as(manager)(classTeaching.list, { teacherId: person.id })).map(
    ({ courseId, classRoomId }) => `${courseId} ${classRoomId}`,
  )
const rolesOf = async (person: { id: string }) =>
  (
    await sql(`select source from user_roles where user_id = $1 and school_id = $2 order by source`, [
      person.id,
      schoolId,
    ])
  ).map(({ source }) => source)
const later = (days: number) => applyReplacements(connection, new Date(+clock.now() + days * 86_400_000))

const tables = ['school_teacher_courses', 'class_teacher_courses', 'user_roles', 'class_rooms'] as const
for (const table of tables) await sql(`create table was_${table} as select * from ${table}`)
await sql('update class_rooms set supervisor_id = $1 where id = $2', [teacher.id, class4a.id])
await sql(`update was_class_rooms set supervisor_id = $1 where id = $2`, [teacher.id, class4a.id])
for (const table of ['user_roles', 'was_user_roles'])
  await sql(
    `insert into ${table} (user_id, role_id, school_id, source)
     select $1, '01900000-0000-7000-8000-000000000004', $2, 'supervisor'`,
    [teacher.id, schoolId],
  )

beforeEach(async () => {
  await sql('delete from teacher_replacements')
  await sql('delete from class_teacher_courses where school_id = $1', [schoolId])
  await sql('delete from school_teacher_courses where school_id = $1', [schoolId])
  await sql('insert into school_teacher_courses select * from was_school_teacher_courses where school_id = $1', [
    schoolId,
  ])
  await sql('insert into class_teacher_courses select * from was_class_teacher_courses where school_id = $1', [
    schoolId,
  ])
  await sql('update class_rooms set supervisor_id = $1 where id = $2', [teacher.id, class4a.id])
})

describe('a teacher takes over from another', () => {
  test('as the preview says, at once; the past stays, and both are notified', async () => {
    const before = await taught(teacher)
    const kept = await taught(idleTeacher)
    const works = await sql('select count(*)::int as many from homework where supervisor_id = $1', [teacher.id])
    const plan = await as(manager)(replacements.plan, between())
    expect(plan.links).toHaveLength(before.length)
    expect(plan.links.find(({ classRoomId }) => classRoomId === class4a.id)).toMatchObject({
      classRoomName: class4a.name,
      gradeName: grade4.name,
      otherYearName: null,
    })
    expect(plan.classesCount).toBe(new Set(before.map((link) => link.split(' ')[1])).size)
    expect(plan.coursesCount).toBe(new Set(before.map((link) => link.split(' ')[0])).size)
    expect(plan.supervised).toHaveLength(1)
    expect(await taught(teacher)).toEqual(before)

    const events = (await published('class link')).length
    const done = await replace()
    expect(done).toMatchObject({ linksCount: before.length, supervisedCount: 1, outcome: null, may: { undo: true } })
    expect(done.doneAt).not.toBeNull()
    expect(await taught(teacher)).toEqual([])
    expect((await taught(idleTeacher)).toSorted()).toEqual([...new Set([...kept, ...before])].toSorted())
    expect(await as(manager)(classes.get, { classRoomId: class4a.id })).toMatchObject({ supervisorId: idleTeacher.id })
    expect([await rolesOf(teacher), await rolesOf(idleTeacher)]).toEqual([['teacher'], ['supervisor', 'teacher']])
    expect(await as(idleTeacher)(attendance.list, { classRoomId: class4a.id })).toEqual(expect.any(Array))
    await expect(as(teacher)(attendance.list, { classRoomId: class4a.id })).rejects.toMatchObject(notFound)

    expect(await sql('select count(*)::int as many from homework where supervisor_id = $1', [teacher.id])).toEqual(
      works,
    )
    const told = (await published('class link')).slice(events).map(({ payload }) => [payload.teacherId, payload.linked])
    expect(told).toContainEqual([teacher.id, false])
    expect(told).toContainEqual([idleTeacher.id, true])
    expect((await audited(replacements.replace)).map(({ target_id }) => target_id)).toEqual([
      teacher.id,
      idleTeacher.id,
    ])
  })

  test('and gives exactly that back when it is undone', async () => {
    const [before, kept] = [await taught(teacher), await taught(idleTeacher)]
    const { id } = await replace()
    expect(await undo(id)).toEqual({ done: true, changed: 1 })
    expect([await taught(teacher), await taught(idleTeacher)]).toEqual([before, kept])
    expect(await as(manager)(classes.get, { classRoomId: class4a.id })).toMatchObject({ supervisorId: teacher.id })
    expect([await rolesOf(teacher), await rolesOf(idleTeacher)]).toEqual([['supervisor', 'teacher'], ['teacher']])
    expect((await as(manager)(replacements.list, { schoolId }))[0]).toMatchObject({ outcome: 'undone' })
    await expect(undo(id)).rejects.toMatchObject(notFound)
  })

  test('unless something of it has changed since', async () => {
    const { id } = await replace()
    await sql('delete from class_teacher_courses where teacher_id = $1 and class_room_id = $2', [
      idleTeacher.id,
      class4a.id,
    ])
    await expect(undo(id)).rejects.toMatchObject(
      refused(409, 'Later changes stand in the way of undoing this replacement'),
    )
    expect(await taught(teacher)).toEqual([])
  })

  test('on a later day, when it begins; until then it can be called off', async () => {
    const before = await taught(teacher)
    const { id, doneAt } = await replace(daysFrom(today, 3))
    expect(doneAt).toBeNull()
    await expect(replace()).rejects.toMatchObject(refused(409, 'Somebody is to take over from this teacher already'))
    expect([await later(2), await taught(teacher)]).toEqual([0, before])
    expect([await later(3), await taught(teacher)]).toEqual([1, []])
    expect(await later(4)).toBe(0)

    await undo(id)
    const planned = await replace(daysFrom(today, 3))
    await undo(planned.id)
    expect([await later(4), await taught(teacher)]).toEqual([0, before])
    expect((await as(manager)(replacements.list, { schoolId }))[0]).toMatchObject({ outcome: 'cancelled' })
  })

  test('not on that day if they are no teacher there any more', async () => {
    await replace(daysFrom(today, 1))
    await sql('update school_teachers set accepted_at = null where teacher_id = $1', [idleTeacher.id])
    await later(1)
    expect((await as(manager)(replacements.list, { schoolId }))[0]).toMatchObject({ outcome: 'notTeacher' })
    expect(await taught(teacher)).not.toEqual([])
    await sql('update school_teachers set accepted_at = now() where teacher_id = $1', [idleTeacher.id])
  })
})

describe('a replacement is refused', () => {
  const noTeacher = refused(400, 'This person is not a teacher of this school')
  test.each([
    ['by somebody who is no teacher of the school', between(today, teacher, newcomer), noTeacher],
    ['by a teacher of another school', between(today, teacher, deltaTeacher), noTeacher],
    ['of somebody who is no teacher', between(today, newcomer, teacher), noTeacher],
    ['by the same person', between(today, teacher, teacher), refused(400, 'Choose another teacher')],
    [
      'before the school year',
      between('2001-01-01'),
      refused(400, 'The day lies before the school year, or more than a year from now'),
    ],
    ['far from now', between(daysFrom(today, 400)), { status: 400 }],
  ])('%s', async (_, input, sentence) => {
    await expect(as(manager)(replacements.plan, input)).rejects.toMatchObject(sentence)
    await expect(as(manager)(replacements.replace, input)).rejects.toMatchObject(sentence)
  })

  test('of a teacher who teaches nothing, and twice at once', async () => {
    const two = await Promise.allSettled([replace(), replace()])
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(replace()).rejects.toMatchObject(refused(409, 'This teacher has nothing to pass on'))
  })

  test('of one who supervises a class by oneself, without every key of a supervisor', async () => {
    for (const key of ['LinkTeacherToCourse&Class', 'UnlinkTeacherToCourse&Class', 'UpdateClass'] as const)
      await giveKey(idleTeacher, key, nile)
    // The two built-in roles have the same keys until the platform changes one of them.
    await sql(`delete from role_permissions where role_id = $1 and permission_id = $2`, [
      builtInRoles.schoolTeacher.id,
      permissionId('AddNote'),
    ])
    await sql(`delete from user_roles where user_id = $1 and source = 'supervisor'`, [idleTeacher.id])
    const asIdle = (fromDay?: string) => as(idleTeacher)(replacements.replace, between(fromDay))
    const beyond = refused(403, 'You cannot grant what you do not hold')
    await expect(asIdle()).rejects.toMatchObject(beyond)
    await sql('update class_rooms set supervisor_id = null where id = $1', [class4a.id])
    // The person may still become a supervisor before that day.
    await expect(asIdle(daysFrom(today, 3))).rejects.toMatchObject(beyond)
    expect(await asIdle()).toMatchObject({ supervisedCount: 0 })
    expect(await rolesOf(idleTeacher)).toEqual(['teacher'])
    await sql('delete from user_permissions where user_id = $1', [idleTeacher.id])
  })

  test('to people without the keys, and from other schools', async () => {
    await expect(as(teacher)(replacements.replace, between())).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(replacements.replace, between())).rejects.toMatchObject(notFound)
    const { id } = await replace()
    await expect(as(otherManager)(replacements.undo, { schoolId, replacementId: id })).rejects.toMatchObject(notFound)
  })
})
