import type { SchemePart, SchemeRules } from '#contract/results/results/scheme-rules.ts'
import type { Recorded, TypedMark } from '#server/results/results/compute-part.ts'

/** Numbers from a seed, the same in every run (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Random = () => number
const whole = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))
const oneOf = <T>(random: Random, all: readonly T[]) => all[whole(random, 0, all.length - 1)]!
const maybe = <T>(random: Random, value: T) => (random() < 0.5 ? value : null)
const hundredths = (random: Random, most: number) => whole(random, 0, Math.round(most * 100)) / 100

/** Weights of so many parts, in hundredths of a percent that add up to 100 %. */
function weights(random: Random, many: number) {
  const cuts = [...new Set(Array.from({ length: many - 1 }, () => whole(random, 1, 9999)))].toSorted((a, b) => a - b)
  return [...cuts, 10_000].map((cut, nth) => (cut - (cuts[nth - 1] ?? 0)) / 100)
}

export function schemeFrom(random: Random): SchemeRules {
  const parts = weights(random, whole(random, 1, 8)).map((weight, nth): SchemePart => {
    const source = oneOf(random, [
      'typed',
      'typed',
      'exams',
      'homework',
      'activities',
      'attendance',
      'conduct',
    ] as const)
    return {
      id: `p${nth}`,
      name: `p${nth}`,
      nameAr: `ج${nth}`,
      weight,
      source,
      month: source === 'exams' ? maybe(random, whole(random, 1, 3)) : null,
      word: source === 'exams' ? maybe(random, 'weekly') : null,
      mean: oneOf(random, ['points', 'percent'] as const),
      best: maybe(random, whole(random, 1, 5)),
      missing: oneOf(random, ['zero', 'leftOut'] as const),
      perAbsence: maybe(random, hundredths(random, 2)),
      perLate: maybe(random, hundredths(random, 1)),
      final: false,
      minimum: null,
    }
  })
  const rounding = oneOf(random, ['none', 'half', 'whole'] as const)
  return { parts, bands: [], rounding, secondRoundCap: null, gracePerCourse: 0, graceInAll: 0 }
}

export function recordedFrom(random: Random, rules: SchemeRules, fullMark: number): Recorded {
  const typed = new Map<string, TypedMark>()
  for (const { id, weight, source } of rules.parts) {
    const most = Math.floor(weight * fullMark) / 100
    const state = random() < 0.1 ? oneOf(random, ['absent', 'excused'] as const) : null
    if (state) typed.set(id, { mark: null, state, origin: null })
    else if (source === 'typed' && random() < 0.85)
      typed.set(id, { mark: hundredths(random, most), state: null, origin: null })
  }
  const works = Array.from({ length: whole(random, 0, 24) }, () => {
    const rate = whole(random, 1, 4000) / 100
    const isMissing = random() < 0.1
    return {
      kind: oneOf(random, ['exams', 'homework', 'activities'] as const),
      result: isMissing || random() < 0.1 ? null : hundredths(random, rate),
      isMissing,
      rate,
      month: maybe(random, whole(random, 1, 3)),
      words: oneOf(random, ['weekly test', 'unit test', '']),
    }
  })
  const days = whole(random, 0, 80)
  const absent = whole(random, 0, days)
  return {
    works,
    typed,
    attendance: { days, absent, late: whole(random, 0, days - absent) },
    lessons: { days: 0, absent: 0, late: 0 },
    conduct: maybe(random, { mark: hundredths(random, 40), fullMark: 40 }),
    second: null,
    grace: null,
  }
}
