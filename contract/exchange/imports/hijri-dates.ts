import { fold } from '#contract/language/fold.ts'
import { plainDigits } from '#contract/language/text.ts'
import { withoutTime } from './written-dates.ts'

/** The years of the Hijri calendar in which people who are at school or work there were born, as no civil years are written. */
const [firstYear, lastYear] = [1340, 1500]

/** The numbers of a written date of the Hijri calendar, such as 1438/05/12 or ٢٣-٠٩-١٤٣٧ هـ; null for anything else. */
export function numbersOfHijri(text: string) {
  const marked = withoutTime(plainDigits(text).trim())
  const bare = marked.replace(signOfCalendar, '').trim()
  const date = withNumberOfMonth(
    bare === marked ? bare : bare.replace(/(?<=^\d{1,2}[-/. ]+\d{1,2}[-/. ]+)(?=\d{2}$)/, '14'),
  )
  const [, year, month, day] = /^(1[345]\d{2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})$/.exec(date) ?? []
  const [, first, second, last] = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(1[345]\d{2})$/.exec(date) ?? []
  const dayFirst = Number(second) > 12 ? [last, first, second] : [last, second, first]
  const read = year ? [year, month, day] : dayFirst
  const [y, m, d] = read.map(Number) as [number, number, number]
  return y >= firstYear && y <= lastYear ? { year: y, month: m, day: d } : null
}

const signOfCalendar = /^(?:هـ?|AH)[\s.:]+|\s*(?:هـ?|ه\.?|AH|H)\.?$/i

/** A date with the name of its month, as one with its number: «12 رمضان 1437». */
function withNumberOfMonth(date: string) {
  const [, day, word = '', year] = /^(\d{1,2})[\s\-/]+([^\d\-/]{3,20}?)[\s\-/,،]+(1[345]\d{2})$/.exec(date) ?? []
  const month = months.findIndex((names) => names.includes(fold(word))) + 1
  return month > 0 ? `${day}/${month}/${year}` : date
}

const months = [
  'محرم, المحرم, muharram',
  'صفر, safar',
  'ربيع الأول, ربيع اول, ربيع 1',
  'ربيع الآخر, ربيع الثاني, ربيع ثاني',
  'جمادى الأولى, جمادى الأول, جماد الأول, جماد أول',
  'جمادى الآخرة, جمادى الثانية, جماد الآخر, جماد الثاني, جماد ثاني',
  'رجب, rajab',
  'شعبان, shaaban, shaban',
  'رمضان, ramadan',
  'شوال, shawwal',
  'ذو القعدة, ذي القعدة, ذوالقعدة, القعدة',
  'ذو الحجة, ذي الحجة, ذوالحجة, الحجة',
].map((names) => names.split(', ').map((name) => fold(name)))

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
