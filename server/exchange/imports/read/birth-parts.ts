import { fold } from '#contract/language/fold.ts'
import { plainDigits } from '#contract/language/text.ts'
import { recognised } from './headings.ts'
import type { Headed } from './sheets.ts'

/** The words of a column with one part of a birth date, without those that say so, as registers divide it: «يوم», «شهر», «سنة». */
const words = {
  day: ['يوم', 'day', 'dd', 'd'],
  month: ['شهر', 'month', 'mm', 'm'],
  year: ['سنه', 'عام', 'year', 'yyyy', 'y'],
}

/** A birth date in three columns beside each other as the one that it is; a part that is missing stays missing, so that the date is refused. */
export function withWholeBirthDates({ headings, below }: Headed): Headed {
  const parts = headings.map(partOf)
  const at = parts.findIndex((_, from) => new Set(parts.slice(from, from + 3).filter(Boolean)).size === 3)
  if (at < 0 || recognised(headings).some((one) => one?.meaning === 'birthDate')) return { headings, below }
  const placeOf = (part: keyof typeof words) => parts.indexOf(part, at)
  const [day, month, year] = [placeOf('day'), placeOf('month'), placeOf('year')]
  const dateOf = (cells: readonly string[]) => {
    const written = [year, month, day].map((position) => plainDigits(cells[position] ?? '').trim())
    return written.some(Boolean) ? written.map((part) => part.padStart(2, '0')).join('-') : ''
  }
  return {
    headings: headings.toSpliced(at, 3, birthDate),
    below: below.map((row) => ({
      ...row,
      cells: row.cells.length > at ? row.cells.toSpliced(at, 3, dateOf(row.cells)) : row.cells,
    })),
  }
}

/** The remark says from which columns it is, and is no part of the words of the heading. */
const birthDate = 'تاريخ الميلاد (يوم / شهر / سنة)'

function partOf(heading: string) {
  const bare = fold(heading)
    .replace(/(?:^|[\s/_.:-]+)(?:تاريخ|ميلاد|الميلاد|birth|birthdate|date|of|dob)(?=$|[\s/_.:-])/g, ' ')
    .replace(/[\s/_.:-]+/g, ' ')
    .trim()
    .replace(/^ال/, '')
  return (['day', 'month', 'year'] as const).find((part) => words[part].includes(bare))
}
