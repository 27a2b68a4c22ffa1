import * as z from 'zod/mini'
import { allOf, memberOrParent, signedIn, staff, staffOrParent, wholeSchoolKey } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { countries } from './countries.ts'
import { LatinName } from '#contract/language/latin-names.ts'
import { numberKindNames } from './number-kinds.ts'
import { sexes } from './official-records.ts'

/** What a parent may propose to change in the record of a child, and the form of each value. */
export const proposable = {
  officialName: Text(2, 200),
  latinFirst: LatinName,
  latinMiddle: LatinName,
  latinLast: LatinName,
  nationalNumber: Text(3, 40),
  birthDate: Day,
  sex: OneOf(sexes),
  nationality: OneOf(countries),
  birthPlace: Text(2, 200),
  address: Text(2, 500, { lines: true }),
}

export type ProposedField = keyof typeof proposable
export const proposedFields = Object.keys(proposable) as ProposedField[]

/** Whether parents may propose a field, and whether it is taken at once. Who a child is, is never taken at once. */
export const proposalWays = ['off', 'asks', 'atOnce'] as const
export const mayBeAtOnce: readonly ProposedField[] = ['birthPlace', 'address']

/**
 * A proposal to change the record of a student. `accepted` null: not decided yet. `was`: what the record said when it was asked, and
 * `present` what it says now; both are null for parents, who do not read everything in it. `others`: what other parents propose for the
 * same field. `atOnce`: the school takes this field at once, and may undo it.
 */
export const RecordProposal = z.object({
  id: z.string(),
  schoolId: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  field: z.enum(proposedFields),
  was: z.nullable(z.string()),
  present: z.nullable(z.string()),
  value: z.string(),
  /** Of a national number. */
  numberKind: z.nullable(z.string()),
  note: z.nullable(z.string()),
  askedByName: z.string(),
  askedByRelation: z.nullable(z.string()),
  askedAt: z.string(),
  atOnce: z.boolean(),
  accepted: z.nullable(z.boolean()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  others: z.array(z.object({ name: z.string(), value: z.string() })),
})

const Way = z.object({ field: z.enum(proposedFields), way: z.enum(proposalWays) })

/** What a school lets parents propose, field by field. */
export const ProposalSettings = z.object({ schoolId: z.string(), ways: z.array(Way), version: z.number() })

export const NewProposal = z.strictObject({
  studentId: Id,
  field: OneOf(proposedFields),
  value: Text(1, 500, { lines: true }),
  numberKind: optional(OneOf(numberKindNames)),
  note: optional(Text(0, 500, { lines: true })),
})

const named = { studentId: Id, proposalId: Id }
const deciding = staff('EditStudentRecord', { student: 'studentId' }, 'classReach')

/** Further operations (api.md §16): what parents propose to change in official records (decision 121). */
export const recordProposals = {
  /** A further proposal of the same parent for the same field takes the place of the one that waits. */
  ask: operation({
    path: 'RecordProposal/Ask',
    access: signedIn('linkedChildren'),
    input: NewProposal,
    output: RecordProposal,
    writes: true,
  }),

  takeBack: operation({
    path: 'RecordProposal/TakeBack',
    access: signedIn('linkedChildren'),
    input: z.strictObject(named),
    output: Done,
    writes: true,
  }),

  /** Of a student, the latest first; a parent reads their own. */
  ofStudent: operation({
    path: 'RecordProposal/GetStudentProposals',
    access: staffOrParent(['ViewStudentRecord', 'EditStudentRecord'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(RecordProposal),
    paging: 'paged',
  }),

  /** A parent says that all is right in the records of their children, today. */
  confirm: operation({
    path: 'RecordProposal/ConfirmAll',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentIds: List(Id, 1, 20) }),
    output: Done,
    writes: true,
  }),

  /** When the caller last confirmed the record of a child; null if never. */
  confirmed: operation({
    path: 'RecordProposal/GetConfirmation',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id }),
    output: z.object({ confirmedOn: z.nullable(z.string()) }),
  }),

  decide: operation({
    path: 'RecordProposal/Decide',
    access: deciding,
    input: z.strictObject({ ...named, accept: Bool, reason: optional(Text(0, 500, { lines: true })) }),
    output: RecordProposal,
    writes: true,
  }),

  /** Takes a decision back: the record says again what it said before, and the proposal waits; one that was taken at once is refused. */
  undo: operation({
    path: 'RecordProposal/Undo',
    access: deciding,
    input: z.strictObject(named),
    output: RecordProposal,
    writes: true,
  }),

  settings: operation({
    path: 'RecordProposal/GetSettings',
    access: memberOrParent({ school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id }),
    output: ProposalSettings,
  }),

  saveSettings: operation({
    path: 'RecordProposal/SaveSettings',
    access: staff(allOf('EditStudentRecord', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      ways: List(z.strictObject({ field: OneOf(proposedFields), way: OneOf(proposalWays) }), 1, proposedFields.length),
      baseVersion: BaseVersion,
    }),
    output: ProposalSettings,
    writes: true,
  }),
}
