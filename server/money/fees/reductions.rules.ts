import { exact } from '#contract/money/fees/amounts.ts'
import { percentOfMoney } from '#contract/money/fees/parts.ts'

export type ReductionRule = {
  id: string
  kind: string
  measure: 'percent' | 'amount'
  value: string | null
  byChild: readonly string[]
  itemIds: readonly string[]
  version: number
}

/** What a reduction of a child takes off each item, in thousandths. */
export type Reduced = { rule: ReductionRule; of: Map<string, bigint> }

export type ChargedItem = { itemId: string; amount: bigint }

type Child = {
  /** 1: the eldest child of the family at the school. */
  place: number
  /** The reductions by hand that the child has in the year. */
  grantedIds: ReadonlySet<string>
}

/**
 * The reductions of a child, in the order of the school: one after another, each of what the former left, or only the one that takes off
 * most. No reduction takes off more than there is.
 */
export function reductionsOf(
  items: readonly ChargedItem[],
  rules: readonly ReductionRule[],
  child: Child,
  { onlyHighest, decimals }: { onlyHighest: boolean; decimals: number },
): Reduced[] {
  const own = rules.filter(({ id, kind }) => (kind === 'sibling' ? child.place > 1 : child.grantedIds.has(id)))
  if (!onlyHighest) {
    const left = new Map(items.map(({ itemId, amount }) => [itemId, amount]))
    return own.flatMap((rule) => {
      const of = takenOff(rule, child.place, left, decimals)
      for (const [itemId, off] of of) left.set(itemId, left.get(itemId)! - off)
      return of.size > 0 ? [{ rule, of }] : []
    })
  }
  const whole = new Map(items.map(({ itemId, amount }) => [itemId, amount]))
  const each = own.map((rule) => ({ rule, of: takenOff(rule, child.place, whole, decimals) }))
  const highest = each.reduce<Reduced | null>((best, one) => (best && total(best) >= total(one) ? best : one), null)
  return highest && highest.of.size > 0 ? [highest] : []
}

export const total = ({ of }: Reduced) => [...of.values()].reduce((sum, off) => sum + off, 0n)

/** What a rule takes off items of which so much is left. A fixed amount is taken off the items in their order. */
export function takenOff(rule: ReductionRule, place: number, left: ReadonlyMap<string, bigint>, decimals: number) {
  const text = rule.kind === 'sibling' ? rule.byChild[Math.min(place - 2, rule.byChild.length - 1)] : rule.value
  const value = text ? exact(text) : 0n
  const of = new Map<string, bigint>()
  let rest = value
  for (const [itemId, amount] of left) {
    if (rule.itemIds.length > 0 && !rule.itemIds.includes(itemId)) continue
    const fixed = rest < amount ? rest : amount
    const off = rule.measure === 'percent' ? percentOfMoney(amount, value, decimals) : fixed
    rest -= off
    if (off > 0n) of.set(itemId, off)
  }
  return of
}
