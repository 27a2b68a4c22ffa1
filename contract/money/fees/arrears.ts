import * as z from 'zod/mini'
import { signedIn, staff } from '#contract/language/access.ts'
import { Day, Id, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { PrintedReceipt } from './receipts.ts'

/** How long something is owed: up to 30 days, to 60, to 90, and longer. */
export const ages = ['d30', 'd60', 'd90', 'older'] as const

const text = z.string()

const Arrears = z.object({
  studentId: text,
  studentName: text,
  code: text,
  classRoomName: text,
  familyId: text,
  familyCode: text,
  overdue: text,
  oldestOn: text,
  days: z.number(),
  owed: text,
})

const Overview = z.object({
  currency: z.nullable(text),
  decimals: z.number(),
  /** Due in the seven days from today. */
  dueThisWeek: text,
  dueStudents: z.number(),
  overdue: text,
  ages: z.array(z.object({ age: z.enum(ages), students: z.number(), amount: text })),
  classes: z.array(z.object({ classRoomId: text, classRoomName: text, students: z.number(), amount: text })),
  /** What was taken today, by all tills, and the caller's own. */
  takenToday: text,
  receiptsToday: z.number(),
  till: z.nullable(z.object({ id: text, open: z.boolean(), cash: text })),
  proposals: z.number(),
  promises: z.number(),
})

const JournalLine = z.object({
  day: text,
  kind: text,
  fromAccount: text,
  toAccount: text,
  amount: text,
  studentName: z.nullable(text),
  code: z.nullable(text),
  familyCode: z.nullable(text),
  itemName: z.nullable(text),
  wayName: z.nullable(text),
  receiptNumber: z.nullable(text),
  madeByName: text,
  reason: z.nullable(text),
})

/** What a parent pays for: one family in each school. */
const OwnFees = z.object({
  schoolId: text,
  schoolName: text,
  /** The day at the school. */
  today: text,
  familyCode: text,
  currency: text,
  decimals: z.number(),
  owed: text,
  overdue: text,
  children: z.array(z.object({ studentId: text, studentName: text })),
  dues: z.array(
    z.object({
      id: text,
      studentId: text,
      itemName: text,
      yearName: text,
      dueOn: text,
      amount: text,
      reduced: text,
      open: text,
      overdue: z.boolean(),
    }),
  ),
  receipts: z.array(PrintedReceipt),
})

const sees = staff('ViewFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): what is owed, and the journal. */
export const feeLists = {
  overview: operation({
    path: 'Fee/GetOverview',
    access: sees,
    input: z.strictObject({ schoolId: Id }),
    output: Overview,
  }),

  arrears: operation({
    path: 'Fee/GetArrears',
    access: sees,
    input: z.strictObject({
      schoolId: Id,
      classRoomId: optional(Id),
      age: optional(OneOf(ages)),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(Arrears),
    paging: 'paged',
  }),

  /** Every line of every posting of these days, for an accounting program. */
  journal: operation({
    path: 'Fee/GetJournal',
    access: sees,
    input: z.strictObject({ schoolId: Id, dateFrom: Day, dateTo: Day, ...paging }),
    output: z.array(JournalLine),
    paging: 'paged',
  }),

  /** Of the children for whom the caller pays today. A named child for whom they do not is not found. */
  own: operation({
    path: 'Fee/GetOwn',
    access: signedIn('linkedChildren', 'ViewChildernsList'),
    input: z.strictObject({ studentId: optional(Id) }),
    output: z.array(OwnFees),
  }),
}
