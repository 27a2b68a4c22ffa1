import { describe, expect, test } from 'vitest'
import type { SchemePart, SchemeRules } from '#contract/results/results/scheme-rules.ts'
import { randomFrom, recordedFrom, schemeFrom } from '#test/world/generated-results.ts'
import { naiveTotal } from '#test/world/naive-results.ts'
import { bandOf, computeCourse, computeTotal, percentOf, proposedGrace, ranked } from './compute.ts'
import type { Recorded, TypedMark } from './compute-part.ts'
import { schemePresets } from './presets.ts'
import { exactly, inHundredths, plus, rational, zero } from './rational.ts'

/** `npm run proof` runs the long form. */
const pupils = process.env.PROOF ? 10_000 : 300

const preset = (key: string) => schemePresets.find((one) => one.key === key)!
const typed = (marks: Record<string, number | TypedMark['state']>) =>
  new Map(
    Object.entries(marks).map(([id, mark]): [string, TypedMark] => [
      id,
      typeof mark === 'number' ? { mark, state: null, origin: null } : { mark: null, state: mark, origin: null },
    ]),
  )
const recorded = (more: Partial<Recorded> = {}): Recorded => ({
  works: [],
  attendance: { days: 0, absent: 0, late: 0 },
  lessons: { days: 0, absent: 0, late: 0 },
  conduct: null,
  typed: new Map(),
  second: null,
  grace: null,
  ...more,
})
const use = { fullMark: 100, passMark: 50, inTotal: true }
const work = (result: number | null, rate: number, more: Partial<Recorded['works'][number]> = {}) => ({
  kind: 'exams' as const,
  result,
  isMissing: false,
  rate,
  month: null,
  words: 'تقييم أسبوعي',
  ...more,
})
const part = (more: Partial<SchemePart> & { id: string; weight: number }): SchemePart => ({
  ...preset('egyptPrimary12').parts[0]!,
  name: more.id,
  nameAr: more.id,
  ...more,
})
const scheme = (parts: SchemePart[], more: Partial<SchemeRules> = {}): SchemeRules => ({
  parts,
  bands: [],
  rounding: 'none',
  secondRoundCap: 50,
  gracePerCourse: 0,
  graceInAll: 0,
  ...more,
})
const paper = scheme([part({ id: 'work', weight: 40 }), part({ id: 'paper', weight: 60, final: true, minimum: 30 })])
const result = (marks: Parameters<typeof typed>[0], more: Partial<Recorded> = {}, rules = paper) =>
  computeCourse(rules, use, recorded({ typed: typed(marks), ...more }))
const totalOf = (one: ReturnType<typeof result>) => one.total && inHundredths(one.total)

test('the parts of random pupils add up to their total, as an independent reckoning has it', () => {
  const random = randomFrom(20261122)
  let compared = 0
  for (let nth = 0; nth < pupils; nth++) {
    const rules = schemeFrom(random)
    const fullMark = [20, 40, 50, 60, 80, 100, 30.5][nth % 7]!
    const of = recordedFrom(random, rules, fullMark)
    const expected = naiveTotal(rules, fullMark, of)
    const { parts, total, state } = computeCourse(rules, { fullMark, passMark: 0, inTotal: true }, of)
    if (state === 'excused') continue
    expect(total && BigInt(Math.round(inHundredths(total) * 100)), `pupil ${nth}`).toBe(expected)
    if (!total) continue
    const exact = parts.reduce((all, { exact: one }) => plus(all, fractionOf(one ?? '0')), zero)
    const [top, of100] = [exact.top * 100n, exact.of]
    const rounded = { none: 100n, half: 2n, whole: 1n }[rules.rounding]
    const steps = (2n * exact.top * rounded + exact.of) / (2n * exact.of)
    if (rules.rounding === 'none') expect((2n * top + of100) / (2n * of100), `pupil ${nth}`).toBe(expected)
    else expect(Number((steps * 100n) / rounded)).toBeGreaterThanOrEqual(Number(expected))
    compared += 1
  }
  expect(compared).toBeGreaterThan(pupils / 2)
})

const fractionOf = (text: string) => {
  const [top, of = '1'] = text.split('/')
  return rational(BigInt(top!), BigInt(of))
}

