/** An absence rule for every grade that counts unexcused days in a row; it has a step at each of the given counts. */
export const runningRule = (...days: number[]) => ({
  ruleName: 'غياب متصل',
  gradeIds: [],
  counts: 'running' as const,
  period: 'year' as const,
  counted: 'unexcused' as const,
  active: true,
  steps: days.map((at) => ({ at, name: `${at}`, action: 'letter' as const, points: null })),
})
