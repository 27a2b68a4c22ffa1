/** The marks of a pupil in the parts of a course, as shares of their full marks in percent; null where there is none. */
type Shares = readonly (number | null)[]

/** How far, in percent points, a mark may be from each of the pupil's other marks before it is pointed out. */
const far = 40
/** Fewer marks than these say nothing about a column or a pupil. */
const fewMarks = 5
const fewOthers = 2

/** The places of marks that are far from the pupil's other marks: a hint that somebody may have typed a wrong key. */
export const oddOfPupil = (shares: Shares): number[] =>
  shares.flatMap((share, place) => {
    const others = shares.filter((one, at): one is number => at !== place && one !== null)
    if (share === null || others.length < fewOthers) return []
    return others.every((one) => Math.abs(share - one) > far) ? [place] : []
  })

/** Pairs of columns of which one has twice the mean of the other, as places [higher, lower]. */
export function oddColumns(pupils: readonly Shares[]): [number, number][] {
  const means = (pupils[0] ?? []).map((_, place) => {
    const marks = pupils.flatMap((shares) => shares[place] ?? [])
    return marks.length < fewMarks ? null : mean(marks)
  })
  return means.flatMap((high, place) =>
    means.flatMap((low, other): [number, number][] =>
      high !== null && low !== null && place !== other && high >= 2 * low && high > 0 ? [[place, other]] : [],
    ),
  )
}

const mean = (marks: readonly number[]) => marks.reduce((sum, one) => sum + one, 0) / marks.length
