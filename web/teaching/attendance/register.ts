import {
  type Attendance,
  type attendance,
  type AttendanceState,
  isThere,
} from '#contract/teaching/attendance/attendance.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type * as z from 'zod/mini'

/** A register as it is sent. */
export type Register = InputOf<typeof attendance.save>
export type RegisterStudent = OutputOf<typeof attendance.roll>['students'][number]
export type AttendanceMark = z.output<typeof Attendance>
/** What another person stored meanwhile, with the version of the sheet. */
export type CurrentMark = Pick<AttendanceMark, 'studentId' | 'studentName' | 'state' | 'version'>

/** Somebody of the register, as the roll has them; who has left the class since has a mark alone. */
export type Person = { id: string; name: string; imageUrl: string | null } & Partial<
  Pick<RegisterStudent, 'isExcused' | 'hasAlert' | 'markedIn'> & LessonBefore
>

/** What the register of a lesson begins with: how the lesson before left the student, in words too. */
export type LessonBefore = { begins?: RegisterLine | undefined; hint?: string | undefined }

type InRoll = RegisterStudent & LessonBefore

/** One student of the register as it stands on the screen. */
export type RegisterLine = {
  state: AttendanceState
  minutesLate: number | null
  note: string | null
  /** When they left, if they were there before. */
  leftAt?: string | null
}

/**
 * A register being filled in: the version it was made from, and every student's line. `written` remembers the minutes and
 * reasons of lines that were tapped on, so that one round of taps loses nothing.
 */
export type Draft = {
  baseVersion: number
  lines: ReadonlyMap<string, RegisterLine>
  written?: ReadonlyMap<string, RegisterLine>
}

/** What one more tap makes of a state. */
const afterTap: Record<AttendanceState, AttendanceState> = {
  present: 'absent',
  absent: 'late',
  late: 'excused',
  excused: 'present',
}

/**
 * The register as it is to be confirmed: of one not taken yet everyone who is in it, present until somebody says otherwise, and excused where
 * the school has accepted an excuse; of one that was, only what is corrected, so that every other mark keeps who made it and when. Whose mark
 * another class gave is not marked twice.
 */
export const draftOf = (roll: InRoll[], marks: AttendanceMark[]): Draft => ({
  baseVersion: marks[0]?.version ?? 0,
  lines: new Map(
    marks.length === 0
      ? roll
          .filter(({ markedIn }) => !markedIn)
          .map(({ id, isExcused, begins }) => [id, isExcused ? line('excused') : (begins ?? lineOf(undefined))])
      : [],
  ),
})

/** The same with the excuses that the school accepted since it was begun, for everyone who was not tapped. */
export const excusedIn = (draft: Draft, roll: RegisterStudent[]): Draft => ({
  ...draft,
  lines: new Map(
    [...draft.lines].map(([id, entry]) => [
      id,
      !draft.written?.has(id) && roll.some((one) => one.id === id && one.isExcused) ? line('excused') : entry,
    ]),
  ),
})

/** What of it is about people whom the register may record: with anybody else in it, such as who left the school meanwhile, it is refused. */
export const linesAbout = (everybody: readonly Person[], draft: Draft): Draft => ({
  ...draft,
  lines: new Map([...draft.lines].filter(([id]) => everybody.some((one) => one.id === id && !one.markedIn))),
})

/** The same without the lines that say what is stored. */
export function corrections(draft: Draft, marks: AttendanceMark[]): Draft {
  return { ...draft, lines: unlike(draft.lines, new Map(marks.map((mark) => [mark.studentId, lineOf(mark)]))) }
}

/** What was changed in a register since it was sent, as corrections of the version that is stored now; null where nothing was. */
export function changedSince(sent: Register, draft: Draft, baseVersion: number): Draft | null {
  const lines = unlike(draft.lines, draftOnItsWay(sent).lines)
  return lines.size === 0 ? null : { ...draft, baseVersion, lines }
}

const unlike = (lines: Draft['lines'], stored: Draft['lines']): Draft['lines'] =>
  new Map([...lines].filter(([id, entry]) => !isSame(entry, stored.get(id))))

