import { isRecordable, isThere } from '#contract/teaching/attendance/attendance.ts'
import { lessonOpensBefore, lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { minuteOf } from '#contract/school/timetable/clashes.ts'
import { conflict, forbidden, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { momentIn, weekDayOf } from '#server/base/days.ts'
import { isStale } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import type { Reach } from '#server/db/reach.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { signalTeachers } from '#server/platform/live/settled.queries.ts'
import { mustBeSchoolDay } from '#server/school/calendar/calendar.rules.ts'
import { dayFollows } from './day-follows.ts'
import { elsewhereOn } from './elsewhere.queries.ts'
import { factsOfLesson, type LessonFacts } from './lesson-facts.queries.ts'
import {
  classOfDay,
  lessonsOfClass,
  lessonsOfStudent,
  studentsOfDay,
  studentsOfLesson,
} from './lesson-reads.queries.ts'
import { listedMarks } from './listed-marks.queries.ts'
import { marksOfLesson, openLesson, writeLesson } from './lesson-sheets.queries.ts'

type School = { id: string; today: string; timeZone: string }

export const lessonOperations = implement(lessonRegisters, {
  async sheet({ db, user, school, reach, may, now, input: { groupId = null, ...input } }) {
    const key = { schoolId: school.id, ...input, groupId }
    const read = await sideBySide(db, { facts: factsOfLesson(key, user.id), students: studentsOfLesson(key, reach) })
    const facts = found(read.facts[0])
    mustTeach(facts, reach)
    const { lessonId: _, courseId: __, courseName, takesLessons, correctableUntil, isCovering: ___, ...head } = facts
    const isLate = isTooLate(correctableUntil, school)
    const opened = takesLessons && isRecordable(input.date, school.today) && hasBegun(facts, input.date, school, now)
    return {
      schoolId: school.id,
      classRoomId: input.classRoomId,
      date: input.date,
      weekDay: weekDayOf(input.date),
      number: input.number,
      groupId,
      courseName: courseName ?? '',
      ...head,
      ...(head.version === 0 && { savedByName: null, lastModifyDate: null }),
      may: { save: opened && (!isLate || may('HandleAbsence')), withReason: isLate },
      students: read.students,
    }
  },

  async save({ db, user, school, reach, may, now, input }) {
    const { classRoomId, date, number, baseVersion, lateReason = null } = input
    const key = { schoolId: school.id, classRoomId, groupId: input.groupId ?? null, date, number }
    const marks = input.students.map(markOf)
    const listed = marks.map(({ studentId }) => studentId)
    mustDiffer(listed, 'A student is listed twice')
    if (!isRecordable(date, school.today)) throw invalid('This date cannot be used')

    const opened = await openLesson(db, key, user.id, listed)
    const { known, isActive, facts, closing, countsAbsence } = opened
    const { lessonId, courseId } = mustTeach(facts, reach)
    if (listed.some((id) => !known.has(id))) throw invalid('A student is not in this lesson', 'students')
    if (marks.some(({ studentId, state }) => state && known.get(studentId)))
      throw conflict('Another class or group has already recorded one of these students in this lesson')
    if (!isActive) throw conflict('This class is not active')
    if (!facts.takesLessons) throw conflict('The register of this class is taken once a day')
    mustBeSchoolDay(closing)
    if (!hasBegun(facts, date, school, now)) throw conflict('This lesson has not begun yet')
    if (isTooLate(facts.correctableUntil, school)) {
      if (!may('HandleAbsence')) throw forbidden('This lesson can no longer be changed; ask the office')
      if (!lateReason) throw invalid('Say why this lesson is changed so late', 'lateReason')
    }
    if (isStale(baseVersion, facts.version))
      throw conflict('Someone else has changed this sheet', { current: await marksOfLesson(db, key, facts.version) })

    const stored = await writeLesson(db, key, user.id, marks, { lessonId, courseId, lateReason })
    const register = { school, classRoomId, date, actorId: user.id, countsAbsence }
    await dayFollows(db, register, listed)
    // The first mark of a lesson ends its reminders, so they disappear from the inboxes.
    if (date === school.today && stored.version === 1) await signalTeachers(db, school.id, classRoomId)
    return { classRoomId, date, number, ...stored }
  },

  async day({ db, school, reach, input: { classRoomId, date } }) {
    const read = await sideBySide(db, {
      classes: classOfDay(school.id, classRoomId, date),
      lessons: lessonsOfClass(school.id, classRoomId, date),
      students: studentsOfDay({ schoolId: school.id, classRoomId, date }, reach),
      elsewhere: elsewhereOn({ schoolId: school.id, classRoomId, date }, reach),
    })
    const head = found(read.classes[0])
    const { classes: _, ...rows } = read
    return { classRoomId, date, weekDay: weekDayOf(date), ...head, ...rows }
  },

  marks: ({ db, school, reach, input, page }) => listedMarks(db, { ...input, schoolId: school.id, reach }, page),

  ofStudent({ db, school, reach, readsStudent, input: { studentId, date } }) {
    readsStudent(studentId)
    return lessonsOfStudent(db, { schoolId: school.id, studentId, date }, reach)
  },
})

type Sent = {
  studentId: string
  state?: string | null | undefined
  minutesLate?: number | null | undefined
  leftAt?: string | null | undefined
  note?: string | null | undefined
}

const markOf = ({ studentId, state = null, minutesLate, leftAt, note }: Sent) => ({
  studentId,
  state,
  minutesLate: state === 'late' ? (minutesLate ?? null) : null,
  leftAt: isThere(state) ? (leftAt ?? null) : null,
  note: note ?? null,
})

/** Refuses a number that the class does not have that day; who covers a lesson has that lesson alone (decision 154). */
function mustTeach({ lessonId, courseId, isCovering }: LessonFacts, reach: Reach) {
  const covers = reach.of === 'classes' && reach.coveredIds !== undefined
  if (covers && !isCovering) throw notFound()
  if (lessonId === null || courseId === null) throw invalid('This class has no such lesson on this day', 'number')
  return { lessonId, courseId }
}

/** Whether the day after which only the office changes a lesson is over. */
const isTooLate = (until: string | null, { today }: School) => until !== null && today > until

/** Whether a lesson has begun, or begins in a few minutes. */
function hasBegun({ starts }: LessonFacts, date: string, { today, timeZone }: School, now: Date) {
  if (date !== today) return date < today
  if (starts === null) return true
  const time = momentIn(now.toISOString(), timeZone).slice(11, 16)
  return minuteOf(starts) - minuteOf(time) <= lessonOpensBefore
}
