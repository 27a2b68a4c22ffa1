/** A percentage in whole numbers; only what is whole is all or nothing, so that 99.6 is not read as 100. */
export const wholePercent = (value: number) =>
  value > 0 && value < 100 ? Math.min(99, Math.max(1, Math.round(value))) : Math.round(value)

/** Where the columns of a chart begin, so that its percentages do not look alike: at 0 unless all are high. */
export const scaleFrom = (percents: (number | null)[]) => {
  const known = percents.filter((percent) => percent !== null)
  const lowest = known.length === 0 ? 0 : Math.min(...known)
  if (lowest >= 85) return 80
  return lowest >= 60 ? 50 : 0
}
