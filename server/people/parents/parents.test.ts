import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { parent, mother, dual, parentInBoth, parentOfThree, unpaidParent, teacher, manager, newcomer } = world
const { omar, laila, nile, delta, class4a } = world

const sql = sqlIn(connection)

const path = 'StudentParent/GetParentStudents'
const childrenOf = async (person: { phone: string }) =>
  (await as(person)(parents.children, {})).map(({ studentId }) => studentId)

describe('my children', () => {
  test('are those linked to me, by name', async () => {
    expect(await childrenOf(parent)).toEqual([omar.id, laila.id])
    expect(await childrenOf(mother)).toEqual([omar.id])
    const ofThree = await as(parentOfThree)(parents.children, {})
    expect(ofThree.map(({ studentName }) => studentName)).toEqual([
      'حلا ياسر الخولي',
      'سما ياسر الخولي',
      'عبدالله ياسر الخولي',
    ])
  })

  test('come with their school, class and grade, under every name of the wire', async () => {
    const answer = await wire(path, {}, { as: parent })
    expect(answer.headers['x-total-count']).toBe('2')
    expect((answer.json() as object[])[0]).toEqual({
      studentId: omar.id,
      studentName: 'عمر كريم الجندي',
      studentImage: null,
      imageUrl: null,
      parentId: parent.id,
      relationId: expect.any(String),
      relationName: 'father',
      schoolId: nile.id,
      schoolName: nile.name,
      classRoomId: class4a.id,
      calssroomId: class4a.id,
      classRoomName: 'فصل 4أ',
      classroomName: 'فصل 4أ',
      gradeId: world.grade4.id,
      gradeName: 'الصف الرابع',
      wcsUrl: null,
      seatEndedOn: null,
      leftOn: null,
      pays: true,
    })
  })

  test('may go to two schools', async () => {
    const children = await as(parentInBoth)(parents.children, {})
    expect(new Set(children.map(({ schoolId }) => schoolId))).toEqual(new Set([nile.id, delta.id]))
  })

  test('are my children though I teach elsewhere, and none because I teach or manage', async () => {
    expect(await childrenOf(dual)).toEqual([world.yassin.id])
    for (const person of [teacher, manager, newcomer]) expect(await childrenOf(person)).toEqual([])
  })

  test('have the day their seat ended', async () => {
    const [child] = await as(unpaidParent)(parents.children, {})
    const [stored] = await sql('select seat_ended_on::text as day from students where id = $1', [child!.studentId])
    expect(child!.seatEndedOn).toBe(stored.day)
  })

  test('leave out students who are inactive, whose school is not active, and whose link has ended', async () => {
    for (const person of [world.inactiveParent, world.closedParent, world.formerParent])
      expect(await childrenOf(person)).toEqual([])
  })

  test('are those of the caller, whatever parent id is sent', async () => {
    const answer = await wire(path, { parentId: mother.id }, { as: parent })
    expect(answer.json()).toMatchObject([{ studentId: omar.id, parentId: parent.id }, { studentId: laila.id }])
    for (const parentId of ['x', 5, null, [mother.id]])
      expect((await wire(path, { parentId }, { as: parent })).json()).toHaveLength(2)
  })

  test('are narrowed by relation, and come one page at a time when the query requests a page', async () => {
    const whole = await as(parent)(parents.children, {})
    expect(await as(parent)(parents.children, { relationId: whole[0]!.relationId })).toEqual(whole)
    expect(await as(parent)(parents.children, { relationId: newId() })).toEqual([])
    expect(await as(parent).listed(parents.children, { pageNumber: 2, pageSize: 1 })).toEqual({
      rows: [whole[1]],
      total: 2,
    })
  })

  test('are requested by a signed-in person who may see children', async () => {
    expect(await wire(path, {})).toMatchObject({ status: 401, text: 'Please sign in' })
    expect(await wire(path, { relationId: 'father' }, { as: parent })).toMatchObject({
      status: 400,
      text: 'Invalid input',
    })
    await sql('delete from user_roles where user_id = $1', [newcomer.id])
    expect(await wire(path, {}, { as: newcomer })).toMatchObject({
      status: 403,
      text: 'You are not allowed to do this',
    })
  })
})

describe('a link that ends', () => {
  test('ends the reading at the next call', async () => {
    expect(await as(mother)(attendance.list, { studentId: omar.id })).not.toEqual([])
    await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [
      mother.id,
      manager.id,
    ])
    expect(await childrenOf(mother)).toEqual([])
    await expect(as(mother)(attendance.list, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
  })

  test('to one of two children leaves the other', async () => {
    await sql('update student_parents set ended_at = now(), ended_by = $3 where parent_id = $1 and student_id = $2', [
      parent.id,
      laila.id,
      manager.id,
    ])
    expect(await childrenOf(parent)).toEqual([omar.id])
    await expect(as(parent)(attendance.list, { studentId: laila.id })).rejects.toMatchObject({
      status: 404,
      message: 'Not found',
    })
  })

  test('goes with the activity of the student and of the school', async () => {
    await sql('update students set active = false where id = $1', [omar.id])
    expect(await childrenOf(parent)).toEqual([])
    await sql('update schools set active = false where id = $1', [delta.id])
    expect(await childrenOf(dual)).toEqual([])
  })
})
