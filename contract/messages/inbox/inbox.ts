import * as z from 'zod/mini'
import { alsoWithProvider, signedIn } from '#contract/language/access.ts'
import { states } from '#contract/teaching/attendance/attendance.ts'
import { Bool, Id, List, OneOf, optional, paging } from '#contract/language/fields.ts'
import { Done } from '#contract/language/shapes.ts'
import { operation } from '#contract/language/operation.ts'

/** The topics for which a person chooses how to be notified; each kind of item belongs to one. */
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
  'messages',
] as const

export type Topic = (typeof topics)[number]

/** Every kind of item (api.md §13) and its topic. */
export const topicOf = {
  attendance: 'attendance',
  /** The school accepted or refused an excuse that parents had requested. */
  excuseDecided: 'attendance',
  /** The school confirmed that the child missed a lesson on a day at school (on), or took that back. */
  lessonMissed: 'attendance',
  /** The school accepted or refused what the recipient proposed for the record of the child. */
  proposalDecided: 'children',
  /** Something was recorded about the child's conduct. */
  conductRecorded: 'notes',
  /** The child reached a step of the rules of absence, or a correction withdrew it. */
  absenceStep: 'attendance',
  homework: 'homework',
  exam: 'exams',
  activity: 'activities',
  homeworkResult: 'results',
  examResult: 'results',
  /** A mark that parents had seen was changed. However often that happens, it is one item until it is read. */
  markCorrected: 'results',
  activityResult: 'results',
  /** The school published the results of a term. */
  resultPublished: 'results',
  note: 'notes',
  /** The school issued a certificate, a report card or another paper for the child. */
  paperIssued: 'children',
  /** A school's announcement that was addressed to the recipient, or a reminder of it. */
  post: 'school',
  /** Somebody wrote in a thread of the recipient; on: about their own child. However often that happens, it is one item until it is read. */
  message: 'messages',
  /** A text of a thread was reported, for who reviews messages. */
  messageReported: 'messages',
  /** The school closed a day in the near future, for the grade of a child or of a class of the recipient. */
  dayClosed: 'school',
  classChanged: 'children',
  /** The school waits for an answer about the child: a consent, or a trip. */
  formWaits: 'school',
  /** Families can book a parents' evening. */
  meetingsOpen: 'school',
  /** A teacher wants to see the parents of the child on it; the school or the other parent booked a meeting (on), or cancelled one.
   * However often that happens, it is one item until it is read. */
  meetingAsked: 'children',
  meetingChanged: 'children',
  /** Meetings of the recipient are on the next day: about the child, or those that they give as a teacher. */
  meetingsTomorrow: 'children',
  /** The child left the school, or returned. */
  studentLeft: 'children',
  /** The recipient was linked to a child or unlinked, or another person was linked to a child of theirs. */
  parentLink: 'children',
  otherParent: 'children',
  /** A school asks the recipient to agree to a link; `answer` accepts or refuses. */
  parentInvited: 'children',
  teacherInvited: 'duties',
  /** A school asks the recipient to take a role in its office. */
  roleInvited: 'duties',
  /** The register of a class of theirs is missing, or an excuse waits for their decision. */
  registerMissing: 'duties',
  /** Nobody took some lessons of today, for the office at the end of the day. */
  lessonsMissing: 'duties',
  /** Somebody of the school reminds a teacher of marks that are missing. */
  marksMissing: 'duties',
  /** Who reads the proofs asks for a change of remarks that somebody wrote. */
  remarkToChange: 'duties',
  excuseAsked: 'duties',
  /** A student of their class reached a step of the rules of absence. */
  stepReached: 'duties',
  classActivation: 'duties',
  /** A timetable was published in which something changes for the recipient, or for the class of the child. */
  timetablePublished: 'duties',
  childTimetable: 'children',
  /** Lessons of absent teachers were given to the recipient (on), or the school asks whether they take them. */
  coverGiven: 'duties',
  /** An own absence, a declined cover or a late register waits for people with ManageCover. */
  coverToDecide: 'duties',
  teacherLink: 'duties',
  classLink: 'duties',
  rightsChanged: 'duties',
  /** Somebody received a role of the platform (`on`), or single permissions app-wide. */
  platformRightGiven: 'duties',
  /** A platform member proposed to change what teachers or supervisors may do, or it was changed. */
  roleProposed: 'duties',
  roleChanged: 'school',
  schoolSubmitted: 'school',
  schoolActivation: 'school',
  schoolHandedOver: 'school',
  yearCompleted: 'school',
  supportWindow: 'school',
  unusualReading: 'school',
  /** A program of others did not take messages for three days. */
  webhookPaused: 'school',
  /** Fees were received for children of the recipient, are due in a week, or overdue. */
  feeReceipt: 'payments',
  feesDue: 'payments',
  feesOverdue: 'payments',
  /** A payment online was declined, or came after its parts had been paid; a transfer that the recipient told of was refused. */
  feeDeclined: 'payments',
  feeCredited: 'payments',
  transferRefused: 'payments',
  /** Money of a gateway or a transfer that a parent told of waits for somebody who takes fees. */
  feesToLook: 'payments',
  paymentRequested: 'payments',
  paymentDecided: 'payments',
  coinsChanged: 'payments',
} as const satisfies Record<string, Topic>

