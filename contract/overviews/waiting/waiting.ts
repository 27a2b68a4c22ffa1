import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Id, List, OneOf, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import { PhoneChangeOfSchool } from '#contract/platform/identity/phone-changes.ts'
import { PaymentRequest } from '#contract/platform/payments/payment-shapes.ts'
import { RecordProposal } from '#contract/people/official-records/proposals.ts'
import { StaffInvitation } from '#contract/people/teachers/staff-invitations.ts'
import { ListedPromotion } from '#contract/results/promotion/promotion-shapes.ts'
import { Excuse } from '#contract/teaching/absence/excuses.ts'
import { AbsenceStep } from '#contract/teaching/absence/rules.ts'
import { states } from '#contract/teaching/attendance/attendance.ts'
import { ConductRecord } from '#contract/teaching/conduct/conduct.ts'
import { keysOfQueue, queuedKinds, remindsOfMarks, WaitingCounts } from './queue.ts'

/** An excuse with what helps to decide: the marks of its days, earlier decisions, and the student's absences of this school year. */
const ExcuseToDecide = z.extend(Excuse, {
  /** Empty for people who may not see attendance. */
  days: z.array(z.object({ date: z.string(), state: z.enum(states) })),
  acceptedBefore: z.number(),
  refusedBefore: z.number(),
  /** Null for people who may not see attendance. */
  absentThisYear: z.nullable(z.number()),
})

/** An import that was begun and not started, or one that was carried out. */
const QueuedImport = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  fileName: z.nullable(z.string()),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  problems: z.number(),
  madeByName: z.string(),
  createDate: z.string(),
  finishDate: z.nullable(z.string()),
})

/** One thing that waits, or was decided, since `at`. Only the field of its kind is set, with the row of that kind's own list. */
export const QueuedItem = z.object({
  id: z.string(),
  kind: z.enum(queuedKinds),
  at: z.string(),
  excuse: z.nullable(ExcuseToDecide),
  step: z.nullable(AbsenceStep),
  conduct: z.nullable(ConductRecord),
  proposal: z.nullable(RecordProposal),
  numberChange: z.nullable(PhoneChangeOfSchool),
  draft: z.nullable(QueuedImport),
  promotion: z.nullable(ListedPromotion),
  payment: z.nullable(PaymentRequest),
  invitation: z.nullable(StaffInvitation),
})

/** A teacher with whom marks wait. `works`: in how many pieces of work they are missing. `remindedAt`: today. */
const TeacherOwing = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  works: z.number(),
  remindedAt: z.nullable(z.string()),
  remindedByName: z.nullable(z.string()),
})

const reminding = staff(remindsOfMarks, { school: 'schoolId' }, 'classReach')

/** Whoever may see a kind by its own list. */
const access = staff([...new Set(Object.values(keysOfQueue).flat())], { school: 'schoolId' }, 'classReach')

/** Further operations (api.md §16): what waits in a school for a decision, of every kind that the caller may see (decision 093). */
export const waiting = {
  /** In the order of the kinds, the longest wait first; with `decided` what was decided in the last days, the latest decision first. */
  list: operation({
    path: 'Waiting/GetQueue',
    access,
    input: z.strictObject({ schoolId: Id, kind: optional(OneOf(queuedKinds)), decided: optional(Bool), ...paging }),
    output: z.array(QueuedItem),
    paging: 'paged',
  }),

  /** How many wait of each kind; kinds of which none waits are left out. */
  counts: operation({
    path: 'Waiting/GetCounts',
    access,
    input: z.strictObject({ schoolId: Id }),
    output: WaitingCounts,
  }),

  /** The teachers with whom marks wait, those with most work first: of the last weeks, of the kinds of work that the caller may see. */
  teachersOwing: operation({
    path: 'Waiting/GetTeachersOwing',
    access: reminding,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(TeacherOwing),
    paging: 'whole',
  }),

  /** Reminds these teachers of missing marks, or without `teacherIds` all of them; nobody twice on a day. */
  remindTeachers: operation({
    path: 'Waiting/RemindTeachers',
    access: reminding,
    input: z.strictObject({ schoolId: Id, teacherIds: optional(List(Id, 1, 200)) }),
    output: Done,
    writes: true,
  }),
}
