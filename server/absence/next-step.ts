import type { StoredRule } from './rules.queries.ts'
import type { CountedDay } from './steps.queries.ts'

/** The days that count of a pupil by a rule now, and the step that comes next. Of running days only a run that still lasts. */
export function nextOf({ counts, percentOf, steps }: StoredRule, counted: readonly CountedDay[]) {
  const last = counted.at(-1)
  const running = last?.isLast ? counted.filter(({ run }) => run === last.run) : []
  const days = (counts === 'running' ? running : counted).map(({ day }) => day)
  const ahead = steps
    .map(({ at, name }) => ({
      stepName: name,
      atDays: counts === 'percent' ? Math.ceil((at * (percentOf ?? 0)) / 100) : at,
    }))
    .find(({ atDays }) => atDays > days.length)
  return { days, next: ahead ?? null }
}
