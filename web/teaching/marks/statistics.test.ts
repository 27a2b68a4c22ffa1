import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExamMark, statisticsOf } from './statistics.ts'

const given = (...results: (number | null)[]): ExamMark[] =>
  results.map((result) => ({ result, tookPart: result === null ? null : true }))
const absent: ExamMark = { result: 0, tookPart: false }

test('mean, median and pass rate of a class, as anybody can reckon them', () => {
  const { mean, median, passRate, marked, missing } = statisticsOf(given(4, 10, 5, null, 9.5), 10)
  expect({ mean, median, passRate, marked, missing }).toEqual({
    mean: 7.125,
    median: 7.25,
    passRate: 0.75,
    marked: 4,
    missing: 1,
  })
})

test('half the full mark is a pass, a hundredth less is not', () => {
  expect(statisticsOf(given(7.5), 15).passRate).toBe(1)
  expect(statisticsOf(given(7.49), 15).passRate).toBe(0)
})

test('an absent student counts as absent, not as zero; a zero that was earned counts', () => {
  const { mean, absent: away, missing, tenths } = statisticsOf([...given(8, 0), absent], 10)
  expect({ mean, away, missing }).toEqual({ mean: 4, away: 1, missing: 0 })
  expect(tenths).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1, 0])
})

test('without a mark there is nothing to say', () => {
  expect(statisticsOf(given(null, null), 10)).toMatchObject({ mean: null, median: null, passRate: null, missing: 2 })
  expect(statisticsOf([], 10)).toMatchObject({ students: 0, mean: null })
})

test('the full mark lies in the last tenth, and a tenth begins with its lower bound', () => {
  expect(statisticsOf(given(20, 18, 2, 1.99), 20).tenths).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 2])
})

const classes = fc
  .integer({ min: 1, max: 10_000 })
  .chain((full) =>
    fc.record({ full: fc.constant(full), marks: fc.array(fc.integer({ min: 0, max: full }), { minLength: 1 }) }),
  )

test('they equal what is counted one student after the other, for any class', () => {
  fc.assert(
    fc.property(classes, ({ full, marks }) => {
      const { mean, median, passRate, tenths } = statisticsOf(given(...marks.map((mark) => mark / 100)), full / 100)
      // Computed in a different way: exactly, in hundredths, by counting the students below each one.
      const total = marks.reduce((sum, mark) => sum + BigInt(mark), 0n)
      expect(mean).toBeCloseTo(Number(total) / marks.length / 100, 8)
      expect(Math.round(passRate! * marks.length)).toBe(marks.filter((mark) => mark >= full - mark).length)
      const below = marks.filter((mark) => mark / 100 < median!).length
      const above = marks.filter((mark) => mark / 100 > median!).length
      expect(Math.max(below, above)).toBeLessThanOrEqual(marks.length / 2)
      expect(tenths.reduce((sum, count) => sum + count)).toBe(marks.length)
    }),
  )
})
