import * as z from 'zod/mini'
import { signedIn } from '#contract/language/access.ts'
import { states } from '#contract/attendance/attendance.ts'
import { operation } from '#contract/language/operation.ts'

/** One piece of work, named by its course; texts are cut, so that the whole answer stays small. */
const work = {
  id: z.string(),
  courseName: z.string(),
  date: z.string(),
  details: z.nullable(z.string()),
  /** Whether the inbox holds something about it that was not read yet. */
  unread: z.boolean(),
}

/** A result of the last seven days, or one not read about yet. `tookPart`: was there, or handed it in. */
const NewMark = z.object({
  kind: z.enum(['exam', 'homework', 'activity']),
  id: z.string(),
  courseName: z.string(),
  date: z.string(),
  result: z.nullable(z.number()),
  rate: z.number(),
  tookPart: z.nullable(z.boolean()),
  /** The mean of the class, out of the same `rate`; null where fewer than five students have a result. */
  classAverage: z.nullable(z.number()),
  /** Percent of the exam before it in the same course; null without one. */
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

/**
 * How it stands with one child. Each list holds the first few, what is unread before the rest; the number beside it says
 * how many there are. With an ended seat (`seatEndedOn`), only what was until that day.
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
  /** Whether the link lets the parent pay: only then is what is unpaid said to them. */
  pays: z.boolean(),
  /** The civil day at the school. */
  today: z.string(),
  weekDay: z.string(),
  /** Items of the inbox about this child that were not read yet. */
  unread: z.number(),
  /** The excuse of today while it waits, or as it was refused; null without one. */
  excuse: z.nullable(z.enum(['waiting', 'refused'])),
  /** Null: not marked yet. */
  attendance: z.nullable(z.object({ state: z.enum(states), minutesLate: z.nullable(z.number()), unread: z.boolean() })),
  /** Why there is no school today, with the name of the holiday if it is one; null on an open day. */
  closing: z.nullable(z.object({ name: z.nullable(z.string()) })),
  /** The next holiday that begins within thirty days. */
  nextHoliday: z.nullable(z.object({ name: z.string(), fromDay: z.string(), toDay: z.string() })),
  /** Days of the current month on which the child was in a register, and how many of them it was there. */
  month: z.object({ present: z.number(), days: z.number() }),
  /** Set for today or later and not handed in yet; after what is unread, the next first. */
  homework: z.array(z.object(work)),
  homeworkCount: z.number(),
  /** Of the coming fourteen days; after what is unread, the next first. */
  exams: z.array(z.object(work)),
  examCount: z.number(),
  marks: z.array(NewMark),
  markCount: z.number(),
  notes: z.array(NewNote),
  noteCount: z.number(),
})

/** An announcement of the last thirty days that the parent has not read; a long title is cut. */
const NewPost = z.object({
  id: z.string(),
  title: z.string(),
  important: z.boolean(),
  publishedAt: z.string(),
})

/** The parent's day in one answer: `asOf` an instant, the first unread announcements with how many there are, the children by name. */
export const Today = z.object({
  asOf: z.string(),
  unread: z.number(),
  posts: z.array(NewPost),
  postCount: z.number(),
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
