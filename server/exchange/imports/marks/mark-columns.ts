import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'
import type { FileRow } from '#server/exchange/imports/read/read-file.ts'
import { type Recognised, recognisedExactly } from '#server/exchange/imports/read/headings.ts'
import { markIn, markNumberIn } from './mark-cells.ts'
import type { MarksOf } from './marks.queries.ts'
import { noMarks } from './whence.ts'

/** The course that a heading names: without its maximum, and without the words that say what the column has of the course. */
export function courseOfHeading(heading: string) {
  const { course } = partsOfHeading(heading)
  return course.replace(/\s+/g, ' ').trim().slice(0, 100)
}

/** The maximum that a heading names: «الرياضيات (100)», «Science / 50», «Arabic out of 60». */
export const maximumOfHeading = (heading: string) => partsOfHeading(heading).maximum

function partsOfHeading(heading: string) {
  const [, named, maximum] =
    /^(.*?)[\s([/-]*(?:من|out of|max|[(/[])\s*(\d{1,4}(?:\.\d+)?)\s*[)\]]?$/i.exec(asciiDigits(heading).trim()) ?? []
  const most = maximum ? Number(maximum) : null
  const isMaximum = most !== null && most > 0 && most <= 1000
  const pieces = (isMaximum ? named! : heading).split(' / ').map((piece) => piece.trim())
  const own = pieces.filter((piece) => !aboutMarks.has(fold(piece)) && !aboutWords.has(fold(piece)))
  const hasWords = pieces.some((piece) => aboutWords.has(fold(piece)))
  const whole = (own.length > 0 ? own : pieces).join(' / ')
  const [, before, rest] = /^(\S+(?: of| in)?)\s+(.+)$/i.exec(whole) ?? []
  const first = before ? fold(before.replace(/ (?:of|in)$/i, '')) : ''
  const isWords = hasWords || aboutWords.has(first)
  const course = rest && (aboutMarks.has(first) || aboutWords.has(first)) ? rest : whole
  return { course, maximum: isMaximum ? most : null, isWords }
}

const listOf = (words: string) => new Set(words.split(', ').map(fold))
const aboutMarks = listOf('درجه, الدرجه, درجات, mark, marks, score, points, المجموع, total')
const aboutWords = listOf('تقدير, التقدير, grade, letter grade, rating')

/** Columns that no heading explains and that have marks, or the words of a course, are taken as those of the course in their heading. */
export function withCourseColumns(found: readonly Recognised[], headings: readonly string[], rows: readonly FileRow[]) {
  // In a list with a row for each mark, what is left are dates, comments and numbers of the other system.
  if (found.some((one) => one?.meaning === 'markCourse')) return [...found]
  return headings.map((heading, position): Recognised => {
    const one = found[position]
    if (one || heading.trim() === '' || isNoCourse(heading)) return one ?? null
    const values = rows.map(({ cells }) => cells[position] ?? '').filter(Boolean)
    if (values.length === 0) return null
    if (values.filter((value) => markIn(value) !== null).length >= values.length / 2)
      return { meaning: 'markOfCourse', guess: 'near' }
    return partsOfHeading(heading).isWords ? { meaning: 'wordOfCourse', guess: 'near' } : null
  })
}

/** Numbers beside marks that are none: what a list of students knows by this heading, ranks, ages and days of absence. */
const isNoCourse = (heading: string) => {
  const [one] = recognisedExactly([heading], 'students')
  return noCourses.has(fold(heading)) || (one?.meaning != null && one.meaning !== 'religion')
}
const noCourses = listOf(
  'الترتيب, ترتيب, ترتيب الطالب, الترتيب علي الفصل, rank, position, class rank, السن, العمر, age, الغياب, غياب, ايام الغياب, عدد ايام الغياب, absent, absences, days absent, المواظبه, عدد المواد, عدد مواد الرسوب',
)

/** Many sheets have the maxima in a row below the headings; it is no pupil's, and each column shows its maximum. */
export function withoutMaxima(rows: FileRow[], headings: readonly string[]) {
  const at = rows.slice(0, 5).findIndex(({ cells }) => cells.some((cell) => namesOfMaxima.has(fold(cell))))
  const row = rows[at]
  const numbers = row?.cells.map((cell) => (cell === '' ? null : markNumberIn(cell)))
  const maxima = headings.map((heading, position) => numbers?.[position] || maximumOfHeading(heading))
  return { rows: row ? rows.filter((_, nth) => nth !== at) : rows, maxima }
}

const namesOfMaxima = listOf(
  'النهايه العظمي, النهايه الكبري, الدرجه العظمي, الدرجه النهائيه, الدرجه الكليه, الحد الاعلي, max, maximum, max mark, maximum mark, full mark, full marks, out of, points possible, possible points',
)

/** Whence marks are, as far as titles say it; the first that says something counts. */
export function marksSaidIn(titles: readonly string[], before: MarksOf = noMarks): MarksOf {
  const said = titles.map(termIn)
  return {
    ...before,
    yearName: before.yearName ?? said.map(({ yearName }) => yearName).find(Boolean) ?? null,
    termName: before.termName ?? said.map(({ termName }) => termName).find(Boolean) ?? null,
  }
}

/** The year and the term of which a title, the name of a file or of a sheet speaks; null for what it does not say. */
function termIn(text: string) {
  const plain = asciiDigits(text)
  const [, first, second] = /(?<!\d)(20\d\d|1[34]\d\d)\s*[-–/_\\]\s*(20\d\d|1[34]\d\d|\d\d)(?!\d)/.exec(plain) ?? []
  const isYear = first !== undefined && Number(first.slice(-2)) + 1 === Number(second!.slice(-2))
  const yearName = isYear ? `${first}/${second!.length === 2 ? first.slice(0, 2) + second! : second}` : null
  const [term] =
    /(?:الفصل الدراسي|الترم|الفترة)\s+(?:الأول|الاول|الثاني|الثالث|\d)|(?:first|second|third|1st|2nd|3rd)\s+(?:term|semester)|(?:term|semester)\s+\d/i.exec(
      plain,
    ) ?? []
  return { yearName, termName: term ?? null }
}
