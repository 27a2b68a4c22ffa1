import type { Pupil } from './generated-absence.ts'

export type NaiveRule = {
  id: string
  counts: 'running' | 'separate' | 'percent'
  counted: 'unexcused' | 'all'
  lateDays: number | null
  percentOf: number | null
  gradeIds: string[]
  steps: { at: number }[]
}

/** Counts one pupil day by day with a pencil; it shares nothing with the product. */
export function naiveSteps(pupil: Pupil, rule: NaiveRule): { position: number; days: string[] }[] {
  if (rule.gradeIds.length > 0 && !rule.gradeIds.includes(pupil.gradeId)) return []
  const reached = new Map<number, string[]>()
  let counted: string[] = []
  let late = 0
  for (const { day, state } of asWritten(pupil)) {
    const special =
      state === 'excused' ? pupil.special.find(({ from, to }) => from <= day && day <= to)?.kind : undefined
    if (special === 'suspension') continue
    if (state === 'late') late++
    const isAbsent = state === 'absent' || (rule.counted === 'all' && state === 'excused' && special === undefined)
    const isLateDay =
      rule.counts !== 'running' && state === 'late' && rule.lateDays !== null && late % rule.lateDays === 0
    if (!isAbsent && !isLateDay) {
      if (rule.counts === 'running') counted = []
      continue
    }
    counted = [...counted, day]
    rule.steps.forEach(({ at }, nth) => {
      const needed = rule.counts === 'percent' ? Math.ceil((at * rule.percentOf!) / 100) : at
      if (counted.length === needed && !reached.has(nth + 1)) reached.set(nth + 1, counted)
    })
  }
  return [...reached].map(([position, days]) => ({ position, days }))
}

/** Of two marks on one day, as of a pupil who changed class on it, the one that was written last. */
function asWritten({ days }: Pupil) {
  const last = new Map<string, Pupil['days'][number]>()
  for (const mark of days) {
    const known = last.get(mark.day)
    if (!known || mark.writtenAt > known.writtenAt) last.set(mark.day, mark)
  }
  return [...last.values()].toSorted((one, other) => one.day.localeCompare(other.day))
}
