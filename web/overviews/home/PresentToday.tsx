import { useRef } from 'react'
import { shownDay, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { ChartTable } from '#web/ui/ChartTable.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'
import { TrendLine } from '#web/ui/TrendLine.tsx'
import type { Home } from './home-of.ts'
import { Tile } from './Tile.tsx'

type Props = { wide: boolean; attendance: NonNullable<Home['attendance']> }

/** How many are present today, and how that was on the days before. */
export function PresentToday({ wide, attendance }: Props) {
  const { t, language } = useTranslation()
  const drawn = useRef<SVGSVGElement>(null)
  const { present, late, absent, excused, trend } = attendance
  const all = present + late + absent + excused
  const label = t('home.lastDays', { count: trend.length })
  const rows = [
    [t('numbers.day'), t('numbers.attendance')],
    ...trend.map(({ date, percent }) => [shownDay(date), `${percent}%`]),
  ]
  const before = trend.at(-1)
  const hasTrend = trend.length > 1
  return (
    <Tile wide={wide} title={t('home.presentToday')}>
      <p className="pt-2 text-4xl font-semibold text-primary">
        <Digits>{all === 0 ? '–' : `${trend.at(-1)?.percent}%`}</Digits>
      </p>
      <p className="text-sm text-muted">
        {all === 0 ? (
          <>
            {t('home.noRegisterYet')}{' '}
            {before && (
              <span className="whitespace-nowrap">
                {weekdayName(before.date, language)}: <Digits>{before.percent}%</Digits>
              </span>
            )}
          </>
        ) : (
          <>
            <Digits>
              {present + late}/{all}
            </Digits>
            {late > 0 && ` · ${t('attendance.countLate', { count: late })}`}
          </>
        )}
      </p>
      {trend.length > 0 && (
        <div className="mt-auto pt-4">
          <TrendLine drawn={drawn} values={trend.map(({ percent }) => percent)} />
          <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-2">
            <p className="mt-1.5 text-xs text-muted">{label}</p>
            {hasTrend && <ChartTools className="-me-3 ms-auto" label={label} rows={rows} svg={drawn} />}
          </div>
          {hasTrend && <ChartTable label={label} rows={rows} />}
        </div>
      )}
    </Tile>
  )
}
