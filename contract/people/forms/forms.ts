import * as z from 'zod/mini'
import { signedIn, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

export const formKinds = ['consent', 'trip'] as const
const answerStates = ['open', 'agreed', 'waits', 'refused', 'withdrawn'] as const

/**
 * What parents are asked to agree to, with how many answered. `waits`: agreed, and no place is left; `unanswered`: asked, and nobody
 * answered. `canRemind`: it can be answered, somebody has not, and nobody was reminded today.
 */
export const FormOfSchool = z.object({
  id: z.string(),
  schoolId: z.string(),
  formKind: z.enum(formKinds),
  title: z.string(),
  body: z.string(),
  classRoomIds: z.array(z.string()),
  untilDay: z.nullable(z.string()),
  places: z.nullable(z.number()),
  textVersion: z.number(),
  closedAt: z.nullable(z.string()),
  asked: z.number(),
  agreed: z.number(),
  waits: z.number(),
  refused: z.number(),
  unanswered: z.number(),
  remindedAt: z.nullable(z.string()),
  canRemind: z.boolean(),
  version: z.number(),
})

/** The last answer for a student. `hash`: of the text that was answered, by SHA-256. */
export const FormAnswer = z.object({
  studentId: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  answer: z.enum(answerStates),
  textVersion: z.nullable(z.number()),
  answeredByName: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  withdrawnByName: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  hash: z.nullable(z.string()),
})

/** A text that could be agreed to. `hash`: of it, by SHA-256. */
export const FormText = z.object({ textVersion: z.number(), title: z.string(), body: z.string(), hash: z.string() })

/**
 * A form as the parents of a child read it, with the answer of the family. `isOpen`: it can be answered now; `answeredText`: what was
 * answered, perhaps an earlier version; `others`: children of the caller at the school for whom nobody answered it.
 */
export const FormOfChild = z.object({
  id: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  schoolName: z.string(),
  formKind: z.enum(formKinds),
  title: z.string(),
  body: z.string(),
  untilDay: z.nullable(z.string()),
  placesLeft: z.nullable(z.number()),
  textVersion: z.number(),
  isOpen: z.boolean(),
  answer: z.enum(answerStates),
  answeredVersion: z.nullable(z.number()),
  answeredByName: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  withdrawnByName: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  answeredText: z.nullable(FormText),
  others: z.array(z.object({ studentId: z.string(), firstName: z.string() })),
})

const access = staff('AddSchoolPost', { school: 'schoolId' }, 'wholeSchool')

export const NewForm = z.strictObject({
  schoolId: Id,
  formId: optional(Id),
  formKind: OneOf(formKinds),
  title: Text(3, 150),
  body: Text(1, 4000, { lines: true }),
  classRoomIds: List(Id, 0, 200),
  untilDay: optional(Day),
  places: optional(Int(1, 5000)),
  baseVersion: BaseVersion,
})

/** Further operations (api.md §16): consents and sign-ups of families (decision 123). */
export const forms = {
  list: operation({
    path: 'Form/GetForms',
    access,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(FormOfSchool),
    paging: 'paged',
  }),

  /** Without `formId` a new one. Another text is another version; answers stay those to the text that was read. */
  save: operation({ path: 'Form/Save', access, input: NewForm, output: FormOfSchool, writes: true }),

  /** Nobody answers any more; consents can still be withdrawn. */
  close: operation({
    path: 'Form/Close',
    access,
    input: z.strictObject({ schoolId: Id, formId: Id, closed: Bool }),
    output: FormOfSchool,
    writes: true,
  }),

  /** Every student who is asked, by class and name. */
  report: operation({
    path: 'Form/GetReport',
    access,
    input: z.strictObject({ schoolId: Id, formId: Id, answer: optional(OneOf(answerStates)), ...paging }),
    output: z.array(FormAnswer),
    paging: 'whole',
  }),

  /** Every version of the text, the first one first. */
  texts: operation({
    path: 'Form/GetTexts',
    access,
    input: z.strictObject({ schoolId: Id, formId: Id }),
    output: z.array(FormText),
  }),

  /** Reminds the parents of students for whom nobody answered; once a day at most. */
  remind: operation({
    path: 'Form/Remind',
    access,
    input: z.strictObject({ schoolId: Id, formId: Id }),
    output: FormOfSchool,
    writes: true,
  }),

  ofChild: operation({
    path: 'Form/GetOwn',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id }),
    output: z.array(FormOfChild),
  }),

  /** `textVersion`: the version that was read. */
  answer: operation({
    path: 'Form/Answer',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id, formId: Id, textVersion: Int(1, 100_000), agrees: Bool }),
    output: FormOfChild,
    writes: true,
  }),

  /** As easy as agreeing; also after the last day of answering. */
  withdraw: operation({
    path: 'Form/Withdraw',
    access: signedIn('linkedChildren'),
    input: z.strictObject({ studentId: Id, formId: Id }),
    output: FormOfChild,
    writes: true,
  }),
}
