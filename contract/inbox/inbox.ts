import * as z from 'zod/mini'
import { signedIn } from '#contract/language/access.ts'
import { states } from '#contract/attendance/attendance.ts'
import { Bool, Id, List, OneOf, optional, paging } from '#contract/language/fields.ts'
import { Done } from '#contract/language/shapes.ts'
import { operation } from '#contract/language/operation.ts'

/** The topics for which a person chooses the way of notification; each kind of item belongs to one. */
export const topics = [
  'attendance',
  'homework',
  'exams',
  'activities',
  'results',
  'notes',
  'children',
  'duties',
  'school',
  'payments',
] as const

export type Topic = (typeof topics)[number]

/** Every kind of item (api.md §13) and its topic. */
export const topicOf = {
  attendance: 'attendance',
  /** The school accepted or refused an excuse that parents asked for. */
  excuseDecided: 'attendance',
  /** Something was recorded of the child's conduct. */
  conductRecorded: 'notes',
  /** The child reached a step of the rules of absence, or a correction withdrew it. */
  absenceStep: 'attendance',
  homework: 'homework',
  exam: 'exams',
  activity: 'activities',
  homeworkResult: 'results',
  examResult: 'results',
  /** A mark that parents had seen was changed; one item until it is read, however often. */
  markCorrected: 'results',
  activityResult: 'results',
  /** The school published the results of a term. */
  resultPublished: 'results',
  note: 'notes',
  /** The school issued a certificate, a report card or another paper of the child. */
  paperIssued: 'children',
  /** An announcement of a school that was addressed to the recipient, or a reminder of it. */
  post: 'school',
  /** The school closed a day that comes soon for the grade of a child, or of a class of the recipient. */
  dayClosed: 'school',
  classChanged: 'children',
  /** The child left the school, or returned. */
  studentLeft: 'children',
  /** The recipient was linked to a child or unlinked, or somebody else was linked to a child of theirs. */
  parentLink: 'children',
  otherParent: 'children',
  /** A school asks the recipient to agree to being linked: `answer` says yes or no. */
  parentInvited: 'children',
  teacherInvited: 'duties',
  /** A school asks the recipient to take a role of its office. */
  roleInvited: 'duties',
  /** The register of a class of theirs is missing; an excuse waits for them. */
  registerMissing: 'duties',
  excuseAsked: 'duties',
  /** A student of their class reached a step of the rules of absence. */
  stepReached: 'duties',
  classActivation: 'duties',
  teacherLink: 'duties',
  classLink: 'duties',
  rightsChanged: 'duties',
  /** Somebody of the platform proposed to change what teachers or supervisors may do; it was changed. */
  roleProposed: 'duties',
  roleChanged: 'school',
  schoolSubmitted: 'school',
  schoolActivation: 'school',
  schoolHandedOver: 'school',
  yearCompleted: 'school',
  supportWindow: 'school',
  unusualReading: 'school',
  paymentRequested: 'payments',
  paymentDecided: 'payments',
  coinsChanged: 'payments',
} as const satisfies Record<string, Topic>

export type ItemKind = keyof typeof topicOf

export const itemKinds = Object.keys(topicOf) as ItemKind[]

/** The target of an item: a screen, what it is about, and which part of it. */
const Target = z.object({
  to: z.enum([
    'child',
    'children',
    'classRoom',
    'myClassroom',
    'school',
    'settings',
    'payments',
    'schoolList',
    'roles',
    'home',
    'absence',
    'posts',
    'calendar',
  ]),
  id: z.nullable(z.string()),
  tab: z.nullable(z.string()),
})

/**
 * A notification for a person. Everything but its kind is read anew at every call: names, days and states are the
 * current ones, and an item whose object is gone, or which the person may no longer see, is not listed.
 */
export const InboxItem = z.object({
  id: z.string(),
  kind: z.enum(itemKinds),
  topic: z.enum(topics),
  at: z.string(),
  read: z.boolean(),
  schoolId: z.nullable(z.string()),
  schoolName: z.nullable(z.string()),
  /** The child it is about. */
  studentId: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  /** The class, where it is about one. */
  classRoomId: z.nullable(z.string()),
  /** The work or note, where it is one; `count` says how many there are. */
  workId: z.nullable(z.string()),
  count: z.number(),
  courseName: z.nullable(z.string()),
  date: z.nullable(z.string()),
  /** Of attendance, as it is marked now. */
  state: z.nullable(z.enum(states)),
  /** Linked, activated, approved, opened; or the opposite. Null where there is no opposite. */
  on: z.nullable(z.boolean()),
  link: Target,
})

/** The number of unread items; 100 means more than 99. */
const Unread = z.object({ unread: z.number() })

const own = signedIn('linkedChildren')

/** Further operations (api.md §16): the notifications a person got. */
export const inbox = {
  items: operation({
    path: 'Inbox/GetItems',
    access: own,
    input: z.strictObject({
      unread: optional(Bool),
      studentId: optional(Id),
      topic: optional(OneOf(topics)),
      ...paging,
    }),
    output: z.array(InboxItem),
    paging: 'paged',
  }),

  unread: operation({ path: 'Inbox/GetUnread', access: own, input: z.strictObject({}), output: Unread }),

  /** The items named, or everything up to one (`upTo`, the newest that was seen), of a child or a topic only if named. */
  markRead: operation({
    path: 'Inbox/MarkRead',
    access: own,
    input: z.strictObject({
      ids: optional(List(Id, 1, 200)),
      upTo: optional(Id),
      studentId: optional(Id),
      topic: optional(OneOf(topics)),
    }),
    output: z.object({ changed: z.number(), unread: z.number() }),
    writes: true,
  }),

  /** The person agrees to what an item of an invitation asks, or refuses it. */
  answer: operation({
    path: 'Inbox/AnswerInvitation',
    access: signedIn('own'),
    input: z.strictObject({ itemId: Id, accept: Bool }),
    output: Done,
    writes: true,
  }),
}
