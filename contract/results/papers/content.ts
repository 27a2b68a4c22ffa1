import * as z from 'zod/mini'

/** The kinds of papers that are issued with a number and a code. */
export const paperKinds = [
  'enrolment',
  'leaving',
  'clearance',
  'conduct',
  'termCard',
  'yearCard',
  'studentCard',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** Papers that state the facts of one day: each day has its own, and former ones stay true. */
export const certificateKinds: readonly PaperKind[] = ['enrolment', 'leaving', 'clearance', 'conduct']
/** Papers that state when a student left. */
export const leaverKinds: readonly PaperKind[] = ['leaving', 'clearance', 'conduct']
/** Papers made from closed results. */
export const resultKinds: readonly PaperKind[] = ['termCard', 'yearCard']
/** Papers that can be planned for students who left, if no class is chosen. */
export const kindsForLeavers: readonly PaperKind[] = [...leaverKinds, ...resultKinds]

const text = z.string()
const orNone = z.nullable(z.string())

/** Figures are texts: exact decimals that are written the same everywhere. */
const Part = z.object({ name: text, nameAr: orNone, mark: orNone, fullMark: orNone, state: orNone })

const Band = z.nullable(z.object({ name: text, nameAr: orNone, colour: orNone }))

const CourseResult = z.object({
  name: text,
  nameEn: z.optional(text),
  parts: z.array(Part),
  total: orNone,
  fullMark: orNone,
  percent: orNone,
  band: Band,
  /** Why there is no figure (absent, excused, exempt, withheld …); null if there is one. */
  state: orNone,
  passed: z.nullable(z.boolean()),
  secondRound: z.boolean(),
})

/** What teachers wrote, of the class (`course` null) and of courses; missing where nothing was written. */
const Remarks = z.optional(
  z.array(
    z.object({
      course: orNone,
      courseEn: z.optional(text),
      language: z.enum(['ar', 'en']),
      body: text,
      byName: text,
      /** As on papers in English; missing where it was not entered. */
      byLatinName: z.optional(text),
    }),
  ),
)

export const TermResult = z.object({
  termName: text,
  /** The issue of the closed result. When a reopened term is closed again, it gets the next issue. */
  issue: z.number(),
  courses: z.array(CourseResult),
  total: orNone,
  fullMark: orNone,
  percent: orNone,
  band: Band,
  passed: z.nullable(z.boolean()),
  rank: z.nullable(z.number()),
  /** What the check of a paper shows of the result. */
  shown: text,
  remarks: Remarks,
})

const MarkOfTerm = z.object({ mark: orNone, state: orNone, fullMark: orNone })

/** The closed and published results of all terms of a year. A sum exists only if every term has its mark. */
export const ResultOfYear = z.object({
  /** All terms of the year in order. `closed`: the term's result is on this card. */
  terms: z.array(z.object({ name: text, closed: z.boolean() })),
  courses: z.array(
    z.object({
      name: text,
      nameEn: z.optional(text),
      /** One for each of `terms`. */
      marks: z.array(MarkOfTerm),
      total: orNone,
      fullMark: orNone,
      percent: orNone,
    }),
  ),
  totals: z.array(MarkOfTerm),
  /** Those of the latest term. */
  remarks: Remarks,
  total: orNone,
  fullMark: orNone,
  percent: orNone,
  shown: text,
})

/** Marks of a term, or of a year as a whole (`termName` null), that another school or system gave, as they were written there; the total without a course. */
const BroughtTerm = z.object({
  yearName: text,
  termName: orNone,
  marks: z.array(z.object({ course: orNone, shown: text })),
})

/** What was recorded of a student's conduct in a year and shown to the parents, and the mark if the school gives one. */
export const ConductFacts = z.object({
  merits: z.number(),
  breaches: z.number(),
  mark: orNone,
  fullMark: orNone,
})

/** What a paper states apart from its number and day; it stays the same when the paper is printed again. */
export const PaperFacts = z.object({
  kind: text,
  schoolName: text,
  studentName: text,
  /** The first name and an initial, which the check of a paper shows. */
  shortName: text,
  code: text,
  gradeName: text,
  classRoomName: text,
  yearName: orNone,
  birthDate: orNone,
  nationalNumber: orNone,
  nationality: orNone,
  admittedOn: orNone,
  leftOn: orNone,
  attendance: z.nullable(z.object({ days: z.number(), absent: z.number(), excused: z.number(), late: z.number() })),
  result: z.nullable(TermResult),
  // Missing on papers of other kinds, so that their content and its hash stay unchanged.
  yearResult: z.optional(ResultOfYear),
  // On year cards; missing where nothing was brought.
  brought: z.optional(z.array(BroughtTerm)),
  conduct: z.optional(ConductFacts),
  // On certificates, for the grammar of their sentences; missing where it is not known and on those of before.
  sex: z.optional(z.enum(['male', 'female'])),
  // On a clearance, what the student owes; missing where the school has not begun with fees.
  accounts: z.optional(z.object({ owed: text, currency: text })),
  // As in the passport, for papers in English; missing where it was not entered.
  latinName: z.optional(text),
})
export type PaperFacts = z.output<typeof PaperFacts>

/** What is signed: the facts with the number and the day. `v` is the version of this shape. */
export const PaperContent = z.extend(PaperFacts, { v: z.number(), number: z.number(), year: z.number(), day: text })
export type PaperContent = z.output<typeof PaperContent>

/** A text that is the same for the same content, however it was stored: keys in order, no spaces, NFC. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
      .join(',')}}`
  return JSON.stringify(typeof value === 'string' ? value.normalize('NFC') : value)
}
