import type { StoredRule } from './rules.queries.ts'
import type { CountedDay } from './steps.queries.ts'

/** The rule with the number of days on which its percentage is based; undefined if there is none now, as between two terms. */
export function withDays(rule: StoredRule, openDays: { [period in StoredRule['period']]?: number | null }) {
  if (rule.counts !== 'percent') return rule
  const percentOf = rule.percentOf ?? openDays[rule.period]
  return percentOf ? { ...rule, percentOf } : undefined
}

/** The days of a pupil that count by a rule now, and the next step. For consecutive days, only a run that still continues counts. */
export function nextOf({ counts, percentOf, steps }: StoredRule, counted: readonly CountedDay[]) {
  const last = counted.at(-1)
  const running = last?.isLast ? counted.filter(({ run }) => run === last.run) : []
  const days = (counts === 'running' ? running : counted).map(({ day }) => day)
  const ahead = steps
    .map(({ at, name }) => ({
      stepName: name,
      atDays: counts === 'percent' ? Math.ceil((at * percentOf!) / 100) : at,
    }))
    .find(({ atDays }) => atDays > days.length)
  return { days, next: ahead ?? null }
}
