import { Attendance, attendance, isRecordable, isThere } from '#contract/teaching/attendance/attendance.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { weekDayOf } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { isStale } from '#server/call/concurrent-edit.ts'
import { conflict, invalid, mustDiffer } from '#server/base/errors.ts'
import { registerSaved, signalChanges } from '#server/platform/live/events.rules.ts'
import { signalTeachers } from '#server/platform/live/settled.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { implement } from '#server/call/implement.ts'
import { leaveUncounted } from '#server/school/presence/open-days.queries.ts'
import { reasonForClosedDay } from '#server/school/calendar/calendar.rules.ts'
import { marksOf, sheetsOf } from './attendance.queries.ts'
import { registerRoll, type SheetKey } from './roll.queries.ts'
import { deriveDay } from './deriving.queries.ts'
import { type AttendanceMark, openSheet, writeMarks } from './register.queries.ts'

export const attendanceOperations = implement(attendance, {
  list({ db, school, reach, input, page, readsStudent }) {
    if (input.studentId) readsStudent(input.studentId)
    return marksOf(db, { ...input, schoolId: school.id, reach }, page)
  },

  roll: ({ db, school, reach, input: { classRoomId, date } }) =>
    registerRoll(db, { schoolId: school.id, classRoomId, date }, reach),

  sheets: ({ db, school, reach, input, page }) => sheetsOf(db, { ...input, schoolId: school.id, reach }, page),

  async save({ db, user, school, may, input: { classRoomId, date, students, baseVersion, closedReason } }) {
    const sheet = { schoolId: school.id, classRoomId, date }

    const marks = students.map(markOf)
    const listed = marks.map(({ studentId }) => studentId)
    mustDiffer(listed, 'A student is listed twice')
    if (!isRecordable(date, school.today)) throw invalid('This date cannot be used')

    const opened = await openSheet(db, sheet, user.id, listed)
    const { known, isActive, version, closing, excused, countsAbsence, takesLessons } = opened
    if (listed.some((id) => !known.has(id))) throw invalid('A student is not in this class')
    // Second marks from before 0980 may still be removed.
    if (marks.some(({ studentId, state }) => state && known.get(studentId)))
      throw conflict('Another class has already recorded one of these students on this day')
    if (!isActive) throw conflict('This class is not active')
    if (takesLessons && !may('HandleAbsence')) throw conflict('The day of this class follows from its lessons')
    const reason = reasonForClosedDay({ closing, reason: closedReason, manages: may('ManageCalendar') })
    if (isStale(baseVersion, version)) throw await sheetChanged(db, sheet)

    if (reason) await leaveUncounted(db, school.id, classRoomId, date)
    const stored = marks.map(excusedBy(excused))
    const origin = takesLessons ? 'office' : 'taken'
    const { news, ...written } = await writeMarks(db, sheet, user.id, stored, { closedReason: reason, origin })
    // Without the word of the office, the lessons say again how the day was.
    const removed = marks.filter(({ state }) => !state).map(({ studentId }) => studentId)
    if (takesLessons && removed.length > 0) {
      const derived = await deriveDay(db, sheet, user.id, removed)
      news.push(...derived.news)
      if (derived.version !== null) written.version = derived.version
    }
    if (news.length > 0)
      await publish(db, {
        event: 'attendance',
        schoolId: school.id,
        actorId: user.id,
        payload: { classRoomId, date, marks: news },
      })
    const changed = { schoolId: school.id, actorId: user.id, payload: { classRoomId, date } }
    await publish(db, { event: 'absence changed', ...changed }, countsAbsence)
    if (date === school.today) await signalChanges(db, [registerSaved(school.id)])
    // The first mark of the day ends its reminders, so they disappear from the inboxes.
    if (date === school.today && version === 0) await signalTeachers(db, school.id, classRoomId)

    return { classRoomId, date, weekDay: weekDayOf(date), ...written }
  },
})

type Sent = {
  studentId: string
  isAttend?: boolean | null | undefined
  state?: string | null | undefined
  minutesLate?: number | null | undefined
  note?: string | null | undefined
  leftAt?: string | null | undefined
}

/** `isAttend` alone means present or absent. `state` wins over it. If both are null, the mark is removed. */
function markOf({ studentId, isAttend, state: sent, minutesLate, note, leftAt }: Sent): AttendanceMark {
  const state = sent ?? stateBy(isAttend)
  return {
    studentId,
    state,
    minutesLate: minutesLate ?? null,
    note: note ?? null,
    leftAt: isThere(state) ? (leftAt ?? null) : null,
  }
}

function stateBy(isAttend: boolean | null | undefined) {
  if (isAttend == null) return null
  return isAttend ? 'present' : 'absent'
}

/** Turns an absence into an excused one if the school has already accepted an excuse for that day. */
const excusedBy =
  (excused: ReadonlySet<string>) =>
  (mark: AttendanceMark): AttendanceMark =>
    mark.state === 'absent' && excused.has(mark.studentId) ? { ...mark, state: 'excused' } : mark

/** The refusal of a save that was made from an older sheet; it contains the stored sheet (api.md §4). */
async function sheetChanged(db: Db, { schoolId, classRoomId, date }: SheetKey) {
  const { rows } = await marksOf(
    db,
    { schoolId, classRoomId, dateFrom: date, dateTo: date, reach: wholeSchool },
    { limit: 500, offset: 0 },
  )
  return conflict('Someone else has changed this sheet', {
    current: rows.map((row) => toWire(Attendance, row, { aliases: true })),
  })
}
