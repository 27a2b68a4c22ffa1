import { type CivilDay, isCivilDay } from './days.ts'
import { plainDigits } from './text.ts'

/**
 * A day while it is typed: in Latin digits, with the slashes after year and month added as the digits come:
 * '١٩٩٠٠٥٢٣' and '1990-05-23' → '1990/05/23'.
 */
export function slashed(text: string, adding: boolean) {
  const plain = plainDigits(text).replace(/[-.\s]/g, '/')
  if (/^\d{8}$/.test(plain)) return `${plain.slice(0, 4)}/${plain.slice(4, 6)}/${plain.slice(6)}`
  return adding && /^(\d{4}|\d{4}\/\d{2})$/.test(plain) ? `${plain}/` : plain
}

/** The day that a text names, as year/month/day, or day/month/year as on paper in Egypt; null if it is not a day. */
export function dayIn(text: string): CivilDay | null {
  const plain = plainDigits(text).trim()
  const [, year, month, date] =
    /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(plain) ??
    reordered(/^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(plain)) ??
    []
  if (!year || !month || !date) return null
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isCivilDay(day) ? day : null
}

const reordered = (found: RegExpExecArray | null) => found && [found[0], found[3], found[2], found[1]]
