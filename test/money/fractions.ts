/** An exact fraction, for oracles of money; `under` is above zero. It shares nothing with the amounts of the product. */
export type Fraction = { over: bigint; under: bigint }

export const fraction = (over: bigint, under: bigint): Fraction => {
  const by = greatest(over < 0n ? -over : over, under)
  return by > 1n ? { over: over / by, under: under / by } : { over, under }
}

export const zero = fraction(0n, 1n)
export const plus = (a: Fraction, b: Fraction) => fraction(a.over * b.under + b.over * a.under, a.under * b.under)
export const minus = (a: Fraction, b: Fraction) => plus(a, { over: -b.over, under: b.under })
export const times = (a: Fraction, b: Fraction) => fraction(a.over * b.over, a.under * b.under)
export const less = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under

/** With this many decimals. Throws for a fraction that has more. */
export function shown({ over, under }: Fraction, decimals: number) {
  const [scaled, unit] = [over * 10n ** BigInt(decimals), under]
  if (scaled % unit !== 0n) throw new Error(`${over}/${under} has more than ${decimals} decimals`)
  const value = scaled / unit
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function greatest(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatest(b, a % b)
}
