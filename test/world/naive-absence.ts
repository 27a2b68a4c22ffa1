import type { Pupil, Term } from './generated-absence.ts'

export type NaiveRule = {
  id: string
  counts: 'running' | 'separate' | 'percent'
  period: 'year' | 'term'
  counted: 'unexcused' | 'all'
  lateDays: number | null
  percentOf: number | null
  gradeIds: string[]
  steps: { at: number }[]
}

/** Counts the absences of one pupil day by day, in the year or in each term; it shares no code with the product. */
export const naiveSteps = (pupil: Pupil, rule: NaiveRule, terms: Term[]): { position: number; days: string[] }[] =>
  rule.period === 'year' ? stepsOf(pupil, rule) : terms.flatMap((term) => stepsOf(pupil, rule, term))

function stepsOf(pupil: Pupil, rule: NaiveRule, within?: Term): { position: number; days: string[] }[] {
  if (rule.gradeIds.length > 0 && !rule.gradeIds.includes(pupil.gradeId)) return []
  const reached = new Map<number, string[]>()
  let counted: string[] = []
  let late = 0
  for (const { day, state } of asWritten(pupil)) {
    if (within && (day < within.from || day > within.to)) continue
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

/** If there are two marks on one open day, because the pupil changed class that day, the one that was written last counts. */
function asWritten({ days }: Pupil) {
  const last = new Map<string, Pupil['days'][number]>()
  for (const mark of days) {
    if (mark.isClosed) continue
    const known = last.get(mark.day)
    if (!known || mark.writtenAt > known.writtenAt) last.set(mark.day, mark)
  }
  return [...last.values()].toSorted((one, other) => one.day.localeCompare(other.day))
}
