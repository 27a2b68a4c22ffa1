import { createHash } from 'node:crypto'
import { exact } from '#contract/money/fees/amounts.ts'
import { feeParts, spread } from '#contract/money/fees/parts.ts'
import type { ToCharge } from './charging.queries.ts'
import { type ReductionRule, reductionsOf, type Reduced } from './reductions.rules.ts'
import type { StoredPlanLine } from './settings.queries.ts'

export type ChargedPart = { dueOn: string; amount: bigint }
export type ItemCharge = { itemId: string; amount: bigint; parts: ChargedPart[] }
export type StudentCharge = { student: ToCharge; items: ItemCharge[]; reductions: Reduced[]; late: boolean }

type Charging = {
  lines: readonly StoredPlanLine[]
  rules: readonly ReductionRule[]
  yearStartsOn: string | null
  fromMonth: boolean
  onlyHighest: boolean
  decimals: number
}

/**
 * What a student is charged by a plan, apart from what they were charged before. One who joined in a later month than the year began pays the
 * parts from that month on, if the school wants it so.
 */
export function chargeOf(student: ToCharge, charging: Charging): StudentCharge {
  const { lines, rules, yearStartsOn, fromMonth, onlyHighest, decimals } = charging
  const { joinedOn } = student
  const joined =
    joinedOn && yearStartsOn && joinedOn.slice(0, 7) > yearStartsOn.slice(0, 7) ? joinedOn.slice(0, 7) : null
  let late = false
  const items = lines
    .filter(({ itemId }) => !student.chargedItemIds.includes(itemId))
    .flatMap(({ itemId, amount, parts: stored }) => {
      const all = feeParts(exact(amount), stored, decimals)!
      const parts = all.map((part, nth) => ({ dueOn: stored[nth]!.dueOn, amount: part }))
      const own = fromMonth && joined ? parts.filter(({ dueOn }) => dueOn.slice(0, 7) >= joined) : parts
      late ||= own.length < parts.length
      return own.length > 0 ? [{ itemId, amount: sumOf(own.map((part) => part.amount)), parts: own }] : []
    })
  const child = { place: student.place, grantedIds: new Set(student.grantedIds) }
  const reductions = reductionsOf(items, rules, child, { onlyHighest, decimals })
  return { student, items, reductions, late }
}

export const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** The reductions of a student over the parts of the items: for each reduction, what it takes off each part. */
export function reducedParts({ items, reductions }: StudentCharge, decimals: number) {
  const left = new Map(items.map(({ itemId, parts }) => [itemId, parts.map(({ amount }) => amount)]))
  return reductions.map(({ rule, of }) => ({
    rule,
    parts: [...of].flatMap(([itemId, off]) => {
      const open = left.get(itemId)!
      const shares = spread(off, open, decimals)
      left.set(
        itemId,
        open.map((amount, nth) => amount - shares[nth]!),
      )
      return shares.map((amount, nth) => ({ itemId, nth, amount })).filter(({ amount }) => amount > 0n)
    }),
  }))
}

/** Names a plan of charges: two that do the same have the same. */
export function hashOfCharges(version: number, charges: readonly StudentCharge[]) {
  const text = charges.map(({ student, items, reductions }) => [
    student.id,
    items.map(({ itemId, parts }) => [itemId, parts.map(({ dueOn, amount }) => [dueOn, String(amount)])]),
    reductions.map(({ rule, of }) => [rule.id, rule.version, [...of].map(([itemId, off]) => [itemId, String(off)])]),
  ])
  return createHash('sha256')
    .update(JSON.stringify([version, text]))
    .digest('hex')
}