/** Everybody a register shows: the roll of the day, and who has a mark of it and has left the class since. */
export function everybodyOn(roll: InRoll[], marks: AttendanceMark[]): Person[] {
  const known = new Set(roll.map(({ id }) => id))
  return [
    ...roll.map(({ id, firstName, middleName, lastName, imageUrl, isExcused, hasAlert, markedIn, begins, hint }) => ({
      id,
      name: [firstName, middleName, lastName].filter(Boolean).join(' '),
      imageUrl,
      isExcused,
      hasAlert,
      markedIn,
      begins,
      hint,
    })),
    ...marks
      .filter(({ studentId }) => !known.has(studentId))
      .map(({ studentId: id, studentName: name }) => ({ id, name, imageUrl: null })),
  ]
}

/** The register as it was confirmed and is on its way. */
export const draftOnItsWay = ({ students, baseVersion }: Register): Draft => ({
  baseVersion: Number(baseVersion ?? 0),
  lines: new Map(
    students.map(({ studentId, state, minutesLate, note, leftAt }) => [
      studentId,
      line(state, minutesLate, note, leftAt),
    ]),
  ),
})

/** A register as it is confirmed. */
export const registerOf = (
  classRoomId: string,
  date: string,
  draft: Draft,
  baseVersion = draft.baseVersion,
): Register => ({
  classRoomId,
  date,
  baseVersion,
  students: [...draft.lines].map(([studentId, entry]) => ({ studentId, ...entry })),
})

/** The same register after a tap on one student. */
export const tapped = (draft: Draft, studentId: string, shown: RegisterLine | undefined): Draft =>
  turned(draft, studentId, shown, shown ? afterTap[shown.state] : 'present')

/** The same register with one student in another state; of minutes and reason stands what fits that state. */
export function turned(
  draft: Draft,
  studentId: string,
  shown: RegisterLine | undefined,
  state: AttendanceState,
): Draft {
  const written = draft.written?.get(studentId) ?? shown ?? lineOf(undefined)
  const keepsNote = isExplained(state) || state === written.state
  return {
    ...draft,
    lines: new Map(draft.lines).set(studentId, {
      state,
      minutesLate: state === 'late' ? written.minutesLate : null,
      note: keepsNote ? written.note : null,
      ...(isThere(state) && written.leftAt && { leftAt: written.leftAt }),
    }),
    written: new Map(draft.written).set(studentId, written),
  }
}

/** The same register with one student's line as it was written out. */
export function written(draft: Draft, studentId: string, line: RegisterLine): Draft {
  const minutesLate = line.minutesLate ?? draft.written?.get(studentId)?.minutesLate ?? null
  return {
    ...draft,
    lines: new Map(draft.lines).set(studentId, line),
    written: new Map(draft.written).set(studentId, { ...line, minutesLate }),
  }
}

/** The states that have a reason. */
export const isExplained = (state: AttendanceState) => state === 'absent' || state === 'excused'

/** The mark that was made first: its author is the one who took the register. */
export const earliestOf = (marks: AttendanceMark[]): AttendanceMark | undefined =>
  marks.reduce<AttendanceMark | undefined>(
    (first, mark) => (first && first.lastModifyDate <= mark.lastModifyDate ? first : mark),
    undefined,
  )

/** A student's mark where it was made after those of the others. */
export function correctionOf(mark: AttendanceMark | undefined, marks: AttendanceMark[]) {
  const first = earliestOf(marks)
  return mark && first && mark.lastModifyDate > first.lastModifyDate ? mark : undefined
}

/** How many students are in each state. */
export function countOf(lines: Iterable<RegisterLine>): Record<AttendanceState, number> {
  const count = { present: 0, absent: 0, late: 0, excused: 0 }
  for (const { state } of lines) count[state]++
  return count
}

/** Students whose state another person stored differently. */
export const differing = (draft: Draft, current: CurrentMark[]) =>
  current.filter(({ studentId, state }) => (draft.lines.get(studentId)?.state ?? state) !== state)

/** What a mark says; present where there is none. */
export const lineOf = (mark: AttendanceMark | undefined): RegisterLine =>
  line(mark?.state, mark?.minutesLate, mark?.note, mark?.leftAt)

const line = (
  state?: AttendanceState | null,
  minutesLate?: number | string | null,
  note?: string | null,
  leftAt?: string | null,
): RegisterLine => ({
  state: state ?? 'present',
  minutesLate: minutesLate == null ? null : Number(minutesLate),
  note: note ?? null,
  ...(leftAt && { leftAt }),
})

const isSame = (one: RegisterLine, other: RegisterLine | undefined) =>
  one.state === other?.state &&
  one.minutesLate === other.minutesLate &&
  one.note === other.note &&
  (one.leftAt ?? null) === (other.leftAt ?? null)
