import * as z from 'zod/mini'
import { Attachment } from '#contract/platform/attachments/attachments.ts'
import { Bool, Id, List, OneOf, optional, Text } from '#contract/language/fields.ts'

export const threadSubjects = ['absence', 'marks', 'behaviour', 'health', 'fees', 'other'] as const
export const aboutKinds = ['note', 'post', 'excuse', 'absenceStep'] as const
export const peopleParts = ['supervisor', 'teacher', 'counsellor', 'office'] as const
export const threadTurns = ['school', 'asker', 'done'] as const

/** In graphemes, files of one text, texts of a thread a day, new threads of a parent in seven days, unanswered texts in a row, and minutes. */
export const threadLimits = { body: 2000, files: 3, textsADay: 20, threadsAWeek: 10, inRow: 3, takeBackMinutes: 5 }

/**
 * One line of the list. `side`: of the caller; `asker` is the family, or the colleague who asked the office. `responsibleName`: null for the
 * office. Without `studentId` it is of a colleague with the office.
 */
export const ThreadRow = z.object({
  id: z.string(),
  schoolId: z.string(),
  studentId: z.nullable(z.string()),
  studentName: z.nullable(z.string()),
  classRoomName: z.nullable(z.string()),
  subject: z.enum(threadSubjects),
  turn: z.enum(threadTurns),
  side: z.enum(['asker', 'school']),
  responsibleName: z.nullable(z.string()),
  askerName: z.nullable(z.string()),
  lastAt: z.string(),
  unread: z.boolean(),
  late: z.boolean(),
})

/** What a thread began from, as it reads now; null of both once it is gone. An excuse is named by its kind. */
const Quoted = z.object({
  aboutKind: z.enum(aboutKinds),
  about: z.nullable(z.string()),
  aboutDay: z.nullable(z.string()),
})

/**
 * A text, or what happened. `visibleFrom`: the other side is notified then, if that is later. `own`: of the caller. Of a text that was taken back
 * only this fact is answered.
 */
export const ThreadLine = z.object({
  id: z.string(),
  lineKind: z.enum(['text', 'handed', 'moved', 'opened', 'reported', 'settled', 'done']),
  number: z.number(),
  at: z.string(),
  byName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  bySchool: z.boolean(),
  own: z.boolean(),
  body: z.nullable(z.string()),
  takenBack: z.boolean(),
  visibleFrom: z.nullable(z.string()),
  attachments: z.array(Attachment),
  readBy: z.array(z.object({ name: z.string(), at: z.string() })),
})

/** Why the caller cannot write here; null: they can. */
const closedBy = ['off', 'left', 'waits', 'full', 'reads'] as const

/**
 * A thread with its last lines. `readsAt`: when what the caller writes now is read, if that is not now. `night`: what the school writes now waits
 * for the morning.
 */
export const Thread = z.object({
  id: z.string(),
  schoolId: z.string(),
  studentId: z.nullable(z.string()),
  studentName: z.nullable(z.string()),
  classRoomName: z.nullable(z.string()),
  subject: z.enum(threadSubjects),
  turn: z.enum(threadTurns),
  side: z.enum(['asker', 'school', 'review']),
  bothParents: z.boolean(),
  responsibleName: z.nullable(z.string()),
  askerName: z.nullable(z.string()),
  quoted: z.nullable(Quoted),
  late: z.boolean(),
  reported: z.boolean(),
  closedBy: z.nullable(z.enum(closedBy)),
  readsAt: z.nullable(z.string()),
  night: z.boolean(),
  handsOver: z.boolean(),
  earlier: z.boolean(),
  lines: z.array(ThreadLine),
})

/** Hours of a weekday, `HH:MM`. */
const HoursOfDay = z.object({ weekday: z.string(), from: z.string(), to: z.string() })

/** The people of a child to whom parents write. `readsAt`: when a text of now is read, if that is not now. */
export const Reachable = z.object({
  people: z.array(
    z.object({
      part: z.enum(peopleParts),
      personId: z.nullable(z.string()),
      personName: z.nullable(z.string()),
      imageUrl: z.nullable(z.string()),
      courseNames: z.array(z.string()),
      hours: z.array(HoursOfDay),
      readsAt: z.nullable(z.string()),
    }),
  ),
  /** Whether both parents read a new thread if nothing else is chosen: not where a paper of the court sets their rights apart. */
  bothParents: z.boolean(),
  hasOtherParent: z.boolean(),
  answerDays: z.number(),
  /** For what cannot wait. */
  officePhones: z.array(z.string()),
  /** New threads that the caller may still begin in these seven days. */
  left: z.number(),
})

/** The parents of a child to whom the school writes. `unreached`: how many guardians of the record have no account. */
export const FamilyOfChild = z.object({
  open: z.boolean(),
  night: z.boolean(),
  parents: z.array(z.object({ personId: z.string(), personName: z.string(), relationName: z.string() })),
  unreached: z.number(),
})

/** What was written: its thread, itself, and from when the other side is notified. */
export const WrittenText = z.object({ threadId: z.string(), textId: z.string(), visibleFrom: z.string() })

/** A text. `confirmed`: also if it contains a word that the school asks to confirm. */
export const textFields = {
  body: Text(1, threadLimits.body, { lines: true }),
  attachmentIds: optional(List(Id, 0, threadLimits.files)),
  confirmed: optional(Bool),
}

/** What a new thread began from. */
export const aboutFields = { aboutKind: optional(OneOf(aboutKinds)), aboutId: optional(Id) }
