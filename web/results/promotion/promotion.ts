import { useQuery } from '@tanstack/react-query'
import { promotions } from '#contract/results/promotion/promotions.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { call } from '#web/lib/call.ts'

export type Promotion = OutputOf<typeof promotions.get>
export type Plan = OutputOf<typeof promotions.plan>
export type PromotionRow = OutputOf<typeof promotions.rows>[number]
export type PromotionShow = NonNullable<InputOf<typeof promotions.rows>['show']>
export type StudentDecision = NonNullable<PromotionRow['decision']>

export const decisions = ['up', 'repeat', 'wait', 'leave'] as const
export const promotionSteps = ['structure', 'decisions', 'placement', 'plan', 'doing', 'after'] as const
export type PromotionStep = (typeof promotionSteps)[number]

type Listed = Pick<OutputOf<typeof promotions.list>[number], 'id' | 'fromYearName' | 'toYearName' | 'state'>

/**
 * The promotion that counts, from a school's promotions, latest first. If the promotion of those who waited was undone, it is
 * the one before it between the same years.
 */
export function standingOf<P extends Listed>([last, ...earlier]: readonly P[]): P | undefined {
  if (last?.state !== 'undone') return last
  const { fromYearName, toYearName } = last
  return earlier.find(
    (one) => one.state === 'done' && one.fromYearName === fromYearName && one.toYearName === toYearName,
  )
}

export const isUnderway = ({ state }: Pick<Promotion, 'state'>) => state === 'waiting' || state === 'undoing'

/** A promotion. It is requested again and again while the server is working on it. */
export const usePromotion = (promotionId: string) =>
  useQuery({
    queryKey: ['Promotion', promotions.get.path, { promotionId }],
    queryFn: ({ signal }) => call(promotions.get, { promotionId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderway(data) ? 700 : false),
  })

/** The name of the next year: 2026/2027 follows 2025/2026. In other names, each number of four digits increases by one. */
export const nextName = (name: string) => name.replace(/\d{4}/g, (year) => String(Number(year) + 1))

/** The lines of a pasted list: a code and, after a tab, comma or semicolon, a class. `left`: the lines without both. */
export function pastedPlaces(text: string) {
  const lines: { code: string; toClassName: string }[] = []
  const left: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const [code, toClassName] = line.split(/[\t,;،؛]/).map((cell) => cell.trim())
    if (code && toClassName) lines.push({ code, toClassName })
    else if (line.trim()) left.push(line)
  }
  return { lines, left }
}
