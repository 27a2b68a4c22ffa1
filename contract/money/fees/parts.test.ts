import { describe, expect, test } from 'vitest'
import { amountText, exact, fitsCurrency, thousandths } from './amounts.ts'
import { feeParts, filledInOrder, percentOfMoney, spread } from './parts.ts'

const sum = (parts: readonly bigint[]) => parts.reduce((all, part) => all + part, 0n)

/** Whole numbers below a limit, the same in every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('the parts of a thousand plans of chance sum exactly, in every currency', () => {
  const random = seeded(7)
  for (let nth = 0; nth < 1000; nth++) {
    const decimals = random(2) === 0 ? 2 : 3
    const unit = decimals === 2 ? 10n : 1n
    const whole = BigInt(1 + random(90_000_000)) * unit
    const count = 1 + random(12)
    const rules = Array.from({ length: count }, () => ({
      percent: amountText(BigInt(1 + random(Math.floor(100_000 / count))), 3),
    }))
    const parts = feeParts(whole, rules, decimals)
    if (!parts) continue
    expect(sum(parts)).toBe(whole)
    expect(parts.every((part) => fitsCurrency(part, decimals))).toBe(true)
  }
})

test('published percentages that do not sum to a hundred still sum to the amount', () => {
  const rules = ['33.3', '33.3', '33.3'].map((percent) => ({ percent }))
  expect(feeParts(exact('7500.50'), rules, 2)!.map((part) => amountText(part, 2))).toEqual([
    '2497.67',
    '2497.67',
    '2505.16',
  ])
  expect(feeParts(exact('100'), [{ amount: '100' }, {}], 2)).toBeNull()
  expect(feeParts(exact('100'), [{ percent: '60' }, { percent: '60' }, {}], 2)).toBeNull()
})

test('a percentage is rounded half up, as an oracle of fractions says', () => {
  const random = seeded(11)
  for (let nth = 0; nth < 1000; nth++) {
    const [whole, percent] = [BigInt(random(100_000_000)), BigInt(1 + random(100_000))]
    const exactly = whole * percent
    const rounded = percentOfMoney(whole, percent, 3)
    // Twice the distance between the rounded and the exact value is at most one unit, and never from above by a half.
    const twice = (rounded * 100_000n - exactly) * 2n
    expect(twice <= 100_000n && twice > -100_000n).toBe(true)
  }
})

test('what is spread over parts is all of it, and no part gets more than it holds', () => {
  const random = seeded(13)
  for (let nth = 0; nth < 1000; nth++) {
    const over = Array.from({ length: 1 + random(9) }, () => BigInt(random(1_000_000)) * 10n)
    const all = sum(over)
    const amount = BigInt(random(12_000_000)) * 10n
    const shares = spread(amount, over, 2)
    expect(sum(shares)).toBe(amount < all ? amount : all)
    expect(shares.every((share, at) => share >= 0n && share <= over[at]!)).toBe(true)
    const { shares: filled, left } = filledInOrder(amount, over)
    expect(sum(filled) + left).toBe(amount)
  }
})

describe('amounts', () => {
  test('are read and written without losing a digit', () => {
    for (const [text, value, decimals, shown] of [
      ['0.1', 100n, 2, '0.10'],
      ['1234567890.123', 1_234_567_890_123n, 3, '1234567890.123'],
      ['7', 7000n, 2, '7.00'],
      ['0.005', 5n, 3, '0.005'],
    ] as const) {
      expect(thousandths(text)).toBe(value)
      expect(amountText(value, decimals)).toBe(shown)
    }
    expect(amountText(-4990n, 2)).toBe('-4.99')
    expect(exact('-4.99')).toBe(-4990n)
    for (const text of ['', '-1', '1.', '.5', '1.2345', '1e3', '12345678901', '١']) expect(thousandths(text)).toBeNull()
  })
})