describe('the tables that were published', () => {
  test.each(schemePresets.map((one) => [one.key, one] as const))('%s has parts that make 100', (_, { parts }) => {
    expect(inHundredths(parts.reduce((all, { weight }) => plus(all, exactly(weight)), zero))).toBe(100)
  })

  test.each([
    ['egyptPrimary12', [20, 20, 20, 20, 10, 5, 5], 100, 'أزرق'],
    ['egyptPrimary12', [17, 18.5, 16, 19, 7.5, 4, 3], 85, 'أزرق'],
    ['egyptPrimary12', [17, 18.5, 16, 19, 7.5, 3.99, 3], 84.99, 'أخضر'],
    ['egyptPrimary12', [13, 13, 13, 13, 6.5, 3.25, 3.25], 65, 'أخضر'],
    ['egyptPrimary12', [13, 13, 13, 13, 6.5, 3.25, 3.24], 64.99, 'أصفر'],
    ['egyptPrimary12', [10, 10, 10, 10, 5, 2.5, 2.5], 50, 'أصفر'],
    ['egyptPrimary12', [10, 10, 10, 10, 5, 2.5, 2.49], 49.99, 'أحمر'],
    ['egyptPrimary36', [5, 5, 5, 5, 5, 10, 5, 60], 100, 'أزرق'],
    ['egyptPrimary36', [4, 4.5, 5, 3, 4, 8, 5, 31.75], 65.25, 'أخضر'],
  ])('%s of %j is %d, %s', (key, marks, total, colour) => {
    const { parts, bands } = preset(key)
    const given = Object.fromEntries(parts.map(({ id }, nth) => [id, marks[nth]!]))
    const one = result(given, {}, scheme(parts, { bands }))
    expect(totalOf(one)).toBe(total)
    expect(bandOf({ bands }, percentOf(one.total, one.fullMark))?.nameAr).toBe(colour)
  })

  test('preparatory: weekly tests of 20, two months, homework, conduct and the exam of 30', () => {
    const { parts } = preset('egyptPreparatory')
    const works = [work(8, 10), work(9.5, 10), work(6, 10), work(7, 8, { kind: 'homework' })]
    const given = { month1: 12, month2: 13.5, conduct: 10, exam: 21 }
    const one = result(given, { works }, scheme(parts))
    // 23.5 of 30, scaled to 20, and 7 of 8, scaled to 10.
    expect(one.parts[0]).toMatchObject({ exact: '47/3', derivation: { kind: 'work', count: 3, mean: 7.83, of: 10 } })
    expect(totalOf(one)).toBe(80.92)
  })
})

describe('a part', () => {
  const weekly = (more: Partial<SchemePart>) => scheme([part({ id: 'weekly', weight: 100, source: 'exams', ...more })])
  const works = [20, 19, 18, 17, 16, 15, 5, null].map((mark) => work(mark, 20))

  test('of the best so many says how it came about', () => {
    const [figure] = result({}, { works }, weekly({ best: 6 })).parts
    expect(figure!.derivation).toMatchObject({ kind: 'work', count: 8, used: 6, missing: 1, mean: 17.5, of: 20 })
    expect(figure).toMatchObject({ points: 87.5, owed: true })
  })

  test('counts missing work as 0, or not at all', () => {
    const two = [work(10, 10), work(null, 10, { isMissing: true })]
    expect(totalOf(result({}, { works: two }, weekly({ missing: 'zero' })))).toBe(50)
    expect(totalOf(result({}, { works: two }, weekly({ missing: 'leftOut' })))).toBe(100)
  })

  test('means points or percentages', () => {
    const two = [work(10, 10), work(15, 30)]
    expect(totalOf(result({}, { works: two }, weekly({ mean: 'points' })))).toBe(62.5)
    expect(totalOf(result({}, { works: two }, weekly({ mean: 'percent' })))).toBe(75)
  })

  test('of a month or a word leaves the rest out', () => {
    const three = [work(10, 10, { month: 1 }), work(5, 10, { month: 2 }), work(0, 10, { month: 1, words: 'فجائي' })]
    expect(totalOf(result({}, { works: three }, weekly({ month: 1, word: 'أسبوعي' })))).toBe(100)
  })

  test('of attendance loses marks by unexcused days and lateness, and never falls below 0', () => {
    const rules = scheme([
      part({ id: 'there', weight: 10, source: 'attendance', perAbsence: 0.5, perLate: 0.25 }),
      part({ id: 'rest', weight: 90 }),
    ])
    const there = (absent: number, late: number) =>
      result({ rest: 90 }, { attendance: { days: 80, absent, late } }, rules).parts[0]!.points
    expect([there(0, 0), there(3, 2), there(30, 0)]).toEqual([10, 8, 0])
    const inLessons = scheme([
      part({ id: 'there', weight: 10, source: 'lessons', perAbsence: 0.5, perLate: 0.25 }),
      part({ id: 'rest', weight: 90 }),
    ])
    const days = { attendance: { days: 80, absent: 9, late: 0 } }
    const [own] = result({ rest: 90 }, { ...days, lessons: { days: 20, absent: 1, late: 2 } }, inLessons).parts
    expect(own).toMatchObject({ points: 9, derivation: { kind: 'lessons', count: 20, absent: 1, late: 2 } })
    expect(totalOf(result({ rest: 45 }, days, inLessons))).toBe(50)
  })

  test('of conduct is the mark that the school gives it, and is left out where it gives none', () => {
    const rules = scheme([part({ id: 'conduct', weight: 10, source: 'conduct' }), part({ id: 'rest', weight: 90 })])
    const [own] = result({ rest: 90 }, { conduct: { mark: 37.5, fullMark: 40 } }, rules).parts
    expect(own).toMatchObject({ points: 9.38, exact: '75/8', derivation: { kind: 'conduct', mean: 37.5, of: 40 } })
    expect(totalOf(result({ rest: 45 }, {}, rules))).toBe(50)
  })

  test('without anything to count is left out, and the others are scaled; of nothing at all there is no mark', () => {
    const rules = scheme([part({ id: 'tests', weight: 20, source: 'exams' }), part({ id: 'rest', weight: 80 })])
    expect(totalOf(result({ rest: 60 }, {}, rules))).toBe(75)
    expect(result({}, {}, weekly({}))).toMatchObject({ total: null, passed: null, state: null })
  })
})

