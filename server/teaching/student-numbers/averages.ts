/** Marks of attendance of one calendar month, counted. */
export type Counts = { month: string; present: number; late: number; absent: number; excused: number }

/** A student's marks in a course and a month, summed; `monthOrder` is the month's place among them. */
export type Sum = {
  courseId: string
  courseName: string
  monthId: string
  monthName: string
  monthOrder: number
  /** Percent of the rate header that has the month's name; null without one. */
  weight: number | null
  result: number
  full: number
  exams: number
  missed: number
  classAverage: number | null
}

/** Present and late in percent of all days but the excused ones; by month and in all. */
export function attendanceNumbers(months: Counts[]) {
  const all = { present: 0, late: 0, absent: 0, excused: 0 }
  for (const { month: _, ...counts } of months)
    for (const state of ['present', 'late', 'absent', 'excused'] as const) all[state] += counts[state]
  return { ...withRate(all), months: months.map((counts) => withRate(counts)) }
}

/** The months of some sums, each once, in their order. */
export const monthsWith = (sums: Sum[]) => {
  const inOrder = [...sums].sort((one, other) => one.monthOrder - other.monthOrder)
  return [...new Map(inOrder.map((sum) => [sum.monthId, monthOf(sum)])).values()]
}

/** Each course with its average by month, and over the months: weighed where the school weighs one of them. */
export const courseAverages = (sums: Sum[]) =>
  [...new Set(sums.map(({ courseId }) => courseId))].map((course) => {
    const months = sums.filter(({ courseId }) => courseId === course)
    const weighed = months.filter(({ weight }) => weight !== null)
    const counted = weighed.length > 0 ? weighed : months
    return {
      courseId: course,
      courseName: months[0]!.courseName,
      average: rounded(meanOf(counted.map((sum) => ({ value: percentOf(sum), weight: sum.weight ?? 1 })))),
      weighted: weighed.length > 0,
      months: months.map((sum) => ({
        monthId: sum.monthId,
        average: rounded(percentOf(sum)),
        exams: sum.exams,
        missed: sum.missed,
        classAverage: sum.classAverage,
      })),
    }
  })

const monthOf = ({ monthId, monthName, weight }: Sum) => ({ id: monthId, name: monthName, weight })

const withRate = <C extends Omit<Counts, 'month'>>(counts: C) => {
  const attended = counts.present + counts.late
  const days = attended + counts.absent
  return { ...counts, rate: days === 0 ? null : rounded((100 * attended) / days) }
}

const percentOf = ({ result, full }: Sum) => (100 * result) / full

const meanOf = (values: { value: number; weight: number }[]) =>
  values.reduce((sum, { value, weight }) => sum + value * weight, 0) /
  values.reduce((sum, { weight }) => sum + weight, 0)

/** To two decimals, as marks are. */
const rounded = (percent: number) => Math.round(percent * 100) / 100
