import { useStore } from 'zustand'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { Kind } from '#web/teaching/class-work/kind.ts'
import { Histogram } from './Histogram.tsx'
import { type Marks, ratingOf } from './sheet.ts'
import { statisticsOf } from './statistics.ts'

/** Mean, median, pass rate, distribution, and missing marks, updated while marks are entered. */
export function Figures({ kind, marks }: { kind: Kind; marks: Marks }) {
  const { t } = useTranslation()
  const cells = useStore(marks.store, (sheet) => sheet.cells)
  const fullMark = useStore(marks.store, (sheet) => sheet.fullMark)
  const { mean, median, passRate, missing, absent, tenths } = statisticsOf([...cells.values()].map(ratingOf), fullMark)
  const away = kind.name === 'homework' ? 'marks.awayDelivery' : 'marks.away'
  const figures = [
    [t('marks.mean'), rounded(mean)],
    [t('marks.median'), rounded(median)],
    [t('marks.passRate'), passRate === null ? '–' : `${Math.round(passRate * 100)}%`],
    [t('marks.missing'), String(missing)],
  ] as const
  return (
    <Card className="p-4! lg:sticky lg:top-[calc(var(--spacing-header)+1.25rem)]">
      <dl className="grid grid-cols-4 gap-2 lg:grid-cols-2 lg:gap-4">
        {figures.map(([label, figure]) => (
          <div key={label} className="flex flex-col justify-between">
            <dt className="text-xs text-muted sm:text-sm">{label}</dt>
            <dd className="text-xl font-semibold md:text-2xl">
              <Digits>{figure}</Digits>
            </dd>
          </div>
        ))}
      </dl>
      {absent > 0 && <p className="mt-2 text-sm text-muted">{t(away, { count: absent })}</p>}
      <Histogram tenths={tenths} fullMark={fullMark} />
    </Card>
  )
}

/** With one decimal place; more would not be meaningful for a class. */
const rounded = (mark: number | null) => (mark === null ? '–' : String(Math.round(mark * 10) / 10))
