import { lazy, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import type { waiting } from '#contract/overviews/waiting/waiting.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { looks } from '#web/ui/Counts.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useExcuseDecisions } from './deciding.ts'
import { ExcuseFacts } from './ExcuseFacts.tsx'

const RefuseExcuse = lazy(part(async () => (await import('./RefuseExcuse.tsx')).RefuseExcuse))

type Shown = NonNullable<OutputOf<typeof waiting.list>[number]['excuse']>

/** An excuse with what helps to decide: how the days were marked, and what was decided for this child before. */
export function ExcuseToDecide({ excuse, timeZone }: { excuse: Shown; timeZone: string }) {
  const { t } = useTranslation()
  const { accept, offerUndo, busy } = useExcuseDecisions()
  const [refusing, setRefusing] = useState(false)
  return (
    <div className="space-y-3">
      <ExcuseFacts excuse={excuse} timeZone={timeZone} />
      {excuse.days.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {excuse.days.map(({ date, state }) => (
            <li key={date} className="flex items-center gap-2 text-sm">
              <Day day={date} weekday short /> <StatusBadge status={looks[state]} word={t(`attendance.${state}`)} />
            </li>
          ))}
        </ul>
      )}
      <p className="capital text-sm">{beforeOf(t, excuse).join(' · ')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button data-does="refuse" disabled={busy} onClick={() => setRefusing(true)}>
          {t('absence.refuse')}
        </Button>
        <Button data-does="accept" tone="primary" disabled={busy} onClick={() => accept(excuse)}>
          {t('absence.accept')}
        </Button>
      </div>
      {refusing && (
        <LazyPart onClose={() => setRefusing(false)}>
          <RefuseExcuse excuse={excuse} offerUndo={offerUndo(excuse)} onClose={() => setRefusing(false)} />
        </LazyPart>
      )}
    </div>
  )
}

/** What there was this school year: days without an excuse, and earlier excuses. */
function beforeOf(
  t: (key: string, values?: { count: number }) => string,
  { absentThisYear, acceptedBefore, refusedBefore }: Shown,
) {
  const absent = absentThisYear === null ? [] : [t('absence.absentInYear', { count: absentThisYear })]
  if (acceptedBefore + refusedBefore === 0) return [...absent, t('absence.noEarlierExcuse')]
  const refused = refusedBefore > 0 ? [t('absence.refusedInYear', { count: refusedBefore })] : []
  return [...absent, t('absence.acceptedInYear', { count: acceptedBefore }), ...refused]
}
