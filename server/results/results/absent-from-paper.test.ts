import { expect, test } from 'vitest'
import { blankPart, type SchemePart, type SchemeRules } from '#contract/results/results/scheme-rules.ts'
import { computeCourse } from './compute.ts'
import type { RecordedWork, TypedMark } from './compute-part.ts'
import { inHundredths } from './rational.ts'

const part = (more: Partial<SchemePart> & { id: string; weight: number }): SchemePart => ({
  ...blankPart,
  name: more.id,
  nameAr: more.id,
  ...more,
})
const exam = (result: number | null, isMissing = false): RecordedWork => ({
  kind: 'exams',
  result,
  isMissing,
  rate: 50,
  month: null,
  words: '',
})

/** A course with typed marks of 40, and a paper of 60 that is an exam. */
function course(missing: 'zero' | 'leftOut', works: RecordedWork[], state: 'excused' | null = null) {
  const parts = [
    part({ id: 'work', weight: 40 }),
    part({ id: 'paper', weight: 60, source: 'exams', final: true, missing }),
  ]
  const rules: SchemeRules = {
    parts,
    bands: [],
    rounding: 'none',
    secondRoundCap: 50,
    gracePerCourse: 100,
    graceInAll: 100,
  }
  const typed = new Map<string, TypedMark>([['work', { mark: 40, state: null, origin: null }]])
  if (state) typed.set('paper', { mark: null, state, origin: null })
  const attendance = { days: 0, absent: 0, late: 0 }
  const recorded = { works, attendance, lessons: attendance, conduct: null, second: null, grace: null }
  return computeCourse(rules, { fullMark: 100, passMark: 40, inTotal: true }, { ...recorded, typed })
}

test.each(['zero', 'leftOut'] as const)(
  'who took no part in the paper is absent from the course, though missing work counts as %s',
  (missing) => {
    const one = course(missing, [exam(null, true)])
    expect([one.total && inHundredths(one.total), one.state, one.passed, one.gap]).toEqual([40, 'absent', false, null])
    expect(one.needsSecondRound).toBe(true)
    expect(one.parts[1]).toMatchObject({ points: 0, fullMark: 60, state: 'absent', owed: false })
    expect(one.parts[1]!.derivation).toMatchObject({ kind: 'state', count: 1, missing: 1 })
  },
)

test('who took part in one of two papers, or has no mark yet, is not absent; an entered state stands before all', () => {
  expect(course('leftOut', [exam(null, true), exam(25)]).state).toBe(null)
  expect(course('leftOut', [exam(null)]).state).toBe(null)
  expect(course('leftOut', []).state).toBe(null)
  expect(course('zero', [exam(null, true)], 'excused').state).toBe('excused')
})
