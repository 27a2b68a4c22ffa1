import { plainDigits } from '#contract/language/text.ts'
import { withoutTime } from './written-dates.ts'

/** The years of the Hijri calendar in which people who are at school or work there were born, as no civil years are written. */
const [firstYear, lastYear] = [1340, 1500]

/** The numbers of a written date of the Hijri calendar, such as 1438/05/12 or ٢٣-٠٩-١٤٣٧ هـ; null for anything else. */
export function numbersOfHijri(text: string) {
  const date = withoutTime(plainDigits(text).trim())
    .replace(/\s*(?:هـ?|ه\.?|AH|H)\.?$/i, '')
    .trim()
  const [, year, month, day] = /^(1[345]\d{2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})$/.exec(date) ?? []
  const [, first, second, last] = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(1[345]\d{2})$/.exec(date) ?? []
  const dayFirst = Number(second) > 12 ? [last, first, second] : [last, second, first]
  const read = year ? [year, month, day] : dayFirst
  const [y, m, d] = read.map(Number) as [number, number, number]
  return y >= firstYear && y <= lastYear ? { year: y, month: m, day: d } : null
}

/** The civil day of a date of the Hijri calendar by Umm al-Qura, as ISO; null for a day that its month does not have. */
export function dayOfHijri({ year, month, day }: { year: number; month: number; day: number }): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 30) return null
  // Years have 354.367 days on average; the true day is near.
  const about = Math.round(epoch + (year - 1) * 354.367 + (month - 1) * 29.53 + day)
  for (let away = 0; away <= 4; away++)
    for (const at of away === 0 ? [about] : [about - away, about + away]) {
      const date = new Date(at * 86_400_000)
      const found = partsOf(date)
      if (found.year === year && found.month === month && found.day === day) return date.toISOString().slice(0, 10)
    }
  return null
}

/** The day before the first of the Hijri calendar, counted from 1 January 1970. */
const epoch = -492_149

let calendar: Intl.DateTimeFormat | undefined

function partsOf(date: Date) {
  calendar ??= new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = new Map(calendar.formatToParts(date).map(({ type, value }) => [type, Number.parseInt(value, 10)]))
  return { year: parts.get('year'), month: parts.get('month'), day: parts.get('day') }
}
