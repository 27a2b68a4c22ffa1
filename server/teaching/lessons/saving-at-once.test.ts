import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'
import { counted, during } from '#test/harness/traffic.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'

/** Sunday. */
const day = '2026-11-15'
const own = await testDatabase()
const { connection, traffic } = counted(own)
const { as } = await testApp({ connection, clock: { now: () => new Date(`${day}T12:00:00+02:00`) } })
const sql = sqlIn(own)
const { manager, nile, class4a, arabic } = world
const schoolId = nile.id

for (const table of ['attendance_marks', 'attendance_sheets']) await sql(`delete from ${table} where date = $1`, [day])

/** Thirty classes of the grade, each with one student. */
const pupils = allStudents.filter(({ classRoomId, active }) => active && classRoomId).slice(0, 30)
const rooms = pupils.map(({ id: studentId }) => ({ id: newId(), studentId }))
for (const [nth, { id, studentId }] of rooms.entries()) {
  await sql(
    `insert into class_rooms (school_id, id, grade_id, language_id, name, gender, max_of_students, school_year_id)
     select school_id, $1, grade_id, language_id, $2, gender, max_of_students, school_year_id from class_rooms where id = $3`,
    [id, `فصل ${nth + 1}`, class4a.id],
  )
  await sql(`update student_classes set class_room_id = $1 where school_id = $2 and student_id = $3`, [
    id,
    schoolId,
    studentId,
  ])
  await sql(`update students set class_room_id = $1 where school_id = $2 and id = $3`, [id, schoolId, studentId])
}
const { id: timetableId } = await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'الأسبوع' })
await as(manager)(timetableDrafts.put, {
  timetableId,
  lessons: rooms.map(({ id }) => ({
    courseId: arabic.id,
    weekday: 'Sunday',
    number: 1,
    classes: [{ classRoomId: id }],
    teacherIds: [],
    roomIds: [],
  })),
})
await as(manager)(timetableDrafts.publish, { timetableId, validFrom: day })
await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'first' })

type State = 'present' | 'absent' | 'late'
const save = ({ id, studentId }: (typeof rooms)[number], state: State) =>
  as(manager)(lessonRegisters.save, { classRoomId: id, date: day, number: 1, students: [{ studentId, state }] })

test('thirty classes that take their lesson at once are all stored, each with its day', async () => {
  expect(rooms).toHaveLength(30)
  const stored = await Promise.all(rooms.map((room) => save(room, 'late')))
  expect(stored.map(({ version, saved }) => [version, saved])).toEqual(rooms.map(() => [1, 1]))
  const days = await Promise.all(
    rooms.map(({ studentId }) => as(manager)(attendance.list, { studentId, dateFrom: day, dateTo: day })),
  )
  expect(days.flat().map(({ state, origin }) => [state, origin])).toEqual(rooms.map(() => ['late', 'derived']))
})

test('a lesson that is saved again takes at most 4 round trips, with the day that follows', async () => {
  const room = rooms[0]!
  const sent = []
  for (const state of ['absent', 'late', 'absent', 'late', 'absent'] as const)
    sent.push(await during(traffic, () => save(room, state)))
  const least = Math.min(...sent.slice(2).map(({ roundTrips }) => roundTrips))
  expect(least).toBeLessThanOrEqual(4)
})
