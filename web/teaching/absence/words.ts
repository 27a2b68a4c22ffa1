import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { absenceRules } from '#contract/teaching/absence/rules.ts'
import type { TextValues } from '#web/lib/texts.ts'

export type Rules = OutputOf<typeof absenceRules.get>
/** A rule as it is written before all are saved. */
export type RuleInEditor = InputOf<typeof absenceRules.save>['rules'][number]
export type Rule = Rules['rules'][number]
export type AbsenceStep = OutputOf<typeof absenceRules.steps>[number]

type Translate = (key: string, values?: TextValues) => string

/** What was decided on an excuse; nothing while it waits. */
export function decisionOn({ accepted }: { accepted: boolean | null }) {
  if (accepted === null) return 'waits'
  return accepted ? 'accepted' : 'refused'
}

/** What reaches a step, in words: 5 days in a row, 30 days in the year, 10 % of 180 open days. */
export const countWords = (
  t: Translate,
  { counts, period, percentOf }: Pick<Rule, 'counts' | 'period' | 'percentOf'>,
  at: number,
) => {
  if (counts !== 'percent') return t(`absence.reach.${counts === 'running' ? 'running' : period}`, { count: at })
  return percentOf === null || percentOf === undefined
    ? t('absence.reach.percentOfCalendar', { percent: at })
    : t('absence.reach.percent', { percent: at, count: percentOf })
}

/** A step that was reached, in words: 7 days in a row since 3 November. */
export const reachedWords = (t: Translate, { counts, daysCount }: AbsenceStep) =>
  t(`absence.reached.${counts}`, { count: daysCount })

/** What a rule counts, as one sentence. */
export const ruleSentence = (
  t: Translate,
  { counted, lateDays, gradeIds }: Rule,
  grades: ReadonlyMap<string, string>,
) =>
  [
    t(`absence.counted.${counted}`),
    lateDays ? t('absence.lateDays', { count: lateDays }) : null,
    gradeIds.length === 0
      ? t('absence.everyGrade')
      : t('absence.gradesOnly', { grades: gradeIds.map((id) => grades.get(id) ?? '').join(t('common.comma')) }),
  ]
    .filter(Boolean)
    .join(' · ')
