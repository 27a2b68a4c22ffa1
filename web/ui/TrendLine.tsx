import type { RefObject } from 'react'

type Props = {
  /** 0 to 100, oldest first. */
  values: number[]
  drawn: RefObject<SVGSVGElement | null>
}

const width = 200
const height = 88
const edge = 5

/** Percentages over days as a line, in the direction of the language. The figures are next to it in a table. */
export function TrendLine({ values, drawn }: Props) {
  if (values.length < 2) return null
  const floor = Math.min(...values, 90) - 2
  const x = (nth: number) => edge + (nth / (values.length - 1)) * (width - 2 * edge)
  const y = (value: number) => edge + (1 - (value - floor) / (100 - floor)) * (height - 2 * edge)
  const points = values.map((value, nth) => `${x(nth).toFixed(1)},${y(value).toFixed(1)}`)
  const last = values.length - 1
  return (
    <svg
      ref={drawn}
      aria-hidden="true"
      data-figures
      viewBox={`0 0 ${width} ${height}`}
      className="mirror-rtl block w-full max-w-72 overflow-visible"
    >
      <path d={`M${x(0)},${height} L${points.join(' L')} L${x(last)},${height} Z`} className="fill-soft" />
      <path
        d={`M${points.join(' L')}`}
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-primary"
      />
      <circle cx={x(last)} cy={y(values[last]!)} r="5" strokeWidth="2.5" className="fill-accent stroke-surface" />
    </svg>
  )
}
