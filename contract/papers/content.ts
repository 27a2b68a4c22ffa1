import * as z from 'zod/mini'

/** Papers that are issued with a number and a code. */
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

/** Papers that say how something was on their day: each day has its own, and former ones stay true. */
export const certificateKinds: readonly PaperKind[] = ['enrolment', 'leaving', 'clearance', 'conduct']
/** Papers that state when a student left. */
export const leaverKinds: readonly PaperKind[] = ['leaving', 'clearance', 'conduct']
/** Papers made from results that were closed. */
export const resultKinds: readonly PaperKind[] = ['termCard', 'yearCard']
/** Papers that are planned for students who left, where no class is chosen. */
export const kindsForLeavers: readonly PaperKind[] = [...leaverKinds, ...resultKinds]

const text = z.string()
const orNone = z.nullable(z.string())

/** Figures are texts: an exact decimal that is written the same everywhere. */
const Part = z.object({ name: text, nameAr: orNone, mark: orNone, fullMark: orNone, state: orNone })

const Band = z.nullable(z.object({ name: text, nameAr: orNone, colour: orNone }))

const CourseResult = z.object({
  name: text,
  parts: z.array(Part),
  total: orNone,
  fullMark: orNone,
  percent: orNone,
  band: Band,
  /** Why there is no figure (absent, excused, exempt, withheld …); null where there is one. */
  state: orNone,
  passed: z.nullable(z.boolean()),
  secondRound: z.boolean(),
})

export const TermResult = z.object({
  termName: text,
  /** Which issue of the closed result; a reopened term is closed again as the next one. */
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
})

const MarkOfTerm = z.object({ mark: orNone, state: orNone, fullMark: orNone })

/** The closed and published results of a year beside each other. A sum is there when every term of the year has its mark. */
export const ResultOfYear = z.object({
  /** Every term of the year, in its order; `closed`: its result is on this card. */
  terms: z.array(z.object({ name: text, closed: z.boolean() })),
  courses: z.array(
    z.object({
      name: text,
      /** One for each of `terms`. */
      marks: z.array(MarkOfTerm),
      total: orNone,
      fullMark: orNone,
      percent: orNone,
    }),
  ),
  totals: z.array(MarkOfTerm),
  total: orNone,
  fullMark: orNone,
  percent: orNone,
  shown: text,
})

/** What was recorded of a student's conduct in a year and shown to the parents; the mark where the school gives one. */
export const ConductFacts = z.object({
  merits: z.number(),
  breaches: z.number(),
  mark: orNone,
  fullMark: orNone,
})

/** What a paper states, whichever its number and day: what is the same on printing it again. */
export const PaperFacts = z.object({
  kind: text,
  schoolName: text,
  studentName: text,
  /** First name and an initial: what the check of a paper shows. */
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
  // Left out on papers of other kinds: what these state, and its hash, stays what it was.
  yearResult: z.optional(ResultOfYear),
  conduct: z.optional(ConductFacts),
})
export type PaperFacts = z.output<typeof PaperFacts>

/** What is signed: the facts with the number and the day. `v` is the version of this shape. */
export const PaperContent = z.extend(PaperFacts, { v: z.number(), number: z.number(), year: z.number(), day: text })
export type PaperContent = z.output<typeof PaperContent>

/** Text that is the same for the same content, however it was stored: keys in order, no spaces, NFC. */
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
