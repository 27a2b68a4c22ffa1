import * as z from 'zod/mini'
import { Id, List, OneOf, optional } from '#contract/language/fields.ts'
import { Attachment } from '#contract/attachments/attachments.ts'
import { May } from '#contract/language/shapes.ts'

/** To whom a post is addressed: everybody, the staff, or the families of a grade, a class or one student. */
const audienceKinds = ['school', 'staff', 'grade', 'class', 'student'] as const

export type AudienceKind = (typeof audienceKinds)[number]

/** One part of an audience; `targetId`: the grade, class or student, left out for the whole school and for its staff. */
export const AudiencePart = z.strictObject({ kind: OneOf(audienceKinds), targetId: optional(Id) })

export const Audience = List(AudiencePart, 1, 200)

/** How many persons an audience reaches; `unreachable`: students of it without a parent who has an account. */
export const AudienceCount = z.object({
  parents: z.number(),
  students: z.number(),
  staff: z.number(),
  unreachable: z.number(),
  /** First names of students that stand in the words of a public post. */
  namesOfStudents: z.array(z.string()),
})

const post = {
  id: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  /** Empty once the post was taken back. */
  title: z.string(),
  body: z.string(),
  publishedAt: z.string(),
  changed: z.boolean(),
  takenBack: z.boolean(),
  /** None once the post was taken back. */
  attachments: z.array(Attachment),
}

export const PublicPost = z.object(post)

/** A post as one of its readers sees it: for which children, and what was answered. */
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

/** The words of a post before they were corrected, until when. */
const FormerWords = z.object({ title: z.string(), body: z.string(), until: z.string() })

/** For how many children an answer counts, and how many of the staff gave it. */
const AnswerTally = z.object({ answer: z.string(), count: z.number() })

/** A post as those who write see it: to whom it went, and how many have read it. */
export const WrittenPost = z.object({
  ...post,
  /** Null of a draft, and of one that is planned for `publishAt`. */
  publishedAt: z.nullable(z.string()),
  publishAt: z.nullable(z.string()),
  /** When it was not published at its hour, because who planned it might no longer write to all of its audience. */
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
  /** One line an answer; of the guardians of a child, the first to answer counts. None where nothing is asked. */
  tally: z.array(AnswerTally),
  /** The latest first; none once the post was taken back. */
  former: z.array(FormerWords),
  version: z.number(),
  may: May,
})

export const readerStates = ['read', 'unread', 'answered', 'notAnswered', 'unreachable', 'unlinked'] as const

/** A line of a report: a person who was addressed, or a student whom no account stands for. */
export const PostReader = z.object({
  personName: z.nullable(z.string()),
  studentNames: z.array(z.string()),
  classRoomNames: z.array(z.string()),
  readAt: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** False of an answer when another guardian of each of the children answered before. */
  counts: z.boolean(),
  remindedAt: z.nullable(z.string()),
  reachable: z.boolean(),
  linked: z.boolean(),
})
