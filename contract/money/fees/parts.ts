import { exact, fitsCurrency } from './amounts.ts'

export type PartRule = { amount?: string | null | undefined; percent?: string | null | undefined }

/**
 * The parts of an amount in thousandths. A percentage is rounded to the currency, half up; the last part takes what is left, so the parts sum
 * exactly to the amount, also where percentages do not sum to 100. Null: the parts before the last one take all of it or more, or are nothing.
 */
export function feeParts(whole: bigint, rules: readonly PartRule[], decimals: number): bigint[] | null {
  let left = whole
  const parts = rules.slice(0, -1).map(({ amount, percent }) => {
    const part = amount ? exact(amount) : percentOfMoney(whole, percent ? exact(percent) : 0n, decimals)
    left -= part
    return part
  })
  parts.push(left)
  return parts.every((part) => part > 0n && fitsCurrency(part, decimals)) ? parts : null
}

/** A percentage (in thousandths of a percent) of an amount, rounded half up to the currency. */
export function percentOfMoney(whole: bigint, percent: bigint, decimals: number): bigint {
  const unit = decimals === 3 ? 1n : 10n
  const divided = 100_000n * unit
  return ((whole * percent * 2n + divided) / (divided * 2n)) * unit
}

/**
 * Spreads an amount over parts in proportion to them, never more than a part holds. Each share is rounded down to the currency, and what is left
 * goes to the last parts that have room.
 */
export function spread(amount: bigint, over: readonly bigint[], decimals: number): bigint[] {
  const unit = decimals === 3 ? 1n : 10n
  const all = over.reduce((sum, part) => sum + part, 0n)
  if (all === 0n) return over.map(() => 0n)
  const taken = amount > all ? all : amount
  const shares = over.map((part) => ((taken * part) / all / unit) * unit)
  let left = taken - shares.reduce((sum, share) => sum + share, 0n)
  for (let nth = over.length - 1; nth >= 0 && left > 0n; nth--) {
    const room = over[nth]! - shares[nth]!
    const more = left < room ? left : room
    shares[nth]! += more
    left -= more
  }
  return shares
}

/** Fills the parts in their order until the amount is used up; `left` is what no part took. */
export function filledInOrder(amount: bigint, open: readonly bigint[]): { shares: bigint[]; left: bigint } {
  let left = amount
  const shares = open.map((part) => {
    const share = left < part ? left : part
    left -= share
    return share
  })
  return { shares, left }
}