describe('states beside the number', () => {
  test('absent from the paper counts 0, fails, and has a capped second round', () => {
    const one = result({ work: 40, paper: 'absent' })
    expect([totalOf(one), one.state, one.passed, one.needsSecondRound]).toEqual([40, 'absent', false, true])
    const second = result({ work: 40, paper: 'absent' }, { second: { mark: 88, state: null, origin: null } })
    expect([totalOf(second), second.passed, second.round]).toEqual([50, true, 2])
  })

  test('excused from the paper counts nothing, and the second round counts whole', () => {
    const one = result({ work: 40, paper: 'excused' })
    expect([one.total, one.state, one.passed, one.needsSecondRound]).toEqual([null, 'excused', null, true])
    const second = result({ work: 40, paper: 'excused' }, { second: { mark: 88, state: null, origin: null } })
    expect([totalOf(second), second.passed, second.round]).toEqual([88, true, 2])
  })

  test('excused from another part leaves it out; exempt and withheld give no mark', () => {
    expect(totalOf(result({ work: 'excused', paper: 45 }))).toBe(75)
    expect(result({ work: 'exempt', paper: 'exempt' })).toMatchObject({ total: null, state: 'exempt' })
    expect(result({ work: 40, paper: 'withheld' })).toMatchObject({ total: null, state: 'withheld' })
  })

  test('passing needs the minimum of the paper', () => {
    expect(result({ work: 40, paper: 17.99 })).toMatchObject({ passed: false })
    expect(result({ work: 40, paper: 18 })).toMatchObject({ passed: true })
  })
})

describe('grace marks', () => {
  const rules = { ...paper, gracePerCourse: 3, graceInAll: 4 }
  const failing = (mark: number) => ({ ...result({ work: 10, paper: mark }, {}, rules), rules, isConfirmed: false })

  test('are proposed for the smallest gaps, within a course and in all', () => {
    const courses = [failing(37), failing(39), failing(36.99), failing(38.5)]
    expect(proposedGrace(courses).map(({ gap }) => inHundredths(gap!))).toEqual([1, 1.5])
  })

  test('count where they turn failing into passing, and nowhere else', () => {
    const graced = (mark: number, grace: number | null) => result({ work: 10, paper: mark }, { grace }, rules)
    expect([totalOf(graced(38, 2)), graced(38, 2).passed, inHundredths(graced(38, 2).grace)]).toEqual([50, true, 2])
    expect([totalOf(graced(37, 2)), graced(37, 2).passed]).toEqual([47, false])
    expect([totalOf(graced(45, 2)), inHundredths(graced(45, 2).grace)]).toEqual([55, 0])
    expect(result({ work: 40, paper: 10 }, { grace: 3 }, rules).grace).toEqual(zero)
  })
})

describe('the total of a pupil', () => {
  test('adds the courses that count; a course may only have to be passed', () => {
    const counted = result({ work: 30, paper: 45.5 })
    const outside = { ...result({ work: 5, paper: 5 }), inTotal: false }
    const { total, fullMark, passed } = computeTotal([counted, counted, outside])
    expect([inHundredths(total!), inHundredths(fullMark), passed]).toEqual([151, 200, false])
  })

  test('is none while a mark of it is withheld or undecided, and leaves exempt courses out', () => {
    const good = result({ work: 30, paper: 45 })
    expect(computeTotal([good, result({ paper: 'withheld' })])).toMatchObject({ total: null, state: 'withheld' })
    expect(computeTotal([good, result({ paper: 'excused' })])).toMatchObject({ total: null, passed: null })
    expect(inHundredths(computeTotal([good, result({ work: 'exempt', paper: 'exempt' })]).fullMark)).toBe(100)
    expect(computeTotal([])).toMatchObject({ total: null, passed: null })
  })

  test('has a place; equal ones share it, and who has none has no place', () => {
    const rows = [90, 95, 90, null, 80].map((mark) => ({ share: mark === null ? null : exactly(mark) }))
    const places = ranked(rows)
    expect(rows.map((row) => places.get(row) ?? null)).toEqual([2, 1, 2, null, 4])
  })
})

test('rounding is done once, to halves or whole marks, half up', () => {
  const rounded = (rounding: SchemeRules['rounding'], mark: number) =>
    totalOf(result({ all: mark }, {}, scheme([part({ id: 'all', weight: 100 })], { rounding })))
  expect([rounded('half', 74.25), rounded('half', 74.24), rounded('whole', 74.5), rounded('whole', 74.49)]).toEqual([
    74.5, 74, 75, 74,
  ])
})
