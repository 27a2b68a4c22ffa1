import type { MarkState, PartFigure, SchemeRules } from '#contract/results/results/scheme-rules.ts'
import { type Recorded, shareOf } from './compute-part.ts'
import {
  compare,
  divided,
  exactly,
  inHundredths,
  inWords,
  minus,
  nearest,
  one,
  type Rational,
  rational,
  sum,
  times,
  zero,
} from './rational.ts'

/** How a scheme is used in a course of a grade. */
export type Use = { fullMark: number; passMark: number; inTotal: boolean }

export type CourseResult = {
  parts: PartFigure[]
  total: Rational | null
  fullMark: Rational
  inTotal: boolean
  state: MarkState | null
  passed: boolean | null
  needsSecondRound: boolean
  round: number
  /** Confirmed grace marks; they are part of the total. */
  grace: Rational
  /** The marks that would turn a fail into a pass; null if marks alone cannot. */
  gap: Rational | null
}

const hundred = rational(100n)

/** Computes the result of a pupil in a course. It depends only on the scheme and on what is recorded. */
export function computeCourse(rules: SchemeRules, use: Use, recorded: Recorded): CourseResult {
  const full = exactly(use.fullMark)
  const pass = exactly(use.passMark)
  const shares = rules.parts.map((part) => {
    const weight = divided(exactly(part.weight), hundred)
    return { part, weight, ...shareOf(part, times(weight, full), recorded) }
  })
  const counted = sum(shares.flatMap(({ share, weight }) => (share ? [weight] : [])))
  const isNothing = compare(counted, zero) === 0
  const scale = isNothing ? one : divided(one, counted)
  const points = shares.map(({ share, weight }) => (share ? times(times(share, times(weight, scale)), full) : null))
  const parts = shares.map(
    ({ part, weight, share, state, owed, derivation }, nth): PartFigure => ({
      id: part.id,
      name: part.name,
      nameAr: part.nameAr,
      source: part.source,
      points: points[nth] ? inHundredths(points[nth]!) : null,
      exact: points[nth] ? inWords(points[nth]!) : null,
      fullMark: inHundredths(times(times(weight, share ? scale : one), full)),
      state,
      owed,
      derivation,
    }),
  )

  const state = stateOf(shares.map(({ part, state: own }) => ({ state: own, final: part.final })))
  const base = { parts, fullMark: full, inTotal: use.inTotal, state, grace: zero, gap: null }
  const open = { ...base, total: null, passed: null, needsSecondRound: false, round: 1 }
  if (state === 'withheld' || state === 'exempt') return open
  if (state === 'excused' || isNothing) {
    const needs = state === 'excused' && rules.secondRoundCap !== null
    return needs ? secondRound({ ...open, needsSecondRound: true }, { rules, full, pass, recorded }) : open
  }

  const total = rounded(sum(points.flatMap((one) => one ?? [])), rules.rounding, full)
  const meetsParts = shares.every(
    ({ part, share }) => part.minimum === null || !share || compare(times(share, hundred), exactly(part.minimum)) >= 0,
  )
  const mayGrace = meetsParts && state !== 'absent'
  const passes = mayGrace && compare(total, pass) >= 0
  if (passes) return { ...open, total, passed: true }

  const gap = mayGrace ? minus(pass, total) : null
  const grace = recorded.grace === null ? zero : exactly(recorded.grace)
  if (gap && compare(grace, gap) >= 0) return { ...open, total: pass, passed: true, grace: gap, gap }
  const failed = { ...open, total, passed: false, gap, needsSecondRound: rules.secondRoundCap !== null }
  return secondRound(failed, { rules, full, pass, recorded })
}

type Round = { rules: SchemeRules; full: Rational; pass: Rational; recorded: Recorded }

/** The mark of the second round counts up to the cap, and in full for pupils who were excused from the first. */
function secondRound(first: CourseResult, { rules, full, pass, recorded: { second } }: Round): CourseResult {
  if (!first.needsSecondRound || !second) return first
  if (second.state) return { ...first, round: 2, state: second.state, passed: second.state === 'absent' ? false : null }
  if (second.mark === null) return first
  const mark = exactly(second.mark)
  const cap = first.state === 'excused' ? full : times(full, divided(exactly(rules.secondRoundCap ?? 100), hundred))
  const total = rounded(compare(mark, cap) > 0 ? cap : mark, rules.rounding, cap)
  const passed = compare(total, pass) >= 0
  return { ...first, round: 2, state: null, total, passed, needsSecondRound: !passed, gap: null }
}

