import * as z from 'zod/mini'
import { anyone, staff, staffOrParent } from '#contract/language/access.ts'
import { BaseVersion, Bool, field, Id, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { PaperContent, PaperFacts, paperKinds } from './content.ts'

export const paperSizes = ['A4', 'A5'] as const

/** The most students of one issue; no class has more. */
export const studentsAtOnce = 500

/** The reason of papers that were taken back with all others of their call; the client translates it. */
export const byMistake = 'issued by mistake'

const PaperLook = z.object({
  size: z.string(),
  /** Lines above the name of the school, such as its directorate. */
  header: z.nullable(z.string()),
  footer: z.nullable(z.string()),
  signatures: z.array(
    z.object({
      title: z.string(),
      name: z.nullable(z.string()),
      /** On papers, of a name that one person of the school has, as on papers in English; missing where it was not entered. */
      latinName: z.optional(z.string()),
    }),
  ),
  /** Whether to show the birth date and official numbers from the official record. */
  showsRecord: z.boolean(),
  showsPhoto: z.boolean(),
  showsAttendance: z.boolean(),
  showsRank: z.boolean(),
  /** Whether to write digits as ١٢٣ on Arabic papers. */
  easternDigits: z.boolean(),
})
export type PaperLook = z.output<typeof PaperLook>

/** The look of one kind of papers in a school; version 1 if the school has chosen nothing. */
const PaperTemplate = z.extend(PaperLook, { schoolId: z.string(), kind: z.string(), version: z.number() })

const PlannedPaper = z.object({
  studentId: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  /** `new`: gets a number; `same`: was issued before and is printed again; `replaces`: revokes the former one; `none`: see `reason`. */
  state: z.string(),
  reason: z.nullable(z.string()),
  number: z.nullable(z.number()),
  year: z.nullable(z.number()),
  leftOn: z.nullable(z.string()),
})

/** What the print page shows. */
const PrintedPaper = z.object({
  id: z.string(),
  content: PaperContent,
  code: z.string(),
  copy: z.boolean(),
  revokedAt: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  look: PaperLook,
})
export type PrintedPaper = z.output<typeof PrintedPaper>

const IssuedPaper = z.object({
  id: z.string(),
  kind: z.string(),
  number: z.number(),
  year: z.number(),
  issuedOn: z.string(),
  issuedByName: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  /** How often it was printed and how often somebody checked it. */
  copies: z.number(),
  checks: z.number(),
  revokedAt: z.nullable(z.string()),
  revokedByName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Of the last paper of a call: how many papers `Paper/UndoIssue` would revoke now; otherwise 0. */
  takesBack: z.number(),
  may: z.object({ revoke: z.boolean() }),
})

/** Everything that the check of a paper answers; fields of an unknown paper are null. */
const CheckedPaper = z.object({
  state: z.string(),
  schoolName: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  number: z.nullable(z.string()),
  studentName: z.nullable(z.string()),
  classRoomName: z.nullable(z.string()),
  day: z.nullable(z.string()),
  result: z.nullable(z.string()),
  revokedOn: z.nullable(z.string()),
})

const ClassListRow = z.object({
  studentId: z.string(),
  studentName: z.string(),
  latinName: z.nullable(z.string()),
  code: z.string(),
  birthDate: z.nullable(z.string()),
  enteredOn: z.nullable(z.string()),
})

const Kind = OneOf(paperKinds)

/** Any text. One that does not have the form of an id or a hash is answered like an unknown paper. */
const Anything = field<string>({ type: 'string' }, (raw) => (typeof raw === 'string' ? raw.slice(0, 100) : ''))

const chosen = {
  schoolId: Id,
  kind: Kind,
  /** The term of a result card. */
  termId: optional(Id),
}

export const NewTemplate = z.strictObject({
  schoolId: Id,
  kind: Kind,
  size: OneOf(paperSizes),
  header: optional(Text(0, 300, { lines: true })),
  footer: optional(Text(0, 500, { lines: true })),
  signatures: List(z.strictObject({ title: NameOf(1, 60), name: optional(NameOf(0, 100)) }), 0, 4),
  showsRecord: Bool,
  showsPhoto: Bool,
  showsAttendance: Bool,
  showsRank: Bool,
  easternDigits: Bool,
  baseVersion: BaseVersion,
})

const issuers = staff('IssuePapers', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): certificates, report cards and student cards. */
export const papers = {
  templates: operation({
    path: 'Paper/GetTemplates',
    access: staff(['IssuePapers', 'ManagePapers'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: z.array(PaperTemplate),
  }),

  saveTemplate: operation({
    path: 'Paper/SaveTemplate',
    access: staff('ManagePapers', { school: 'schoolId' }, 'wholeSchool'),
    input: NewTemplate,
    output: PaperTemplate,
    writes: true,
  }),

  /** The terms with a closed and published result, for which there are cards. */
  terms: operation({
    path: 'Paper/GetTerms',
    access: issuers,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(z.object({ termId: z.string(), termName: z.string(), yearName: z.string() })),
  }),

  /**
   * What issuing would do, and a preview of the first of these papers. Without a class and students: those who left, the last ones first
   * and at most as many as one call can issue; `text` filters them by name or code; for cards, only those with a result of the term or
   * year.
   */
  plan: operation({
    path: 'Paper/Plan',
    access: issuers,
    input: z.strictObject({
      ...chosen,
      classRoomId: optional(Id),
      studentIds: optional(List(Id, 1, studentsAtOnce)),
      text: optional(Text(0, 200)),
    }),
    output: z.object({
      students: z.array(PlannedPaper),
      /** The number of the first new paper, unless another call takes it before. */
      nextNumber: z.number(),
      preview: z.nullable(
        z.object({
          content: PaperFacts,
          photoUrl: z.nullable(z.string()),
          logoUrl: z.nullable(z.string()),
          look: PaperLook,
        }),
      ),
    }),
  }),

  issue: operation({
    path: 'Paper/Issue',
    access: issuers,
    input: z.strictObject({ ...chosen, studentIds: List(Id, 1, studentsAtOnce) }),
    output: z.object({
      issued: z.number(),
      same: z.number(),
      paperIds: z.array(z.string()),
      /** One of the new papers, which names all of them for `Paper/UndoIssue`. */
      newPaperId: z.nullable(z.string()),
    }),
    writes: true,
  }),

  list: operation({
    path: 'Paper/GetPapers',
    access: issuers,
    input: z.strictObject({
      schoolId: Id,
      kind: optional(Kind),
      studentId: optional(Id),
      revoked: optional(Bool),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(IssuedPaper),
    paging: 'paged',
  }),

  /** What is printed. Every printing counts, and from the second on the paper is marked as a copy. */
  print: operation({
    path: 'Paper/Print',
    access: issuers,
    input: z.strictObject({ schoolId: Id, paperIds: List(Id, 1, studentsAtOnce) }),
    output: z.array(PrintedPaper),
    writes: true,
    secret: true,
  }),

  revoke: operation({
    path: 'Paper/Revoke',
    access: issuers,
    input: z.strictObject({ schoolId: Id, paperId: Id, reason: Text(3, 500) }),
    output: Done,
    writes: true,
  }),

  /** Revokes all papers that were issued by the same call, until one of them was checked or the school's day ends. */
  undoIssue: operation({
    path: 'Paper/UndoIssue',
    access: issuers,
    input: z.strictObject({ schoolId: Id, paperId: Id }),
    output: Done,
    writes: true,
  }),

  own: operation({
    path: 'Paper/GetOwn',
    access: staffOrParent('IssuePapers', { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: z.array(PrintedPaper),
  }),

  classList: operation({
    path: 'Paper/GetClassList',
    access: staff('IssuePapers', { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ classRoomId: Id, ...paging }),
    output: z.array(ClassListRow),
    paging: 'whole',
  }),

  verify: operation({
    path: 'Paper/Verify',
    access: anyone('public'),
    input: z.strictObject({ id: Anything, hash: Anything }),
    output: CheckedPaper,
    writes: true,
    whileInactive: true,
    secret: true,
  }),
}
