import { expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { teacher, parent, registrar, nile, class4a, arabic, omar, classmate, laila } = world
const { giveKey } = tracesIn(connection)

const activityDate = today
const work = { classRoomId: class4a.id, courseId: arabic.id, rate: 10 }
const body = { ...work, activityDate }
const set = (studentIds: string[]) =>
  as(teacher)(activities.add, { ...work, date: activityDate, details: 'لوحة', studentIds })

test('the text of an activity goes by two names on its way in and out', async () => {
  for (const name of ['details', 'activityDetails']) {
    const answer = await wire('ClassRoomActivity/CreateClassRoomActivity', { ...body, [name]: 'لوحة' }, { as: teacher })
    expect(answer.json()).toMatchObject({ activityDetails: 'لوحة', details: 'لوحة', activityDate })
    const found = await wire('ClassRoomActivity/GetClassroomActivitysList', { [name]: 'لوحه' }, { as: teacher })
    expect(found.json()).toContainEqual(expect.objectContaining(answer.json() as object))
  }
  for (const name of ['activityRate', 'rate']) {
    const { rate, ...rest } = body
    const one = { ...rest, [name]: rate, details: 'عرض', studentId: omar.id, result: '٧' }
    const answer = await wire('ClassRoomStudentActivity/AddStudentActivity', one, { as: teacher })
    expect(answer.json()).toMatchObject({ activityRate: 10, activityDetails: 'عرض', result: 7, isAttend: true })
  }
})

test('all eight answers name the class twice', async () => {
  const { id, version } = await set([omar.id])
  const update = { id, details: 'لوحة أخرى', baseVersion: version }
  const one = { ...body, details: 'عرض', studentId: classmate.id }
  const result = { activityId: id, studentId: omar.id }
  const calls: [string, object][] = [
    ['ClassRoomActivity/GetClassroomActivitysList', { classRoomId: class4a.id }],
    ['ClassRoomActivity/GetClassroomActivitybyid', { activityId: id }],
    ['ClassRoomActivity/CreateClassRoomActivity', { ...body, details: 'عرض' }],
    ['ClassRoomActivity/UpdateClassRoomActivity', update],
    ['ClassRoomStudentActivity/GetStudentActivitiesList', { activityId: id }],
    ['ClassRoomStudentActivity/GetStudentActivity', result],
    ['ClassRoomStudentActivity/AddStudentActivity', one],
    ['ClassRoomStudentActivity/UpdateStudentActivity', { ...result, isAttend: true, result: 7 }],
  ]
  for (const [path, input] of calls) {
    const answer = (await wire(path, input, { as: teacher })).json() as object | object[]
    const [row] = Array.isArray(answer) ? answer : [answer]
    expect(row, path).toMatchObject({ classRoomName: class4a.name, classRoom: class4a.name })
  }
})

test('parents read what their children did in an activity, and nobody else', async () => {
  const { id: workId } = await set([omar.id, classmate.id])
  const list = (input: object) => as(parent)(studentActivities.list, input)
  expect((await list({ workId })).map(({ studentId }) => studentId)).toEqual([omar.id])
  expect((await list({ studentId: omar.id, dateFrom: activityDate })).map((row) => row.workId)).toContain(workId)
  const { id: others } = await set([classmate.id])
  for (const input of [{ workId: others }, { studentId: classmate.id }, { workId: newId() }])
    await expect(list(input)).rejects.toMatchObject(notFound)
  expect(await as(parent)(studentActivities.get, { workId, studentId: omar.id })).toMatchObject({ tookPart: null })
  for (const studentId of [classmate.id, laila.id])
    await expect(as(parent)(studentActivities.get, { workId, studentId })).rejects.toMatchObject(notFound)
})

test('a result sent with an activity for one student needs a key of results', async () => {
  await giveKey(registrar, 'AddActivity', nile)
  const one = { ...work, date: activityDate, details: 'لوحة', studentId: omar.id }
  expect(await as(registrar)(studentActivities.add, one)).toMatchObject({ result: null })
  await expect(as(registrar)(studentActivities.add, { ...one, result: 5 })).rejects.toMatchObject(notAllowed)
  await giveKey(registrar, 'RateActivity', nile)
  expect(await as(registrar)(studentActivities.add, { ...one, result: 5 })).toMatchObject({ result: 5 })
})
