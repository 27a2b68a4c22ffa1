/** An exact fraction: marks are added, weighted and compared without rounding. `of` is above 0. */
export type Rational = { readonly top: bigint; readonly of: bigint }

export function rational(top: bigint, of = 1n): Rational {
  const sign = of < 0n ? -1n : 1n
  const common = greatestCommon(top < 0n ? -top : top, of * sign)
  return common === 1n ? { top: top * sign, of: of * sign } : { top: (top * sign) / common, of: (of * sign) / common }
}

export const zero = rational(0n)
export const one = rational(1n)

/** From a number with two decimals, as in the API or in a column. */
export const exactly = (decimal: number) => rational(BigInt(Math.round(decimal * 100)), 100n)

export const plus = (a: Rational, b: Rational) =>
  a.of === b.of ? rational(a.top + b.top, a.of) : rational(a.top * b.of + b.top * a.of, a.of * b.of)
export const minus = (a: Rational, b: Rational) => plus(a, { top: -b.top, of: b.of })
export const times = (a: Rational, b: Rational) => rational(a.top * b.top, a.of * b.of)
export const divided = (a: Rational, b: Rational) => rational(a.top * b.of, a.of * b.top)
export const sum = (all: readonly Rational[]) => all.reduce(plus, zero)

/** Below 0, 0 or above 0 if `a` is less than, equal to or greater than `b`. */
export function compare(a: Rational, b: Rational) {
  const difference = a.top * b.of - b.top * a.of
  if (difference < 0n) return -1
  return difference > 0n ? 1 : 0
}

/** Rounds to the nearest multiple of 1/`parts`, halves up. Values are never negative. */
export const nearest = (value: Rational, parts: bigint) =>
  rational((2n * value.top * parts + value.of) / (2n * value.of), parts)

/** Rounds to two decimals, halves up. For display and columns only, never for further computing. */
export const inHundredths = (value: Rational) => {
  const hundredths = nearest(value, 100n)
  return Number((hundredths.top * 100n) / hundredths.of) / 100
}

export const inWords = ({ top, of }: Rational) => (of === 1n ? `${top}` : `${top}/${of}`)

function greatestCommon(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}
