import { beforeEach, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { testApp } from '#test/harness/app.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

/** Sunday: the first lesson of the class is taught to two groups side by side, the second to the class. */
const day = '2026-11-15'
const { as, connection } = await testApp({ clock: { now: () => new Date(`${day}T12:00:00+02:00`) } })
const { sql } = tracesIn(connection)
const { manager, teacher, englishTeacher, nile, class4a, class4b, arabic, english, omar, classmate } = world
const schoolId = nile.id

type Groups = { id: string; groupName: string; studentIds: string[] }[]
const divide = async (groups: Partial<Groups[number]>[], more: object = {}) => {
  const { divisions } = await as(manager)(timetableSettings.saveDivision, {
    classRoomId: class4a.id,
    divisionName: 'اللغات',
    groups: groups.map((one) => ({ groupName: '', studentIds: [], ...one })),
    fromDay: day,
    ...more,
  })
  return divisions[0]!
}
const division = await divide([
  { groupName: 'أ', studentIds: [omar.id] },
  { groupName: 'ب', studentIds: [classmate.id] },
])
const [first, second] = division.groups.map(({ id }) => id) as [string, string]

const { id: timetableId } = await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'الأسبوع' })
const lesson = (number: number, classes: object[], courseId: string, teacherIds: string[]) => ({
  courseId,
  weekday: 'Sunday',
  number,
  classes: classes as { classRoomId: string }[],
  teacherIds,
  roomIds: [],
})
await as(manager)(timetableDrafts.put, {
  timetableId,
  lessons: [
    lesson(1, [{ classRoomId: class4a.id, groupId: first }], arabic.id, [teacher.id]),
    lesson(1, [{ classRoomId: class4a.id, groupId: second }], english.id, [englishTeacher.id]),
    lesson(2, [{ classRoomId: class4a.id }], english.id, [englishTeacher.id]),
    lesson(2, [{ classRoomId: class4b.id }], arabic.id, [teacher.id]),
  ],
})
await as(manager)(timetableDrafts.publish, { timetableId, validFrom: day })
await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'missed' })

beforeEach(async () => {
  for (const table of ['lesson_marks', 'lesson_sheets']) await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${day}'`)
})

type Place = { classRoomId?: string; groupId?: string; number: number }
const at = (place: Place) => ({ classRoomId: class4a.id, date: day, ...place })
const sheet = (place: Place) => as(manager)(lessonRegisters.sheet, at(place))
const save = (place: Place, studentId: string, state: 'present' | 'absent') =>
  as(manager)(lessonRegisters.save, { ...at(place), students: [{ studentId, state }] })
const daysOf = async (student: { id: string }) =>
  (await as(manager)(attendance.list, { studentId: student.id, dateFrom: day, dateTo: day })).map(
    ({ state, classRoomId }) => [state, classRoomId],
  )
const ofOmar = async (place: Place) => (await sheet(place)).students.find(({ id }) => id === omar.id)

test('each group has a register of its own with its students, and both make the day', async () => {
  const names = async (groupId: string) => (await sheet({ groupId, number: 1 })).students.map(({ id }) => id)
  expect([await names(first), await names(second)]).toEqual([[omar.id], [classmate.id]])
  await save({ groupId: first, number: 1 }, omar.id, 'absent')
  expect((await sheet({ groupId: second, number: 1 })).version).toBe(0)
  await save({ groupId: second, number: 1 }, classmate.id, 'present')
  expect([await daysOf(omar), await daysOf(classmate)]).toEqual([[['absent', class4a.id]], [['present', class4a.id]]])
  const notThere = refused(400, 'A student is not in this lesson')
  await expect(save({ groupId: first, number: 1 }, classmate.id, 'present')).rejects.toMatchObject(notThere)
  const none = refused(400, 'This class has no such lesson on this day')
  await expect(save({ number: 1 }, omar.id, 'present')).rejects.toMatchObject(none)
  await expect(save({ groupId: first, number: 2 }, omar.id, 'present')).rejects.toMatchObject(none)
})

test('who changes the group after the lesson was taken keeps the mark there, and has none in the other', async () => {
  await save({ groupId: first, number: 1 }, omar.id, 'present')
  const group = (id: string, groupName: string, studentIds: string[]) => ({ id, groupName, studentIds })
  const change = (inFirst: string[], inSecond: string[], baseVersion: number) =>
    divide([group(first, 'أ', inFirst), group(second, 'ب', inSecond)], { divisionId: division.id, baseVersion })
  const { version } = await change([], [omar.id, classmate.id], division.version)
  expect((await ofOmar({ groupId: second, number: 1 }))!.markedIn).toMatchObject({ state: 'present' })
  expect((await ofOmar({ groupId: first, number: 1 }))!.mark).toMatchObject({ state: 'present' })
  await expect(save({ groupId: second, number: 1 }, omar.id, 'absent')).rejects.toMatchObject(
    refused(409, 'Another class or group has already recorded one of these students in this lesson'),
  )
  await change([omar.id], [classmate.id], version)
})

test('who moves to another class at ten has marks in both, and one day', async () => {
  const move = ({ id }: { id: string }) => as(manager)(severalStudents.move, { classRoomId: id, studentIds: [omar.id] })
  await save({ groupId: first, number: 1 }, omar.id, 'absent')
  await move(class4b)
  expect(await ofOmar({ number: 2 })).toBeUndefined()
  await expect(save({ number: 2 }, omar.id, 'present')).rejects.toMatchObject(
    refused(400, 'A student is not in this lesson'),
  )
  const inNew = { classRoomId: class4b.id, number: 2 }
  expect((await ofOmar(inNew))!.before).toMatchObject({ number: 1, state: 'absent' })
  await save(inNew, omar.id, 'present')
  expect(await daysOf(omar)).toEqual([['absent', class4a.id]])
  // The lesson of the class that they left is still theirs to correct.
  await save({ groupId: first, number: 1 }, omar.id, 'present')
  expect(await daysOf(omar)).toEqual([['present', class4a.id]])
  const { students } = await as(manager)(lessonRegisters.day, { classRoomId: class4b.id, date: day })
  expect(students.find(({ id }) => id === omar.id)!.marks.map(({ number, state }) => [number, state])).toEqual([
    [1, 'present'],
    [2, 'present'],
  ])
  await move(class4a)
})
