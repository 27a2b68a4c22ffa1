import type { Figures } from './figures.ts'
import { divided, exactly, inHundredths, minus, rational, sum, times } from './rational.ts'
import type { SheetPupil } from './sheet-pupils.ts'
import {
  classColumn,
  coursesOfPupils,
  type SheetLanguage,
  marked,
  nameIn,
  outcomeWord,
  type SheetCells,
  cellsOfSheet,
  type SheetValue,
  wordIn,
} from './sheet-tables.ts'
import { registerWords, sheetWords } from './sheet-words.ts'

/** Who did not pass which course: by course, then by class and name. `passMarkOf`: the mark needed to pass a course. */
export function failedOf(
  pupils: readonly SheetPupil[],
  language: SheetLanguage,
  passMarkOf: (courseId: string) => number | null,
): SheetCells {
  const rows = coursesOfPupils(pupils).flatMap(({ courseId }) =>
    pupils.flatMap((pupil) =>
      pupil.courses
        .filter((course) => course.courseId === courseId && (course.passed === false || course.needsSecondRound))
        .map((course) => ({ ...pupil, course, passMark: passMarkOf(course.courseId!) })),
    ),
  )
  const text = (key: string, name: string, of: (row: (typeof rows)[number]) => SheetValue) => ({
    key,
    name,
    isText: true,
    of,
  })
  return cellsOfSheet(
    [
      text('course', wordIn(sheetWords.course, language), ({ course }) => course.courseName),
      text('name', wordIn(registerWords.name, language), ({ name }) => name),
      text('code', wordIn(registerWords.code, language), ({ code }) => code),
      classColumn(language),
      { key: 'total', name: wordIn(registerWords.total, language), of: ({ course }) => marked(course, language) },
      { key: 'passMark', name: wordIn(sheetWords.passMark, language), of: ({ passMark }) => passMark },
      {
        key: 'missing',
        name: wordIn(sheetWords.missing, language),
        of: ({ course, passMark }) => {
          if (course.total === null || passMark === null || course.total >= passMark) return null
          return inHundredths(minus(exactly(passMark), exactly(course.total)))
        },
      },
      text('outcome', wordIn(registerWords.outcome, language), ({ course }) => outcomeWord(course, language)),
    ],
    rows,
  )
}

/** How many passed and how many are in each band: one row per course and one for the totals. */
export function bandsOf(pupils: readonly SheetPupil[], language: SheetLanguage, hasTotal: boolean): SheetCells {
  const rows = coursesOfPupils(pupils).map(({ courseId, courseName }) => ({
    name: courseName!,
    figures: pupils.flatMap(({ courses }) => courses.filter((course) => course.courseId === courseId)),
  }))
  if (hasTotal && pupils.length > 0)
    rows.push({ name: wordIn(sheetWords.all, language), figures: pupils.map(({ total }) => total) })
  type Row = (typeof rows)[number]
  const bands = new Map(
    rows.flatMap(({ figures }) => figures.flatMap(({ band }) => (band ? [[band.name, band] as const] : []))),
  )
  const best = ({ name }: { name: string }) =>
    Math.max(
      ...rows.flatMap(({ figures }) =>
        figures.filter(({ band }) => band?.name === name).map(({ percent }) => percent ?? 0),
      ),
    )
  const count = (key: 'students' | 'passedCount' | 'failedCount' | 'openCount', is: (one: Figures) => boolean) => ({
    key,
    name: wordIn(sheetWords[key], language),
    of: ({ figures }: Row) => figures.filter(is).length,
  })
  const ofPercents = (key: 'mean' | 'highest' | 'lowest', of: (percents: number[]) => number) => ({
    key,
    name: wordIn(sheetWords[key], language),
    of: ({ figures }: Row) => {
      const percents = figures.flatMap(({ percent }) => percent ?? [])
      return percents.length > 0 ? of(percents) : null
    },
  })
  return cellsOfSheet<Row>(
    [
      { key: 'course', name: wordIn(sheetWords.course, language), isText: true, of: ({ name }) => name },
      count('students', () => true),
      count('passedCount', ({ passed }) => passed === true),
      count('failedCount', ({ passed }) => passed === false),
      count('openCount', ({ passed }) => passed === null),
      { key: 'share', name: wordIn(sheetWords.share, language), of: ({ figures }) => shareOfPassed(figures) },
      ofPercents('mean', meanOf),
      ofPercents('highest', (all) => Math.max(...all)),
      ofPercents('lowest', (all) => Math.min(...all)),
      ...[...bands.values()]
        .toSorted((a, b) => best(b) - best(a))
        .map((band) => ({
          key: `band ${band.name}`,
          name: nameIn(band, language),
          of: ({ figures }: Row) => figures.filter((one) => one.band?.name === band.name).length,
        })),
    ],
    rows,
  )
}

const meanOf = (percents: number[]) =>
  inHundredths(divided(sum(percents.map(exactly)), rational(BigInt(percents.length))))

/** The share of passes among the pupils whose result is decided. */
function shareOfPassed(figures: readonly Figures[]) {
  const decided = figures.filter(({ passed }) => passed !== null)
  const passed = decided.filter((one) => one.passed).length
  if (decided.length === 0) return null
  return inHundredths(times(rational(BigInt(passed), BigInt(decided.length)), rational(100n)))
}
