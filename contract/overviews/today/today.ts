import * as z from 'zod/mini'
import { signedIn } from '#contract/language/access.ts'
import { states } from '#contract/teaching/attendance/attendance.ts'
import { operation } from '#contract/language/operation.ts'

/** One piece of work, named by its course. Texts are shortened, so that the whole answer stays small. */
const work = {
  id: z.string(),
  courseName: z.string(),
  date: z.string(),
  details: z.nullable(z.string()),
  /** Whether the inbox contains something unread about it. */
  unread: z.boolean(),
}

/** A result of the last seven days, or one with an unread item. `tookPart`: was there, or handed it in. */
const NewMark = z.object({
  kind: z.enum(['exam', 'homework', 'activity']),
  id: z.string(),
  courseName: z.string(),
  date: z.string(),
  result: z.nullable(z.number()),
  rate: z.number(),
  tookPart: z.nullable(z.boolean()),
  /** The class average, out of the same `rate`; null if fewer than five students have a result. */
  classAverage: z.nullable(z.number()),
  /** The percentage of the previous exam in the same course; null if there is none. */
  percentBefore: z.nullable(z.number()),
  unread: z.boolean(),
})

const NewNote = z.object({
  id: z.string(),
  courseName: z.nullable(z.string()),
  date: z.string(),
  authorName: z.string(),
  notes: z.string(),
  unread: z.boolean(),
})

export const missingForParents = ['nationalNumber', 'birthDate', 'sex', 'nationality', 'emergencyContact'] as const

/**
 * The state of one child. Each list contains the first few, unread ones first; the number beside it is the total. If the seat has ended
 * (`seatEndedOn`), only what happened up to that day.
 */
export const ChildToday = z.object({
  studentId: z.string(),
  studentName: z.string(),
  firstName: z.string(),
  imageUrl: z.nullable(z.string()),
  relationName: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  seatEndedOn: z.nullable(z.string()),
  /** Whether the link allows the parent to pay; only then do they see that something is unpaid. */
  pays: z.boolean(),
  /** What is owed of parts that are overdue or due within two weeks, and since when or on which day; null for a parent who does not pay. */
  fee: z.nullable(z.object({ dueOn: z.string(), amount: z.string(), currency: z.string() })),
  /**
   * What the parent could add to the record: fields that are empty, that the school takes and that wait for no decision, and emergency contacts
   * while they have given none. `isConfirmed`: they have said this school year that all is right.
   */
  missing: z.array(z.enum(missingForParents)),
  isConfirmed: z.boolean(),
  /** The school's current day. */
  today: z.string(),
  weekDay: z.string(),
  /** The number of unread items in the inbox about this child. */
  unread: z.number(),
  /** Today's excuse, while it waits or if it was refused; null without one. */
  excuse: z.nullable(z.enum(['waiting', 'refused'])),
  /** Null: not taken yet. */
  attendance: z.nullable(z.object({ state: z.enum(states), minutesLate: z.nullable(z.number()), unread: z.boolean() })),
  /** Why there is no school today, with the name of the holiday if it is one; null on an open day. */
  closing: z.nullable(z.object({ name: z.nullable(z.string()) })),
  /** The next holiday that begins within thirty days. */
  nextHoliday: z.nullable(z.object({ name: z.string(), fromDay: z.string(), toDay: z.string() })),
  /** The courses of the next day with lessons, within a week, in their order. */
  nextLessons: z.nullable(z.object({ day: z.string(), courses: z.array(z.string()) })),
  /** How many days of the current month the child was in a register, and on how many of them it was present. */
  month: z.object({ present: z.number(), days: z.number() }),
  /** Set for today or later and not handed in yet; unread ones first, then the earliest. */
  homework: z.array(z.object(work)),
  homeworkCount: z.number(),
  /** In the next fourteen days; unread ones first, then the earliest. */
  exams: z.array(z.object(work)),
  examCount: z.number(),
  marks: z.array(NewMark),
  markCount: z.number(),
  notes: z.array(NewNote),
  noteCount: z.number(),
})

/**
 * An announcement of the last thirty days that the parent has not read, or one that waits for the parent's answer: then `answers` are those to
 * choose from. A long title is shortened.
 */
const NewPost = z.object({
  id: z.string(),
  title: z.string(),
  important: z.boolean(),
  publishedAt: z.string(),
  answers: z.nullable(z.array(z.string())),
  answerBy: z.nullable(z.string()),
})

/**
 * The parent's day in one answer: `asOf` is the moment, then the first announcements that are unread or wait for an answer with their number, the
 * parents' evenings that can be booked and in which the family has no meeting yet, and the children by name.
 */
export const Today = z.object({
  asOf: z.string(),
  unread: z.number(),
  posts: z.array(NewPost),
  postCount: z.number(),
  meetings: z.array(z.object({ id: z.string(), title: z.string(), day: z.string() })),
  children: z.array(ChildToday),
})

export const today = {
  /** Further operation (api.md §16). */
  get: operation({
    path: 'Parent/GetToday',
    access: signedIn('linkedChildren', 'ViewChildernsList'),
    input: z.strictObject({}),
    output: Today,
  }),
}
