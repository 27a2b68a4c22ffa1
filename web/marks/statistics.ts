/** One student's result: `tookPart` is false if absent or not delivered, null before anybody marked it. */
export type ExamMark = { result: number | null; tookPart: boolean | null }

export type Statistics = {
  students: number
  /** With a mark of their own; the absent are counted apart, and their 0 says nothing about the work. */
  marked: number
  absent: number
  missing: number
  /** Null without a mark. */
  mean: number | null
  median: number | null
  /** Share of the marked with half the full mark or more, 0 to 1. */
  passRate: number | null
  /** How many marks lie in each tenth of the full mark; the full mark itself is in the last. */
  tenths: number[]
}

/** How a work turned out, from every student's mark in it. */
export function statisticsOf(marks: readonly ExamMark[], fullMark: number): Statistics {
  const absent = marks.filter(({ tookPart }) => tookPart === false).length
  const results = marks.flatMap(({ result, tookPart }) => (result === null || tookPart === false ? [] : [result]))
  const marked = results.length
  const passed = results.filter((result) => hundredths(result) * 2 >= hundredths(fullMark)).length
  return {
    students: marks.length,
    marked,
    absent,
    missing: marks.length - marked - absent,
    mean: marked === 0 ? null : results.reduce((sum, result) => sum + hundredths(result), 0) / marked / 100,
    median: medianOf(results),
    passRate: marked === 0 ? null : passed / marked,
    tenths: tenthsOf(results, fullMark),
  }
}

function medianOf(results: number[]) {
  const sorted = results.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (hundredths(lower) + hundredths(upper)) / 200
}

function tenthsOf(results: number[], fullMark: number) {
  const tenths = Array.from({ length: 10 }, () => 0)
  for (const result of results) {
    const tenth = Math.min(9, Math.floor((hundredths(result) * 10) / hundredths(fullMark)))
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  return tenths
}

/** Marks have two decimals at most, and whole numbers add up without losing any. */
const hundredths = (mark: number) => Math.round(mark * 100)
