import * as z from 'zod/mini'
import { alsoWithProvider, member, memberOrParent, signedIn } from '#contract/language/access.ts'
import { Bool, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'
import { Attachment } from '#contract/platform/attachments/attachments.ts'
import {
  aboutFields,
  FamilyOfChild,
  Reachable,
  Thread,
  ThreadRow,
  threadSubjects,
  threadTurns,
  textFields,
  WrittenText,
} from './thread-shapes.ts'

/** Of one's children and one's classes, whoever is a member of a thread about them: that is decided for each thread. */
const members = { ...alsoWithProvider(signedIn('own')), rows: ['own', 'classReach', 'linkedChildren'] as const }

const ofThread = { access: members, writes: true } as const

/** Further operations (api.md §16): threads of parents and the school about a child (decision 142). Members are decided at every call. */
export const threads = {
  list: operation({
    path: 'Message/GetThreads',
    access: members,
    input: z.strictObject({ turn: optional(OneOf(threadTurns)), ...paging }),
    output: z.array(ThreadRow),
    paging: 'paged',
  }),

  /** `before`: the number of a text; answers the lines before it. */
  get: operation({
    path: 'Message/GetThread',
    access: members,
    input: z.strictObject({ threadId: Id, before: optional(Int(1, 1_000_000)) }),
    output: Thread,
  }),

  /** `sendNow`: a text of the school is not kept until the morning. */
  write: operation({
    ...ofThread,
    path: 'Message/Write',
    input: z.strictObject({ threadId: Id, ...textFields, sendNow: optional(Bool) }),
    output: WrittenText,
  }),

  takeBack: operation({
    ...ofThread,
    path: 'Message/TakeBack',
    input: z.strictObject({ threadId: Id, textId: Id }),
    output: Done,
  }),

  /** `upTo`: the number of the last text that was seen. */
  read: operation({
    ...ofThread,
    path: 'Message/Read',
    input: z.strictObject({ threadId: Id, upTo: Int(1, 1_000_000) }),
    output: Done,
  }),

  done: operation({ ...ofThread, path: 'Message/Done', input: z.strictObject({ threadId: Id }), output: Done }),

  /** To whom a thread can be handed. */
  colleagues: operation({
    path: 'Message/GetColleagues',
    access: members,
    input: z.strictObject({ threadId: Id }),
    output: Reachable.shape.people,
  }),

  /** Without `toId` to the office. */
  handOver: operation({
    ...ofThread,
    path: 'Message/HandOver',
    input: z.strictObject({ threadId: Id, toId: optional(Id) }),
    output: Done,
  }),

  report: operation({
    ...ofThread,
    path: 'Message/Report',
    input: z.strictObject({ threadId: Id, textId: Id, reason: optional(Text(0, 500, { lines: true })) }),
    output: Done,
  }),
}

/** How a thread begins. */
export const beginnings = {
  reachable: operation({
    path: 'Message/GetReachable',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id }),
    output: Reachable,
  }),

  /** One thread for each child. Without `toId` to the office. */
  begin: operation({
    path: 'Message/Begin',
    access: signedIn('linkedChildren'),
    input: z.strictObject({
      studentIds: List(Id, 1, 10),
      toId: optional(Id),
      subject: OneOf(threadSubjects),
      bothParents: Bool,
      ...aboutFields,
      ...textFields,
    }),
    output: z.array(WrittenText),
    writes: true,
  }),

  family: operation({
    path: 'Message/GetFamily',
    access: member({ student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id }),
    output: FamilyOfChild,
  }),

  /** The caller is responsible for the thread. Without `parentId` to all parents who see the child. */
  writeToParents: operation({
    path: 'Message/WriteToParents',
    access: member({ student: 'studentId' }, 'classReach'),
    input: z.strictObject({
      studentId: Id,
      parentId: optional(Id),
      subject: OneOf(threadSubjects),
      sendNow: optional(Bool),
      ...aboutFields,
      ...textFields,
    }),
    output: WrittenText,
    writes: true,
  }),

  writeToOffice: operation({
    path: 'Message/WriteToOffice',
    access: member({ school: 'schoolId' }, 'own'),
    input: z.strictObject({ schoolId: Id, subject: OneOf(threadSubjects), ...textFields }),
    output: WrittenText,
    writes: true,
  }),
}

/** As `Attachment/Upload`, for a text that uses the file within a day: by staff of the school and parents of its students. */
export const uploadForThread = operation({
  path: 'Message/Upload',
  access: memberOrParent({ school: 'schoolId' }),
  input: wireNames(z.strictObject({ schoolId: Id, name: NameOf(1, 200), file: Text(64, 64) }), { file: 'File' }),
  output: Attachment,
  writes: true,
})
