import { field, refuse } from '#contract/language/fields.ts'
import { asciiDigits, cleaned, typeName } from '#contract/language/text.ts'

/** The currencies in which a school can charge, with their decimals. */
export const decimalsOf = { EGP: 2, SAR: 2, AED: 2, QAR: 2, KWD: 3, BHD: 3, OMR: 3, JOD: 3 } as const

export type Currency = keyof typeof decimalsOf

export const currencies = Object.keys(decimalsOf) as Currency[]

/**
 * A text of digits as thousandths, which are exact; null for anything else. Sums of money are added as such whole numbers and written as
 * texts, so that no amount is ever a binary fraction.
 */
export function thousandths(text: string): bigint | null {
  const parts = /^(\d{1,10})(?:\.(\d{1,3}))?$/.exec(text)
  return parts ? BigInt(parts[1]!) * 1000n + BigInt((parts[2] ?? '').padEnd(3, '0')) : null
}

/** Thousandths of an amount that is known to be one; it may be below zero. */
export function exact(text: string): bigint {
  const isNegative = text.startsWith('-')
  const value = thousandths(isNegative ? text.slice(1) : text)
  if (value === null) throw new TypeError(`This is no amount: ${text}`)
  return isNegative ? -value : value
}

/** The amount as it is written: all decimals of the currency and no more. */
export function amountText(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(4, '0')
  const whole = `${digits.slice(0, -3)}.${digits.slice(-3)}`.slice(0, decimals - 3 || undefined)
  return value < 0n ? `-${whole}` : whole
}

/** Whether thousandths have no more decimals than the currency. */
export const fitsCurrency = (value: bigint, decimals: number) => value % (decimals === 3 ? 1n : 10n) === 0n

/** A positive amount of money as a text, in any digits. It is read without becoming a binary fraction. */
export const MoneyText = sum('Write an amount above zero', (value) => value > 0n)

/** The same or zero. */
export const MoneyOrZero = sum('Write an amount', (value) => value >= 0n)

function sum(sentence: string, fits: (value: bigint) => boolean) {
  return field<string>({ type: 'string', format: 'money' }, (raw) => {
    if (raw === undefined || raw === null) return refuse('Required')
    if (typeof raw !== 'string') return refuse(`Expected string, received ${typeName(raw)}`)
    const text = asciiDigits(cleaned(raw))
      .replaceAll(/[,٬\s]/g, '')
      .replace('٫', '.')
    if (/^\d{1,9}\.\d{4,}$/.test(text)) return refuse('At most 3 decimals')
    const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? thousandths(text) : null
    return value !== null && fits(value) ? amountText(value, 3) : refuse(sentence)
  })
}

/** Percent of an amount, as a text with at most three decimals: above 0, at most 100. */
export const Percent = field<string>({ type: 'string', format: 'percent' }, (raw) => {
  const text = typeof raw === 'string' ? asciiDigits(cleaned(raw)).replace('٫', '.') : ''
  const value = thousandths(text)
  return value !== null && value > 0n && value <= 100_000n
    ? amountText(value, 3)
    : refuse('Write a percentage from 0 to 100')
})
