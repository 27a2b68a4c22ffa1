import { expect, test } from 'vitest'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, otherManager, teacher, mathsTeacher, idleTeacher, nile, class4a, class4b, arabic, maths } = world
const schoolId = nile.id

const lesson = (classRoom: { id: string }, weekday: string, number: number) => ({
  courseId: arabic.id,
  weekday,
  number,
  classes: [{ classRoomId: classRoom.id }],
  teacherIds: [teacher.id],
  roomIds: [],
})
const start = (more: object) => as(manager)(timetableDrafts.start, { schoolId, timetableName: 'الأسبوع', ...more })
const lessonsOf = async (timetableId: string) => (await as(manager)(timetableDrafts.get, { timetableId })).lessons
const weekOf = (day: string) => as(manager)(timetable.week, { schoolId, classRoomId: class4a.id, day })
const listed = async () => (await as(manager)(replacements.list, { schoolId }))[0]!
const replace = (fromDay: string, to = mathsTeacher) =>
  as(manager)(replacements.replace, { schoolId, fromTeacherId: teacher.id, toTeacherId: to.id, fromDay })

test('the lessons pass in a draft from the day of the replacement, but for those at whose time the other teacher teaches', async () => {
  const day = daysFrom(today, 14)
  const weekday = weekDayOf(day)
  const { id } = await start({})
  await as(manager)(timetableDrafts.put, {
    timetableId: id,
    lessons: [
      lesson(class4a, weekday, 1),
      lesson(class4b, weekday, 2),
      { ...lesson(class4b, weekday, 1), courseId: maths.id, teacherIds: [mathsTeacher.id] },
    ],
  })
  await as(manager)(timetableDrafts.publish, { timetableId: id, validFrom: today })
  const planned = await replace(day)
  expect((await listed()).lessonsLeft).toBe(2)
  await expect(
    as(otherManager)(timetableDrafts.start, {
      schoolId: world.delta.id,
      timetableName: 'الأسبوع',
      replacementId: planned.id,
    }),
  ).rejects.toMatchObject(notFound)

  const draft = await start({ replacementId: planned.id })
  const passed = await lessonsOf(draft.id)
  const givenBy = (person: { id: string }) =>
    passed.filter(({ teacherIds }) => teacherIds.includes(person.id)).map((one) => `${one.number} ${one.courseId}`)
  expect(givenBy(teacher)).toEqual([`1 ${arabic.id}`])
  expect(givenBy(mathsTeacher)).toEqual([`1 ${maths.id}`, `2 ${arabic.id}`])
  // The published week stays as it is, and one of the draft says already who will teach.
  expect((await lessonsOf(id)).filter(({ teacherIds }) => teacherIds.includes(teacher.id))).toHaveLength(2)
  await as(manager)(timetableDrafts.publish, { timetableId: draft.id, validFrom: day })
  expect((await listed()).lessonsLeft).toBe(1)
  const lacking = async (of: string) => {
    const all = await as(manager)(timetable.week, { schoolId, classRoomId: class4b.id, day: of })
    return all.days.flatMap(({ lessons }) => lessons).filter(({ lacksTeacher }) => lacksTeacher).length
  }
  expect([await lacking(today), await lacking(day)]).toEqual([0, 0])

  await as(manager)(replacements.undo, { schoolId, replacementId: planned.id })
  await expect(start({ replacementId: planned.id })).rejects.toMatchObject(notFound)
})

test('a lesson that was given stays the one of who gave it, and one to come says that it has no teacher', async () => {
  await sql(`update timetables set valid_from = valid_from - 28`)
  await replace(today, idleTeacher)
  const words = async (day: string) =>
    (await weekOf(day)).days.flatMap(({ lessons }) =>
      lessons.map(({ teacherNames, lacksTeacher }) => [teacherNames.length, lacksTeacher]),
    )
  expect(await words(daysFrom(today, -7))).toEqual([[1, false]])
  expect(await words(daysFrom(today, 7))).toEqual([[1, true]])
})
