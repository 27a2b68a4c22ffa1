import { exact } from '#contract/money/fees/amounts.ts'
import type { WayInTill } from './tills.queries.ts'

/** The cash that should lie in a till: what it was opened with, what came in and what went out. */
export const cashIn = ({ opening }: { opening: string }, ways: readonly WayInTill[]) =>
  ways.filter(({ kind }) => kind === 'cash').reduce((sum, way) => sum + exact(way.in) - exact(way.out), exact(opening))
