import { fold } from '#contract/language/fold.ts'
import { type RowCells, textIn } from '#server/exchange/imports/read/row-cells.ts'
import type { RowPlan } from '#server/exchange/imports/tables/plans.queries.ts'
import { courseOfHeading } from './mark-columns.ts'
import { markIn, markNumberIn, percentIn } from './mark-cells.ts'
import type { MarksOf, PlannedMark } from './marks.queries.ts'

/** What marks are read with: whence they are, and the columns of courses. */
export type MarksReading = {
  of: MarksOf
  columns: readonly { position: number; meaning: string | null; heading: string; fullMark: number | null }[]
}

type Found = Pick<PlannedMark, 'mark' | 'of' | 'percent' | 'word'> & { at: number | null }

/** The marks of a row: of each course that has a column, and the one that the row itself is about or sums up. */
export function marksIn(row: RowCells, { of: whence, columns }: MarksReading): RowPlan {
  const year = textIn(row, 'markYear', 1, 60) ?? whence.yearName
  if (!year && !row.says('markYear')) row.fault('markYear', 'Say of which school year these marks are')
  const term = textIn(row, 'markTerm', 1, 60) ?? whence.termName
  const hasCourses = columns.some(({ meaning }) => meaning === 'markOfCourse' || meaning === 'wordOfCourse')
  const courseOfAll = hasCourses ? null : whence.courseName
  const course = row.at('markCourse') === null ? courseOfAll : textIn(row, 'markCourse', 1, 100)
  const rest = restIn(row, columns, course === null ? null : whence.fullMark)
  const found = [
    ...coursesIn(row, columns, whence.fullMark),
    ...(rest.mark === null && rest.percent === null && rest.word === null ? [] : [{ course, ...rest }]),
  ]
  const marks = year ? found.map((one, position) => ({ year, term, position, ...one })) : []
  return { title: null, words: marks.map(wordsOf), marks }
}

/** The mark of a row that names its course, or the total beside the marks of courses. */
function restIn(row: RowCells, columns: MarksReading['columns'], most: number | null): Found {
  const at = row.at('mark')
  const read = row.value('mark', markIn, notANumber)
  const own = row.value('markOf', (cell) => markNumberIn(cell) || null, notANumber)
  const of = read?.of ?? own ?? columns[at ?? -1]?.fullMark ?? most
  const percent = row.value('markPercent', percentIn, 'Write the percentage as a number up to 100')
  const word = textIn(row, 'markWord', 1, 60) ?? read?.word ?? null
  const mark = read?.mark ?? null
  if (isAbove(mark, of)) row.fault('mark', aboveMaximum)
  return { mark, of: mark === null ? null : of, percent, word, at: at ?? row.at('markPercent') ?? row.at('markWord') }
}

/** The marks and words of the courses in the headings; two columns may have the mark and the word of one course. */
function coursesIn(row: RowCells, columns: MarksReading['columns'], most: number | null) {
  const found = new Map<string, Found & { course: string }>()
  for (const { position, meaning, heading, fullMark } of columns) {
    if (meaning !== 'markOfCourse' && meaning !== 'wordOfCourse') continue
    const course = courseOfHeading(heading)
    if (course === '') {
      row.valueAt(position, () => null, 'Write the course above this column')
      continue
    }
    const before = found.get(fold(course)) ?? { course, ...nothing, at: position }
    if (meaning === 'wordOfCourse') {
      const word = row.valueAt(
        position,
        (cell) => (cell.length <= 60 ? cell : null),
        'String must contain at most 60 character(s)',
      )
      if (word !== null) found.set(fold(course), { ...before, word })
      continue
    }
    const read = row.valueAt(position, markIn, notANumber)
    if (read === null) continue
    const of = read.of ?? fullMark ?? most
    if (before.mark !== null) row.valueAt(position, () => null, 'Another column has a mark of this course')
    if (isAbove(read.mark, of)) row.valueAt(position, () => null, aboveMaximum)
    const word = read.word ?? before.word
    found.set(fold(course), { ...before, mark: read.mark, of: read.mark === null ? null : of, word, at: position })
  }
  return [...found.values()]
}

const isAbove = (mark: number | null, of: number | null) => mark !== null && of !== null && mark > of

const nothing = { mark: null, of: null, percent: null, word: null }
const notANumber = 'This is no mark; write a number'
const aboveMaximum = 'This mark is above the maximum'

/** A mark as it is shown: the course, and «85 / 100 · 85 % · ممتاز». */
const wordsOf = (mark: PlannedMark) => ({ field: 'mark', name: mark.course, value: shownMark(mark) })

function shownMark({ mark, of, percent, word }: Pick<PlannedMark, 'mark' | 'of' | 'percent' | 'word'>) {
  const ofMost = of === null ? '' : ` / ${of}`
  return [mark === null ? null : `${mark}${ofMost}`, percent === null ? null : `${percent} %`, word]
    .filter((piece) => piece !== null)
    .join(' · ')
}
