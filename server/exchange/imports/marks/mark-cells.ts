import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'

/** A mark as a cell has it: `of` and `percent` where the cell says so; `word` instead of a number, for those who did not sit. */
export type MarkRead = { mark: number | null; of: number | null; word: string | null }

/** Marks are kept with three decimals, which is more than any school writes; a spreadsheet computes with fifteen. */
const rounded = (value: number) => Math.round(value * 1000) / 1000

/** A number of a sheet, 0 to 9999.999, with a decimal point or comma; null for anything else. */
export function markNumberIn(cell: string): number | null {
  const [, text] = /^(\d{1,4}(?:[.,]\d{1,20})?)$/.exec(asciiDigits(cell).trim()) ?? []
  return text ? rounded(Number(text.replace(',', '.'))) : null
}

/** «85», «85/100», «85 من 100», «85%», or a word of absence; null for anything else. */
export function markIn(cell: string): MarkRead | null {
  const plain = asciiDigits(cell).trim()
  if (isAbsence(plain)) return { mark: null, of: null, word: cell.trim() }
  const [, share] = /^(.+?)\s*[%٪]$/.exec(plain) ?? []
  const [, part, whole] = /^(.+?)\s*(?:\/|\\|من|out of)\s*(.+)$/i.exec(plain) ?? []
  const mark = markNumberIn(share ?? part ?? plain)
  const ofWhole = whole ? markNumberIn(whole) : null
  const of = share ? 100 : ofWhole
  if (mark === null || (whole && !of)) return null
  return { mark, of, word: null }
}

/** A percentage from 0 to 100. One up to 1 without the sign may be a share, so it is none. */
export function percentIn(cell: string): number | null {
  const [, number, sign] = /^(.+?)\s*([%٪]?)$/.exec(asciiDigits(cell).trim()) ?? []
  const percent = number ? markNumberIn(number) : null
  if (percent === null || percent > 100) return null
  return percent > 0 && percent <= 1 && !sign ? null : percent
}

const isAbsence = (cell: string) => absences.has(fold(cell))

const absences = new Set(
  'غ, غائب, غائبه, غياب, لم يحضر, معفي, معفاه, اعفاء, محروم, مؤجل, absent, abs, exempt, excused, incomplete, withheld'
    .split(', ')
    .map(fold),
)
