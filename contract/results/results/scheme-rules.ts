import * as z from 'zod/mini'
import { Amount, Bool, field, Id, Int, List, OneOf, optional, refuse, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'

/** Where a part's figure comes from: entered by people, or computed from recorded work. */
export const sources = ['typed', 'exams', 'homework', 'activities', 'attendance', 'lessons', 'conduct'] as const
/** Sources that lose marks for each absence: of days, or of lessons of the course. */
export const isOfPresence = (source: string) => source === 'attendance' || source === 'lessons'
/** The rounding of a course, applied once: to hundredths, to halves, or to whole marks; halves up. */
export const roundings = ['none', 'half', 'whole'] as const
/** The states that can accompany or replace a number. */
export const resultStates = ['absent', 'excused', 'exempt', 'withheld'] as const

const Colour = field<string>({ type: 'string', pattern: '^#[0-9a-f]{6}$' }, (raw) =>
  typeof raw === 'string' && /^#[0-9a-f]{6}$/i.test(raw) ? raw.toLowerCase() : refuse('Invalid input'),
)

/**
 * A part of a course. `weight`: percent of the full mark. `month`: only work of the nth month of the term; `word`: only work whose details
 * contain it. `best`: how many of the best count. `missing`: whether work without a mark counts as 0 or not at all. `perAbsence` and
 * `perLate`: marks of 100 that each day costs, or each lesson. `final`: the paper of the term; a pupil who is excused from it takes the second round for
 * the full mark. `minimum`: percent of this part that is needed to pass.
 */
export const PartDraft = z.strictObject({
  id: optional(Id),
  name: NameOf(1, 60),
  nameAr: NameOf(1, 60),
  weight: Amount(0.01, 100),
  source: OneOf(sources),
  month: optional(Int(1, 12)),
  word: optional(Text(0, 40)),
  mean: OneOf(['points', 'percent']),
  best: optional(Int(1, 50)),
  missing: OneOf(['zero', 'leftOut']),
  perAbsence: optional(Amount(0, 100)),
  perLate: optional(Amount(0, 100)),
  final: Bool,
  minimum: optional(Amount(0.01, 100)),
})

export const BandDraft = z.strictObject({
  name: NameOf(1, 60),
  nameAr: NameOf(1, 60),
  /** The meaning of the band, in a sentence. */
  says: optional(Text(0, 200)),
  saysAr: optional(Text(0, 200)),
  colour: Colour,
  /** The percent from which the band applies, up to the next band. */
  from: Amount(0, 100),
})

/** The rules of a scheme. `secondRoundCap`: percent of the full mark that a second round can give; null: there is none. */
export const schemeRules = {
  parts: List(PartDraft, 1, 15),
  bands: List(BandDraft, 0, 12),
  rounding: OneOf(roundings),
  secondRoundCap: optional(Amount(1, 100)),
  gracePerCourse: Amount(0, 100),
  graceInAll: Amount(0, 1000),
}

const number = z.nullable(z.number())

export const StoredPart = z.object({
  id: z.string(),
  name: z.string(),
  nameAr: z.string(),
  weight: z.number(),
  source: z.enum(sources),
  month: number,
  word: z.nullable(z.string()),
  mean: z.enum(['points', 'percent']),
  best: number,
  missing: z.enum(['zero', 'leftOut']),
  perAbsence: number,
  perLate: number,
  final: z.boolean(),
  minimum: number,
})

const text = z.nullable(z.string())

export const Band = z.object({
  name: z.string(),
  nameAr: z.string(),
  says: text,
  saysAr: text,
  colour: z.string(),
  from: z.number(),
})

export const StoredRules = z.object({
  parts: z.array(StoredPart),
  bands: z.array(Band),
  rounding: z.enum(roundings),
  secondRoundCap: number,
  gracePerCourse: z.number(),
  graceInAll: z.number(),
})

/** The default part: entered by people, without any limit. */
export const blankPart = {
  name: '',
  nameAr: '',
  weight: 0,
  source: 'typed',
  month: null,
  word: null,
  mean: 'points',
  best: null,
  missing: 'zero',
  perAbsence: null,
  perLate: null,
  final: false,
  minimum: null,
} satisfies Omit<z.output<typeof StoredPart>, 'id'>

export type SchemePart = z.output<typeof StoredPart>
export type SchemeRules = z.output<typeof StoredRules>

/** How a figure was computed; the texts describe it in either language. */
export const Derivation = z.object({
  /** `work`: an average of recorded work. `none`: nothing was recorded, and the other parts are scaled. */
  kind: z.enum(['typed', 'notTyped', 'work', 'attendance', 'lessons', 'conduct', 'none', 'state']),
  /** How many works exist, how many count, and how many had no mark. */
  count: z.number(),
  used: z.number(),
  missing: z.number(),
  mean: number,
  of: number,
  absent: z.number(),
  late: z.number(),
  /** Where a typed mark comes from, if the school enters it: another school, a paper. */
  origin: z.nullable(z.string()),
})

/** The figure of one part. `exact`: the points as a fraction; their sum over the parts is the total before rounding. */
export const PartFigure = z.object({
  id: z.string(),
  name: z.string(),
  nameAr: z.string(),
  source: z.enum(sources),
  points: number,
  exact: z.nullable(z.string()),
  fullMark: z.number(),
  state: z.nullable(z.enum(resultStates)),
  /** Whether a mark is still missing that somebody must enter. */
  owed: z.boolean(),
  derivation: Derivation,
})

export type PartFigure = z.output<typeof PartFigure>
export type MarkState = (typeof resultStates)[number]
