import { useId, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChartTable } from '#web/ui/ChartTable.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'
import { scaleFrom, wholePercent } from './percent.ts'

export type MonthPoint = {
  key: string
  name: string
  /** 0 to 100; null where there is nothing to show. */
  own: number | null
  class: number | null
  /** What else the table says of the month, by column. */
  more?: Record<string, string>
}

const width = 320
const height = 150
const edge = { x: 30, top: 24, bottom: 26 }

/**
 * A student's percentages over months as a line, with the class behind it where it may be known. The picture is for the
 * eyes; the same figures stand in a table that is read out, saved and printed.
 */
export function LineChart({ label, points }: { label: string; points: MonthPoint[] }) {
  const { t, dir } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const id = useId()
  const from = scaleFrom(points.flatMap((point) => [point.own, point.class]))
  const along = (nth: number) => edge.x + (nth / (points.length - 1)) * (width - 2 * edge.x)
  const x = (nth: number) => (dir === 'rtl' ? width - along(nth) : along(nth))
  const y = (percent: number) => edge.top + (1 - (percent - from) / (100 - from)) * (height - edge.top - edge.bottom)
  const hasClass = points.some((point) => point.class !== null)
  const rows = rowsOf(t, points, hasClass)

  return (
    <figure aria-labelledby={id} className="mt-3">
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      <svg
        ref={svg}
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="block w-full max-w-md"
        direction="ltr"
      >
        {[from, (from + 100) / 2, 100].map((percent) => (
          <g key={percent}>
            <line
              x1={edge.x - 6}
              x2={width - edge.x + 6}
              y1={y(percent)}
              y2={y(percent)}
              stroke="currentColor"
              strokeOpacity="0.15"
            />
            <text
              x={dir === 'rtl' ? width - 2 : 2}
              y={y(percent) + 3}
              fontSize="9"
              textAnchor={dir === 'rtl' ? 'end' : 'start'}
              className="fill-muted"
            >
              {percent}%
            </text>
          </g>
        ))}
        <Line points={points.map((point, nth) => placed(x(nth), point.class, y))} dashed />
        <Line points={points.map((point, nth) => placed(x(nth), point.own, y))} />
        {points.map((point, nth) => (
          <g key={point.key}>
            {point.own !== null && (
              <>
                <circle cx={x(nth)} cy={y(point.own)} r="4" className="fill-primary" />
                <text x={x(nth)} y={y(point.own) - 8} fontSize="11" textAnchor="middle" fill="currentColor">
                  {wholePercent(point.own)}
                </text>
              </>
            )}
            <text x={x(nth)} y={height - 8} fontSize="10" textAnchor="middle" className="fill-muted">
              {short(point.name)}
            </text>
          </g>
        ))}
      </svg>
      {hasClass && <Legend />}
      {from > 0 && <p className="mt-1 text-sm text-muted">{t('numbers.scaleFrom', { percent: from })}</p>}
      <ChartTable label={label} rows={rows} />
      <ChartTools label={label} svg={svg} rows={rows} />
    </figure>
  )
}

type Place = { x: number; y: number } | null

const placed = (x: number, percent: number | null, y: (percent: number) => number): Place =>
  percent === null ? null : { x, y: y(percent) }

/** A line that is broken where a month has no figure. */
function Line({ points, dashed }: { points: Place[]; dashed?: boolean }) {
  const path = points
    .map((point, nth) => point && `${points[nth - 1] ? 'L' : 'M'}${point.x.toFixed(1)},${point.y.toFixed(1)}`)
    .filter(Boolean)
    .join(' ')
  return (
    <path
      d={path}
      fill="none"
      strokeWidth={dashed ? 2 : 3}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(dashed && { stroke: 'currentColor', strokeDasharray: '2 5' })}
      className={dashed ? 'text-muted' : 'stroke-primary'}
    />
  )
}

function Legend() {
  const { t } = useTranslation()
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {(['student', 'classMean'] as const).map((who) => (
        <span key={who} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 24 6" className="h-1.5 w-6">
            <Line
              points={[
                { x: 2, y: 3 },
                { x: 22, y: 3 },
              ]}
              dashed={who === 'classMean'}
            />
          </svg>
          {t(`numbers.${who}`)}
        </span>
      ))}
    </p>
  )
}

/** The figures of a chart with their heads, as they are read out and saved. */
function rowsOf(t: (key: string) => string, points: MonthPoint[], hasClass: boolean): string[][] {
  const further = [...new Set(points.flatMap(({ more }) => Object.keys(more ?? {})))]
  const cell = (percent: number | null) => (percent === null ? '' : `${wholePercent(percent)}%`)
  return [
    [t('numbers.month'), t('numbers.student'), ...(hasClass ? [t('numbers.classMean')] : []), ...further],
    ...points.map((point) => [
      point.name,
      cell(point.own),
      ...(hasClass ? [cell(point.class)] : []),
      ...further.map((column) => point.more?.[column] ?? ''),
    ]),
  ]
}

const short = (name: string) => (name.length > 10 ? `${name.slice(0, 9)}…` : name)
