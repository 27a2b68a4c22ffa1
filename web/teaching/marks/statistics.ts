/** One student's result. `tookPart` is false if absent or not delivered, and null before it is marked. */
export type ExamMark = { result: number | null; tookPart: boolean | null }

export type Statistics = {
  students: number
  /**
   * The number of students with a mark. Absent students are counted separately, because their 0 says nothing about the work.
   */
  marked: number
  absent: number
  missing: number
  /** Null if there are no marks. */
  mean: number | null
  median: number | null
  /** The share of marked students with at least half of the full mark, 0 to 1. */
  passRate: number | null
  /** The number of marks in each tenth of the full mark. The full mark itself is in the last one. */
  tenths: number[]
}

/** The statistics of a work, from the marks of all students. */
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

/** Marks have at most two decimal places. Whole numbers are added without rounding errors. */
const hundredths = (mark: number) => Math.round(mark * 100)
