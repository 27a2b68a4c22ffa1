/** A rule of absence that counts unexcused days without a break, in every grade; its steps come at these days. */
export const runningRule = (...days: number[]) => ({
  ruleName: 'غياب متصل',
  gradeIds: [],
  counts: 'running' as const,
  period: 'year' as const,
  counted: 'unexcused' as const,
  active: true,
  steps: days.map((at) => ({ at, name: `${at}`, action: 'letter' as const, points: null })),
})
