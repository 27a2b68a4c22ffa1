import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { scaleFrom, wholePercent } from './percent.ts'

export type ChartColumn = {
  key: string
  name: ReactNode
  /** 0 to 100; null where there is nothing to show. */
  percent: number | null
  /** Below the name. */
  more?: ReactNode
  /** Shown, and not part of what is reckoned from the others. */
  apart?: boolean
}

/** Percentages as columns beside each other, in the direction of the language; read out as a list of names and figures. */
export function ColumnChart({ label, columns }: { label: string; columns: ChartColumn[] }) {
  const { t } = useTranslation()
  const from = scaleFrom(columns.map(({ percent }) => percent))
  const height = (percent: number | null) => (percent === null ? 0 : ((percent - from) / (100 - from)) * 100)
  return (
    <>
      <ul aria-label={label} className="mt-4 grid grid-cols-[repeat(auto-fill,3rem)] gap-x-1 gap-y-4">
        {columns.map(({ key, name, percent, more, apart }) => (
          <li key={key} className="flex min-w-0 flex-col items-center text-center text-xs">
            <span className="order-3 mt-1.5 w-full text-muted [overflow-wrap:anywhere]">
              {name}
              {more && <span className="block">{more}</span>}
            </span>
            <svg aria-hidden="true" viewBox="0 0 20 100" preserveAspectRatio="none" className="order-2 h-24 w-8">
              <rect width="20" height="100" className="fill-soft" />
              <rect
                y={100 - height(percent)}
                width="20"
                height={height(percent)}
                className={apart ? 'fill-muted' : 'fill-primary'}
              />
            </svg>
            <span className="order-1 mb-1 font-medium">
              <Percent value={percent} />
            </span>
          </li>
        ))}
      </ul>
      {from > 0 && <p className="mt-3 text-sm text-muted">{t('numbers.scaleFrom', { percent: from })}</p>}
    </>
  )
}

/** A percentage, or a dash where there is none. */
export const Percent = ({ value }: { value: number | null }) => (
  <Digits>{value === null ? '–' : `${wholePercent(value)}%`}</Digits>
)
