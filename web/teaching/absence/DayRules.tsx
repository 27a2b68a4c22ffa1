import { useState } from 'react'
import { dayRuleOperations, dayRules } from '#contract/teaching/lessons/day-rules.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { isCivilDay, shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { wholeTyped } from '#web/lib/text.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { TriedDays } from './TriedDays.tsx'

type Read = OutputOf<typeof dayRuleOperations.get>
type Grade = Read['grades'][number]
type DayRule = Pick<Grade, 'dayRule' | 'share'>

/** How the day of each grade follows: from its own register, or from its lessons, from a day on. */
export function DayRules({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(dayRuleOperations.get, { schoolId: school.id })
  const [editing, setEditing] = useState<Grade | null>(null)
  const change = useChange(dayRuleOperations.save)
  const { saving, save } = useSaving()
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  const cancel = ({ gradeId, dayRule, share, version }: Grade) =>
    save(() => change({ gradeId, fromDay: data.today, dayRule, share, baseVersion: version }))
  return (
    <section className="mt-8 space-y-3">
      <h2 className="text-lg">{t('lessons.rules.title')}</h2>
      <p className="text-muted">{t(data.hasTimetable ? 'lessons.rules.lead' : 'lessons.rules.noTimetable')}</p>
      <ul className="space-y-2">
        {data.grades.map((grade) => (
          <li key={grade.gradeId}>
            <Card className="flex flex-wrap items-center gap-3">
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium">
                  <Bdi>{grade.gradeName}</Bdi>
                </p>
                <p className="text-sm text-muted">{wordsOf(grade, t)}</p>
                {grade.planned && (
                  <p className="text-sm">
                    {t('lessons.rules.planned', {
                      day: isolated(shownDay(grade.planned.fromDay)),
                      rule: wordsOf(grade.planned, t),
                    })}
                  </p>
                )}
              </div>
              {grade.planned && (
                <Button disabled={saving} onClick={() => void cancel(grade)}>
                  {t('lessons.rules.cancel')}
                </Button>
              )}
              {(data.hasTimetable || grade.dayRule !== 'day') && (
                <Button onClick={() => setEditing(grade)}>
                  {t('lessons.rules.change')}
                  <span className="sr-only">: {grade.gradeName}</span>
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ul>
      {editing && <RuleDialog grade={editing} today={data.today} onClose={() => setEditing(null)} />}
    </section>
  )
}

function wordsOf({ dayRule, share }: DayRule, t: (key: string, values?: Record<string, string | number>) => string) {
  return dayRule === 'share' ? t('lessons.rules.shareOf', { share: share ?? 0 }) : t(`lessons.rules.rule.${dayRule}`)
}

/** The rule of a grade from a day on, with what it would have made of the last month. */
function RuleDialog({ grade, today, onClose }: { grade: Grade; today: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [dayRule, setDayRule] = useState(grade.dayRule)
  const [share, setShare] = useState(grade.share ?? 75)
  const [fromDay, setFromDay] = useState(today)
  const [tried, setTried] = useState<DayRule | null>(null)
  const change = useChange(dayRuleOperations.save)
  const { saving, save } = useSaving()
  const { gradeId, version } = grade
  const chosen = { dayRule, share: dayRule === 'share' ? share : null }
  const store = () => save(() => change({ gradeId, fromDay, ...chosen, baseVersion: version }).then(onClose))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isolated(grade.gradeName)}
      description={t('lessons.rules.lead')}
    >
      <div className="space-y-4">
        <fieldset className="space-y-1">
          <legend className="sr-only">{t('lessons.rules.title')}</legend>
          {dayRules.map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input type="radio" name="dayRule" checked={dayRule === one} onChange={() => setDayRule(one)} />
              {t(`lessons.rules.rule.${one}`)}
            </label>
          ))}
        </fieldset>
        {dayRule === 'share' && (
          <label className="flex flex-wrap items-center gap-3">
            {t('lessons.rules.share')}
            <input
              inputMode="numeric"
              dir="ltr"
              value={share}
              onChange={({ target }) => setShare(Math.min(100, Math.max(1, wholeTyped(target.value))))}
              className="min-h-11 w-20 rounded-field border border-line bg-surface px-3"
            />
          </label>
        )}
        <LabelledDay label="lessons.rules.fromDay" value={fromDay} onChange={setFromDay} />
        <div className="flex flex-wrap gap-3">
          <Button tone="primary" disabled={saving || !isCivilDay(fromDay)} onClick={() => void store()}>
            {t('common.save')}
          </Button>
          {dayRule !== 'day' && <Button onClick={() => setTried(chosen)}>{t('lessons.rules.try')}</Button>}
        </div>
        {tried && <TriedDays gradeId={gradeId} rule={tried} />}
      </div>
    </Dialog>
  )
}
