import type { MarkState, PartFigure, SchemePart } from '#contract/results/results/scheme-rules.ts'
import {
  compare,
  divided,
  exactly,
  inHundredths,
  minus,
  one,
  plus,
  type Rational,
  rational,
  sum,
  times,
  zero,
} from './rational.ts'

/** One exam, homework or activity of a pupil. `result` null: there is no mark. `isMissing`: because the pupil did not take part. */
export type RecordedWork = {
  kind: 'exams' | 'homework' | 'activities'
  result: number | null
  isMissing: boolean
  rate: number
  month: number | null
  words: string
}

export type TypedMark = { mark: number | null; state: MarkState | null; origin: string | null }

type Presence = { days: number; absent: number; late: number }

/** What is recorded of a pupil in one course and term. */
export type Recorded = {
  works: readonly RecordedWork[]
  attendance: Presence
  /** In lessons of the course; `days` are lessons. */
  lessons: Presence
  /** The school's conduct mark in the term; null if it has none. */
  conduct: { mark: number; fullMark: number } | null
  /** By part; the mark of the second round has the id of the course. */
  typed: ReadonlyMap<string, TypedMark>
  second: TypedMark | null
  grace: number | null
}

/** A part's share of its full mark, from 0 to 1; null if the part does not count. */
export type PartShare = { share: Rational | null } & Pick<PartFigure, 'state' | 'owed' | 'derivation'>

const nothing = { count: 0, used: 0, missing: 0, mean: null, of: null, absent: 0, late: 0, origin: null }

export function shareOf(part: SchemePart, full: Rational, recorded: Recorded): PartShare {
  if (part.source === 'typed') return shareOfTyped(part, full, recorded.typed.get(part.id))
  // A state that a person entered has priority over what is computed.
  const state = recorded.typed.get(part.id)?.state
  if (state) return ofState(state, null)
  if (part.source === 'conduct') return shareOfConduct(recorded.conduct)
  if (part.source === 'attendance' || part.source === 'lessons')
    return shareOfPresence(part, recorded[part.source], part.source)
  return shareOfWork(part, recorded.works)
}

const ofState = (state: MarkState, origin: string | null): PartShare => ({
  share: state === 'absent' ? zero : null,
  state,
  owed: false,
  derivation: { ...nothing, kind: 'state', origin },
})

function shareOfTyped(part: SchemePart, full: Rational, typed: TypedMark | undefined): PartShare {
  if (typed?.state) return ofState(typed.state, typed.origin)
  if (typed?.mark == null)
    return {
      share: part.missing === 'zero' ? zero : null,
      state: null,
      owed: true,
      derivation: { ...nothing, kind: 'notTyped' },
    }
  const mark = exactly(typed.mark)
  return {
    share: compare(mark, full) > 0 ? one : divided(mark, full),
    state: null,
    owed: false,
    derivation: { ...nothing, kind: 'typed', mean: typed.mark, of: inHundredths(full), origin: typed.origin },
  }
}

function shareOfPresence(
  part: SchemePart,
  { days, absent, late }: Presence,
  kind: 'attendance' | 'lessons',
): PartShare {
  if (days === 0) return { share: null, state: null, owed: false, derivation: { ...nothing, kind: 'none' } }
  const taken = plus(
    times(exactly(part.perAbsence ?? 0), rational(BigInt(absent))),
    times(exactly(part.perLate ?? 0), rational(BigInt(late))),
  )
  const weight = exactly(part.weight)
  const left = minus(weight, taken)
  return {
    share: compare(left, zero) > 0 ? divided(left, weight) : zero,
    state: null,
    owed: false,
    derivation: { ...nothing, kind, count: days, used: days, absent, late },
  }
}

function shareOfConduct(conduct: Recorded['conduct']): PartShare {
  if (!conduct) return { share: null, state: null, owed: false, derivation: { ...nothing, kind: 'none' } }
  const { mark, fullMark } = conduct
  return {
    share: divided(exactly(mark), exactly(fullMark)),
    state: null,
    owed: false,
    derivation: { ...nothing, kind: 'conduct', mean: mark, of: fullMark },
  }
}

type Counted = { points: Rational; rate: Rational; share: Rational }

function shareOfWork(part: SchemePart, works: readonly RecordedWork[]): PartShare {
  const own = works.filter((work) => isOf(part, work))
  const without = own.filter(({ result }) => result === null)
  // A pupil who did not take part in the paper of the term was absent from it, whatever the part's rule for missing work is.
  if (part.final && own.length > 0 && own.every(({ isMissing }) => isMissing)) {
    const absent = ofState('absent', null)
    return { ...absent, derivation: { ...absent.derivation, count: own.length, missing: own.length } }
  }
  const counted = own.flatMap((work): Counted[] => {
    if (work.result === null && part.missing === 'leftOut') return []
    const rate = exactly(work.rate)
    const points = exactly(work.result ?? 0)
    return [{ points, rate, share: divided(points, rate) }]
  })
  const best = part.best === null ? counted : bestOf(counted, part.best)
  const owed = without.some(({ isMissing }) => !isMissing)
  const facts = { ...nothing, count: own.length, used: best.length, missing: without.length }
  if (best.length === 0) return { share: null, state: null, owed, derivation: { ...facts, kind: 'none' } }

  const many = rational(BigInt(best.length))
  if (part.mean === 'percent') {
    const share = divided(sum(best.map((one) => one.share)), many)
    const mean = inHundredths(times(share, rational(100n)))
    return { share: atMostOne(share), state: null, owed, derivation: { ...facts, kind: 'work', mean, of: 100 } }
  }
  const points = sum(best.map((one) => one.points))
  const rates = sum(best.map((one) => one.rate))
  const mean = inHundredths(divided(points, many))
  const of = inHundredths(divided(rates, many))
  return {
    share: atMostOne(divided(points, rates)),
    state: null,
    owed,
    derivation: { ...facts, kind: 'work', mean, of },
  }
}

const atMostOne = (share: Rational) => (compare(share, one) > 0 ? one : share)

const isOf = ({ source, month, word }: SchemePart, work: RecordedWork) =>
  work.kind === source &&
  (month === null || work.month === month) &&
  (!word || work.words.toLowerCase().includes(word.toLowerCase()))

/** The best by share. Equal ones are ordered by their full mark, so that the order of recording has no influence. */
const bestOf = (counted: readonly Counted[], many: number) =>
  counted.toSorted((a, b) => compare(b.share, a.share) || compare(b.rate, a.rate)).slice(0, many)
