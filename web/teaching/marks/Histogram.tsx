import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { ChartTable } from '#web/ui/ChartTable.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'

/** The number of marks in each tenth of the full mark. Bars below half of the full mark look different. */
export function Histogram({ tenths, fullMark }: { tenths: number[]; fullMark: number }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...tenths)
  const bound = (tenth: number) => Math.round(fullMark * tenth * 10) / 100
  const drawn = useRef<SVGSVGElement>(null)
  const label = t('marks.histogram')
  const rows = [
    [t('marks.range'), t('marks.howMany')],
    ...tenths.map((count, i) => [`${bound(i)}–${bound(i + 1)}`, String(count)]),
  ]
  return (
    <figure className="mt-3">
      <svg
        ref={drawn}
        aria-hidden="true"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        className="mirror-rtl h-14 w-full lg:h-28"
      >
        {tenths.map((count, i) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the tenths are these ten
            key={i}
            x={i * 10 + 0.75}
            width={8.5}
            y={39.5 - (count / most) * 39}
            height={(count / most) * 39}
            rx={1}
            fill={i < 5 ? 'var(--accent)' : 'var(--primary)'}
          />
        ))}
        <path d="M0 39.75h100" stroke="var(--line)" strokeWidth={0.5} />
        <path d="M50 0v40" stroke="var(--muted)" strokeWidth={0.5} strokeDasharray="2 1.5" />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted">
        <Digits>0</Digits>
        <Digits>{bound(5)}</Digits>
        <Digits>{fullMark}</Digits>
      </p>
      <ChartTable label={label} rows={rows} />
      <ChartTools print className="max-lg:hidden" label={label} rows={rows} svg={drawn} />
    </figure>
  )
}
