import * as z from 'zod/mini'
import { staffOrParent } from '#contract/language/access.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { anyTabOfAClass } from '#contract/people/students/students.ts'
import { BandName } from '#contract/results/results/results.ts'
import { states } from '#contract/teaching/attendance/attendance.ts'

const text = z.nullable(z.string())

/**
 * A guardian of a student: a linked parent with what the link allows today, or a person of the official record without an account. `phone` only for
 * those who read it in the list from which the guardian is taken. Null: not known.
 */
const Guardian = z.object({
  name: z.string(),
  relationName: z.string(),
  phone: text,
  linked: z.boolean(),
  sees: z.nullable(z.boolean()),
  isNotified: z.nullable(z.boolean()),
  fetches: z.nullable(z.boolean()),
  pays: z.nullable(z.boolean()),
})

export const alertKinds = ['letter', 'excuse', 'conduct', 'health', 'seat'] as const

export const aheadKinds = [
  'homework',
  'exam',
  'activity',
  'holiday',
  'examDays',
  'remote',
  'event',
  'otherHours',
] as const

export const timelineKinds = [
  'attendance',
  'exam',
  'homework',
  'activity',
  'note',
  'conduct',
  'paper',
  'call',
  'excuse',
  'message',
] as const

/**
 * What happened on a day. `name`: the course, the kind of conduct or paper, or the title of a message. `state`: of attendance, a call, an excuse
 * (`waiting`, `accepted`, `refused`), conduct (`merit`, `breach`), or work in which the student took no part (`missed`).
 */
const Happened = z.object({
  kind: z.enum(timelineKinds),
  id: z.string(),
  day: z.string(),
  name: text,
  details: text,
  byName: text,
  state: text,
  result: z.nullable(z.number()),
  rate: z.nullable(z.number()),
})

/**
 * The page of a student at first sight, at most 12 kB. Each part contains what its own list shows the caller, and is null if the caller may not
 * read that list; long texts are shortened.
 */
export const StudentOverview = z.object({
  studentId: z.string(),
  studentName: z.string(),
  firstName: z.string(),
  imageUrl: text,
  schoolId: z.string(),
  schoolName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  /** As of `Student`. */
  code: text,
  birthDate: text,
  active: z.boolean(),
  isMerged: z.boolean(),
  isPaid: z.nullable(z.boolean()),
  leftOn: text,
  /** The school's current day. */
  today: z.string(),
  /** The caller's own link to the student; null for all others. */
  own: z.nullable(z.object({ relationName: z.string(), pays: z.boolean(), seatEndedOn: text })),
  /** At most five. */
  guardians: z.nullable(z.array(Guardian)),
  /** What somebody has to do or know. `count`: how many of the kind; `name`: the step of absence that was reached last. */
  alerts: z.array(z.object({ kind: z.enum(alertKinds), count: z.number(), name: text })),
  /** The current month: its days with a register that counts, and the days on which the class has no school. */
  attendance: z.nullable(
    z.object({
      present: z.number(),
      days: z.number(),
      marks: z.array(z.object({ day: z.string(), state: z.enum(states) })),
      closedDays: z.array(z.string()),
    }),
  ),
  /** The total of the latest closed term; for parents, of the latest published one. */
  lastResult: z.nullable(
    z.object({
      termName: z.string(),
      percent: z.nullable(z.number()),
      band: BandName,
      passed: z.nullable(z.boolean()),
    }),
  ),
  /** Today and the seven days after it, earliest first, at most eight. Works by their course, days of the calendar by their name. */
  ahead: z.array(
    z.object({
      kind: z.enum(aheadKinds),
      id: z.string(),
      name: z.string(),
      fromDay: z.string(),
      toDay: z.string(),
      details: text,
    }),
  ),
  /** The last five marks of exams, latest first. `classPercent`: what the class reached; null if fewer than five have a result. */
  marks: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        courseName: z.string(),
        date: z.string(),
        result: z.number(),
        rate: z.number(),
        classPercent: z.nullable(z.number()),
      }),
    ),
  ),
  note: z.nullable(
    z.object({ id: z.string(), courseName: text, date: z.string(), authorName: z.string(), notes: z.string() }),
  ),
  paper: z.nullable(
    z.object({ id: z.string(), kind: z.string(), number: z.number(), year: z.number(), day: z.string() }),
  ),
  /** The last three weeks, latest first, at most fifteen; null for parents. */
  timeline: z.nullable(z.array(Happened)),
})

export const studentOverview = {
  /** Further operation (api.md §16). */
  get: operation({
    path: 'Student/GetOverview',
    access: staffOrParent(anyTabOfAClass, { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: StudentOverview,
  }),
}
