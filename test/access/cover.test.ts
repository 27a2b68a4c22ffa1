import { expect, test } from 'vitest'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { cover } from '#contract/teaching/cover/cover.ts'
import { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import type { Operation } from '#contract/language/operation.ts'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { notFound } from '#test/harness/traces.ts'
import { idOf } from '#test/world/ids.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { elementOf, fieldsOf, isId } from './declared.ts'
import { filled } from './generic.ts'

const day = '2026-11-15'
const at = (time: string) => Date.parse(`${day}T${time}:00+02:00`)
let moment = at('07:30')
const { app, as, tokenOf } = await testApp({ clock: { now: () => new Date(moment) } })
const { manager, teacher, mathsTeacher, nile, class4a, class5a, class5b, omar } = world
const schoolId = nile.id
const inClass = (room: { id: string }) =>
  allStudents.find(({ classRoomId, active }) => classRoomId === room.id && active)!
const pupil = inClass(class5a)

// The teacher of 4A and 4B takes number 4 of 5A, from 10:15 to 11:00. Nothing else of 5A is theirs.
await publishWeek(as, day)
await as(manager)(cover.tell, {
  schoolId,
  teacherId: mathsTeacher.id,
  absenceKind: 'leave',
  fromDay: day,
  numbers: [4],
})
const { hash, lessons } = await as(manager)(cover.propose, { schoolId, day })
const { lessonId } = lessons[0]!
await as(manager)(cover.assign, {
  schoolId,
  day,
  hash,
  covers: [{ lessonId, way: 'cover', teacherId: teacher.id, reason: 'يعرف الفصل' }],
})

const [before, first, last, after] = ['09:54', '09:55', '11:59', '12:00'].map(at) as [number, number, number, number]

/** What ids of each name point to: the covered class and a pupil of it, else nothing. */
const named: Record<string, string> = { schoolId, classRoomId: class5a.id, studentId: pupil.id }

function bodyOf({ input, access }: Operation) {
  const body: Record<string, unknown> = {}
  for (const { names, ours, needed, inner } of fieldsOf(input)) {
    const element = elementOf(inner)
    const id = named[ours] ?? idOf('nothing', 'at all')
    if (isId(inner) && (needed || ours in named)) body[names[0]!] = id
    if (element && isId(element) && needed) body[names[0]!] = [id]
  }
  if ('orCover' in access && access.orCover) for (const field of access.orCover.days) body[field] = day
  const whole = filled(input, body, day)
  if (input === attendance.save.input) whole.studentsAttenndaceList = [{ studentId: pupil.id, state: 'present' }]
  return whole
}

/** Operations of a person's own account end their session; a cover has nothing to do with them. */
const asked = operations.filter(
  ({ access, writes, takes, path }) =>
    !takes &&
    (access.to === 'staff' || access.to === 'member' || (access.to === 'anySchool' && !writes)) &&
    path !== '',
)

async function statusesAt(now: number, of: readonly Operation[] = asked) {
  moment = now
  const token = await tokenOf(teacher)
  const statuses: Record<string, number> = {}
  for (const operation of of) {
    const { statusCode } = await app.inject({
      method: operation.method,
      url: `/${operation.path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(operation.method === 'POST' && { payload: bodyOf(operation) }),
    })
    statuses[operation.path] = statusCode
  }
  return statuses
}

test('a cover opens four operations from 20 minutes before the lesson until 60 minutes after it, and no other one ever', async () => {
  const [closed, open] = [await statusesAt(before), await statusesAt(first)]
  expect(Object.keys(closed).length).toBeGreaterThan(300)
  const opened = Object.keys(closed).filter((path) => open[path] !== closed[path])
  const stillOpen = await statusesAt(
    last,
    asked.filter(({ path }) => opened.includes(path)),
  )
  const over = await statusesAt(after)
  expect(over).toEqual(closed)
  expect(opened.toSorted()).toEqual([
    'Attendance/GetRoll',
    'Attendance/GetStudentsAttendences',
    'Attendance/SaveAttendance',
    'HealthAlert/GetStudentAlerts',
  ])
  expect(opened.map((path) => [closed[path], open[path], stillOpen[path], over[path]])).toEqual([
    [404, 200, 200, 404],
    [404, 200, 200, 404],
    [404, 200, 200, 404],
    [403, 200, 200, 403],
  ])
  expect(opened.map((path) => operations.find((one) => one.path === path)!.access)).toEqual(
    opened.map(() => expect.objectContaining({ orCover: expect.anything() })),
  )
})

test('it opens no other class, no other day and no child of another class', async () => {
  moment = first
  const { listed } = as(teacher)
  expect(await as(teacher)(attendance.roll, { classRoomId: class5a.id, date: day })).toMatchObject({ isAssumed: false })
  await expect(as(teacher)(attendance.roll, { classRoomId: class5b.id, date: day })).rejects.toMatchObject(notFound)
  await expect(as(teacher)(attendance.roll, { classRoomId: class5a.id, date: '2026-11-12' })).rejects.toMatchObject(
    notFound,
  )
  const range = { classRoomId: class5a.id, dateFrom: '2026-11-12', dateTo: day }
  await expect(listed(attendance.list, range)).rejects.toMatchObject(notFound)
  await expect(as(teacher)(healthAlerts.ofStudent, { studentId: inClass(class5b).id })).rejects.toMatchObject({
    status: 403,
  })
  const save = (classRoomId: string, date: string) =>
    as(teacher)(attendance.save, { classRoomId, date, students: [{ studentId: pupil.id, state: 'late' }] })
  await expect(save(class5a.id, '2026-11-12')).rejects.toMatchObject(notFound)
  // What they teach themselves is as before.
  expect(await as(teacher)(attendance.roll, { classRoomId: class4a.id, date: '2026-11-12' })).toBeTruthy()
  await expect(as(teacher)(healthAlerts.ofStudent, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
  await expect(as(mathsTeacher)(healthAlerts.ofStudent, { studentId: pupil.id })).rejects.toMatchObject({ status: 403 })
})

test('a register that waited until after the end is let in by one tap, alone and for an hour', async () => {
  moment = last
  const { covers } = await as(teacher)(ownCovers.get, { schoolId })
  const coverId = covers[0]!.id
  expect(covers[0]).toMatchObject({ isOpen: true, isReopened: false })
  await as(teacher)(ownCovers.writeNote, { schoolId, day, lessonId, text: 'تم شرح الدرس' })
  const save = () =>
    as(teacher)(attendance.save, {
      classRoomId: class5a.id,
      date: day,
      students: [{ studentId: pupil.id, state: 'late' }],
    })
  moment = after
  await expect(save()).rejects.toMatchObject(notFound)
  await expect(as(teacher)(ownCovers.writeNote, { schoolId, day, lessonId, text: 'و' })).rejects.toMatchObject(notFound)
  await expect(as(manager)(cover.letIn, { schoolId, coverId })).rejects.toMatchObject(notFound)
  await as(teacher)(ownCovers.askLate, { schoolId, coverId })
  expect((await as(manager)(cover.day, { schoolId, day })).lessons[0]).toMatchObject({
    cover: { isLateAsked: true },
    report: 'تم شرح الدرس',
  })
  await expect(save()).rejects.toMatchObject(notFound)
  await as(manager)(cover.letIn, { schoolId, coverId })
  expect(await save()).toMatchObject({ classRoomId: class5a.id, date: day })
  await expect(as(teacher)(attendance.roll, { classRoomId: class5a.id, date: day })).rejects.toMatchObject(notFound)
  moment = after + 61 * 60_000
  await expect(save()).rejects.toMatchObject(notFound)
})

test('the picture of a pupil is seen with the roll, as long as the lesson lasts', async () => {
  moment = before
  const { upload, fetch } = sending(app)
  const sent = await upload(await tokenOf(manager), { type: '1', id: pupil.id, bytes: await plain('png') })
  const seen = async (now: number) => {
    moment = now
    return (await fetch(await tokenOf(teacher), sent.json() as string)).statusCode
  }
  expect([await seen(before), await seen(first), await seen(last), await seen(after)]).toEqual([404, 200, 200, 404])
})