/** The state of a course: withheld first; then exempt, if every part is exempt; then the state of the paper of the term. */
function stateOf(parts: readonly { state: MarkState | null; final: boolean }[]): MarkState | null {
  if (parts.some(({ state }) => state === 'withheld')) return 'withheld'
  if (parts.every(({ state }) => state === 'exempt')) return 'exempt'
  const papers = parts.filter(({ final }) => final)
  if (papers.some(({ state }) => state === 'exempt')) return 'exempt'
  if (papers.some(({ state }) => state === 'excused')) return 'excused'
  if (papers.some(({ state }) => state === 'absent')) return 'absent'
  return parts.every(({ state }) => state === 'excused') ? 'excused' : null
}

/** Rounding never goes above the full mark: half of an odd full mark is not rounded up. */
function rounded(total: Rational, rounding: SchemeRules['rounding'], most: Rational) {
  const near = nearest(total, { none: 100n, half: 2n, whole: 1n }[rounding])
  return compare(near, most) > 0 ? most : near
}

export type PupilTotal = {
  total: Rational | null
  fullMark: Rational
  state: MarkState | null
  passed: boolean | null
  needsSecondRound: boolean
}

/** The pupil's own row, from the courses that count in the total. To pass, a pupil must pass every course. */
export function computeTotal(courses: readonly CourseResult[]): PupilTotal {
  const isWithheld = courses.some(({ state }) => state === 'withheld')
  const due = courses.filter(({ state }) => state !== 'exempt')
  const counting = due.filter(({ inTotal }) => inTotal)
  const complete = !isWithheld && counting.length > 0 && counting.every(({ total }) => total)
  return {
    total: complete ? sum(counting.map(({ total }) => total!)) : null,
    fullMark: sum(counting.map(({ fullMark }) => fullMark)),
    state: isWithheld ? 'withheld' : null,
    passed: passedIn(due),
    needsSecondRound: due.some(({ needsSecondRound }) => needsSecondRound),
  }
}

/** Whether every course was passed; null while that is open. */
function passedIn(due: readonly CourseResult[]) {
  if (due.some(({ passed }) => passed === false)) return false
  return due.length > 0 && due.every(({ passed }) => passed) ? true : null
}

export const percentOf = (total: Rational | null, full: Rational) =>
  total && compare(full, zero) > 0 ? times(divided(total, full), hundred) : null

/** The band with the highest lower limit that the percentage reaches. */
export function bandOf({ bands }: Pick<SchemeRules, 'bands'>, percent: Rational | null) {
  if (!percent) return null
  const reached = bands.filter(({ from }) => compare(percent, exactly(from)) >= 0)
  const best = reached.toSorted((a, b) => b.from - a.from)[0]
  if (!best) return null
  const { name, nameAr, says, saysAr, colour } = best
  return { name, nameAr, ...(says && { says }), ...(saysAr && { saysAr }), colour }
}

/** Ranks by share; equal shares share a rank. Pupils without a total have no rank. */
export function ranked<Row extends { share: Rational | null }>(rows: readonly Row[]): Map<Row, number> {
  const inOrder = rows.filter(({ share }) => share).toSorted((a, b) => compare(b.share!, a.share!))
  const places = new Map<Row, number>()
  for (const [nth, row] of inOrder.entries()) {
    const before = inOrder[nth - 1]
    places.set(row, before && compare(before.share!, row.share!) === 0 ? places.get(before)! : nth + 1)
  }
  return places
}

type Failing = { gap: Rational | null; rules: SchemeRules }

/** Whether the gaps that a pupil has to passing are within what each course's scheme allows per course and in total. */
export function isWithinGrace(courses: readonly Failing[]) {
  const inAll = sum(courses.map(({ gap }) => gap ?? zero))
  return courses.every(
    ({ gap, rules }) =>
      compare(gap ?? zero, exactly(rules.gracePerCourse)) <= 0 && compare(inAll, exactly(rules.graceInAll)) <= 0,
  )
}

/** The grace marks to propose: already confirmed ones first, then the smallest gaps, as many as the scheme allows in total. */
export function proposedGrace<Course extends Failing & { isConfirmed: boolean }>(courses: readonly Course[]) {
  const failing = courses
    .filter(({ gap }) => gap)
    .toSorted((a, b) => Number(b.isConfirmed) - Number(a.isConfirmed) || compare(a.gap!, b.gap!))
  return failing.reduce<Course[]>((given, one) => (isWithinGrace([...given, one]) ? [...given, one] : given), [])
}
