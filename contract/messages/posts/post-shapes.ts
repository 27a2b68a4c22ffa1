import * as z from 'zod/mini'
import { Id, OneOf, optional } from '#contract/language/fields.ts'
import { Attachment } from '#contract/platform/attachments/attachments.ts'
import { listSaying } from '#contract/language/several.ts'
import { May } from '#contract/language/shapes.ts'

/** The audience of a post: everybody, the staff, or the families of a grade, a class or one student. */
const audienceKinds = ['school', 'staff', 'grade', 'class', 'student'] as const

/** One part of an audience. `targetId`: the grade, class or student; absent for the whole school and for its staff. */
export const AudiencePart = z.strictObject({ kind: OneOf(audienceKinds), targetId: optional(Id) })

const noAudience = 'Choose to whom it goes'

export const Audience = listSaying(AudiencePart, { missing: noAudience, empty: noAudience })

/** How many people an audience reaches. `unreachable`: its students without a parent who has an account. */
export const AudienceCount = z.object({
  parents: z.number(),
  students: z.number(),
  staff: z.number(),
  unreachable: z.number(),
  /** First names of students that occur in the text of a public post. */
  namesOfStudents: z.array(z.string()),
})

const post = {
  id: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  /** Empty after the post was taken back. */
  title: z.string(),
  body: z.string(),
  publishedAt: z.string(),
  changed: z.boolean(),
  takenBack: z.boolean(),
  /** Empty after the post was taken back. */
  attachments: z.array(Attachment),
}

export const PublicPost = z.object(post)

/** A post as a reader sees it: for which children, and what was answered. */
export const ReadersPost = z.object({
  ...post,
  authorName: z.string(),
  important: z.boolean(),
  childNames: z.array(z.string()),
  answers: z.nullable(z.array(z.string())),
  answerBy: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  read: z.boolean(),
})

/** The texts of a post before a correction, and until when they were valid. */
const FormerWords = z.object({ title: z.string(), body: z.string(), until: z.string() })

/** For how many children an answer counts, and how many of the staff gave it. */
const AnswerTally = z.object({ answer: z.string(), count: z.number() })

/** A post as writers see it: its audience, and how many have read it. */
export const WrittenPost = z.object({
  ...post,
  /** Null for a draft and for a post planned for `publishAt`. */
  publishedAt: z.nullable(z.string()),
  publishAt: z.nullable(z.string()),
  /** When it was refused at its planned time, because the person who planned it may no longer write to all of its audience. */
  refusedAt: z.nullable(z.string()),
  authorId: z.string(),
  authorName: z.string(),
  public: z.boolean(),
  important: z.boolean(),
  answers: z.nullable(z.array(z.string())),
  answerBy: z.nullable(z.string()),
  audience: z.array(
    z.object({ kind: z.enum(audienceKinds), targetId: z.nullable(z.string()), name: z.nullable(z.string()) }),
  ),
  addressed: z.number(),
  readBy: z.number(),
  answered: z.number(),
  /** One line per answer. For each child, the first answer of its guardians counts. Empty if nothing is asked. */
  tally: z.array(AnswerTally),
  /** Latest first; empty after the post was taken back. */
  former: z.array(FormerWords),
  version: z.number(),
  may: May,
})

export const readerStates = ['read', 'unread', 'answered', 'notAnswered', 'unreachable', 'unlinked'] as const

/** How many lines a report has in each state. */
export const ReaderCounts = z.object({
  read: z.number(),
  unread: z.number(),
  answered: z.number(),
  notAnswered: z.number(),
  unreachable: z.number(),
  unlinked: z.number(),
})

/** A line of a report: a person to whom the post was addressed, or a student without an account for them. */
export const PostReader = z.object({
  personName: z.nullable(z.string()),
  studentNames: z.array(z.string()),
  classRoomNames: z.array(z.string()),
  readAt: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** False if another guardian answered before for each of the children. */
  counts: z.boolean(),
  remindedAt: z.nullable(z.string()),
  reachable: z.boolean(),
  linked: z.boolean(),
})