export type ItemKind = keyof typeof topicOf

export const itemKinds = Object.keys(topicOf) as ItemKind[]

/** The target of an item: a screen, its object, and the part of the screen. */
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
    'userRoles',
    'home',
    'absence',
    'posts',
    'calendar',
    'results',
    'fees',
    'feesOffice',
    'timetable',
    'cover',
    'messages',
    'meetings',
  ]),
  id: z.nullable(z.string()),
  tab: z.nullable(z.string()),
})

/**
 * A notification for a person. Everything except its kind is read again at every call: names, days and states are current. An item is not
 * listed if its object is gone or the person may no longer see it.
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
  /** The class, if it is about one. */
  classRoomId: z.nullable(z.string()),
  /** The work, note or record of conduct, if it is one; `count` is their number. */
  workId: z.nullable(z.string()),
  count: z.number(),
  courseName: z.nullable(z.string()),
  date: z.nullable(z.string()),
  /** For attendance, the present mark. */
  state: z.nullable(z.enum(states)),
  /** The kind of the paper, if one was issued. */
  paperKind: z.nullable(z.string()),
  /** The term, if its results were published. */
  termName: z.nullable(z.string()),
  /** The kind of conduct as the school named it; never the words that were written about the child. */
  conductName: z.nullable(z.string()),
  /**
   * If somebody received a right of the platform: their full name, the full name of who gave it, and the role if it is one. Of missing marks
   * and of a remark to change the person who asks.
   */
  personName: z.nullable(z.string()),
  givenByName: z.nullable(z.string()),
  roleName: z.nullable(z.string()),
  /** The number of the lesson whose register is missing; null if it is that of the day. */
  number: z.nullable(z.number()),
  /** The lessons that the recipient covers or is asked to, by number; null if it is not about covers. */
  covers: z.nullable(
    z.array(
      z.object({
        number: z.number(),
        classNames: z.array(z.string()),
        absentName: z.string(),
        roomNames: z.array(z.string()),
      }),
    ),
  ),
  /** Linked, activated, approved, opened; or the opposite. Null if there is no opposite. */
  on: z.nullable(z.boolean()),
  link: Target,
})

/** The number of unread items; 100 means more than 99. */
const Unread = z.object({ unread: z.number() })

const own = alsoWithProvider(signedIn('linkedChildren'))

/** Further operations (api.md §16): a person's notifications. */
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

  /** Marks the named items as read, or everything up to `upTo` (the newest one seen); of one child or topic only if named. */
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

  /** The person accepts or refuses what an invitation in the inbox asks. */
  answer: operation({
    path: 'Inbox/AnswerInvitation',
    access: signedIn('own'),
    input: z.strictObject({ itemId: Id, accept: Bool }),
    output: Done,
    writes: true,
  }),
}
