import { TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { ChildToday } from './stored-day.ts'

type Mark = ChildToday['marks'][number]

/** A result: 39/50, how the class did, and whether it is better than the one before. */
export function MarkOfChild({ mark }: { mark: Mark }) {
  const { t } = useTranslation()
  const { result, rate, tookPart, kind, classAverage } = mark
  if (tookPart === false)
    return <StatusBadge status="bad" word={t(kind === 'homework' ? 'marks.notDelivered' : 'marks.absent')} />
  return (
    <span className="ms-auto text-end leading-tight">
      <span className="inline-flex items-center gap-1.5 text-lg font-semibold">
        <Direction mark={mark} />
        <Digits>
          {result ?? '–'}/{rate}
        </Digits>
      </span>
      {classAverage !== null && (
        <span className="block text-sm text-muted">
          {t('home.classMean')} <Digits>{rate >= 20 ? Math.round(classAverage) : classAverage}</Digits>
        </span>
      )}
    </span>
  )
}

const noticeable = 5 // percent: less is no direction

function Direction({ mark: { result, rate, percentBefore } }: { mark: Mark }) {
  const { t } = useTranslation()
  if (result === null || percentBefore === null) return null
  const change = (result / rate) * 100 - percentBefore
  if (Math.abs(change) < noticeable) return null
  const Icon = change > 0 ? TrendingUp : TrendingDown
  return (
    <span className={change > 0 ? 'text-ok' : 'text-wait'} title={t(change > 0 ? 'home.better' : 'home.weaker')}>
      <Icon className="mirror-rtl size-5" aria-hidden="true" />
      <span className="sr-only">{t(change > 0 ? 'home.better' : 'home.weaker')}</span>
    </span>
  )
}
