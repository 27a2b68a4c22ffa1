import type { OutputOf } from '#contract/language/operation.ts'
import type { RegisterColumn } from '#contract/results/results/register-columns.ts'
import type { resultSheets } from '#contract/results/results/sheets.ts'
import { percentOf, ranked } from './compute.ts'
import type { Figures } from './figures.ts'
import { exactly } from './rational.ts'
import type { SheetPupil } from './sheet-pupils.ts'
import { outcomeWords, registerWords, sheetWords, stateLetters } from './sheet-words.ts'

type Sheet = OutputOf<typeof resultSheets.ofClass>
export type SheetCells = Pick<Sheet, 'columns' | 'rows'>
export type SheetValue = string | number | null
export type SheetLanguage = 'en' | 'ar'

export type SheetColumn<Row> = {
  key: string
  name: string
  fullMark?: number | null
  isText?: boolean
  of: (row: Row, nth: number) => SheetValue
}

export const wordIn = ([en, ar]: readonly [en: string, ar: string], language: SheetLanguage) =>
  language === 'ar' ? ar : en

export const nameIn = ({ name, nameAr }: { name: string; nameAr: string }, language: SheetLanguage) =>
  language === 'ar' ? nameAr : name

export const cellsOfSheet = <Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): SheetCells => ({
  columns: columns.map(({ key, name, fullMark = null, isText = false }) => ({ key, name, fullMark, isText })),
  rows: rows.map((row, nth) => ({
    cells: columns.map(({ of }) => {
      const value = of(row, nth)
      return { text: typeof value === 'string' ? value : null, number: typeof value === 'number' ? value : null }
    }),
  })),
})

/** The mark, or the letter of the state that replaces it. */
export const marked = ({ total, state }: Pick<Figures, 'total' | 'state'>, language: SheetLanguage): SheetValue =>
  state && (total === null || state === 'absent') ? wordIn(stateLetters[state]!, language) : total

export const outcomeWord = (figures: Figures, language: SheetLanguage) =>
  wordIn(outcomeWords[outcomeOf(figures)], language)

function outcomeOf({ passed, needsSecondRound }: Figures) {
  if (needsSecondRound) return 'secondRound'
  if (passed === null) return 'open'
  return passed ? 'passed' : 'failed'
}

/** A completely empty column would only take space from the others. */
const hasSeats = (pupils: readonly SheetPupil[]) => pupils.some(({ seatNumber }) => seatNumber !== null)

/** The scheme of a course, from which the column heads come. What is left out for one pupil may count for the next. */
export type Heads = {
  fullMark: number
  parts: readonly { id: string; name: string; nameAr: string; fullMark: number }[]
}

/** The register of a course: the columns in the chosen order, with each part of the course and its full mark. */
export function registerTable(
  pupils: readonly SheetPupil[],
  { chosen, language, heads }: { chosen: readonly RegisterColumn[]; language: SheetLanguage; heads: Heads | null },
): SheetCells {
  const wanted = hasSeats(pupils) ? chosen : chosen.filter((key) => key !== 'seatNumber')
  const simple = registerColumnsIn(language, heads?.fullMark ?? null)
  return cellsOfSheet(
    wanted.flatMap((key): SheetColumn<SheetPupil>[] =>
      key === 'parts'
        ? (heads?.parts ?? []).map((part) => ({
            key: `part ${part.id}`,
            name: nameIn(part, language),
            fullMark: fullMarkOfAll(pupils, part),
            of: ({ total }) => {
              const own = total.parts.find(({ id }) => id === part.id)
              return own ? marked({ total: own.points, state: own.state }, language) : null
            },
          }))
        : [{ key, name: wordIn(registerWords[key], language), ...simple[key] }],
    ),
    pupils,
  )
}

/** The full mark of a part: the one of all pupils if they agree (as when a test did not take place), else that of the scheme. */
function fullMarkOfAll(pupils: readonly SheetPupil[], part: { id: string; fullMark: number }) {
  const own = pupils.flatMap(({ total }) => total.parts.filter(({ id }) => id === part.id))
  const [first, ...others] = new Set(own.map(({ fullMark }) => fullMark))
  return first === undefined || others.length > 0 ? part.fullMark : first
}

const registerColumnsIn = (
  language: SheetLanguage,
  fullMark: number | null,
): Record<Exclude<RegisterColumn, 'parts'>, Pick<SheetColumn<SheetPupil>, 'of' | 'isText' | 'fullMark'>> => ({
  nth: { of: (_, nth) => nth + 1 },
  code: { isText: true, of: ({ code }) => code },
  seatNumber: { isText: true, of: ({ seatNumber }) => seatNumber },
  name: { isText: true, of: ({ name }) => name },
  total: { fullMark, of: ({ total }) => marked(total, language) },
  percent: { of: ({ total }) => total.percent },
  band: { isText: true, of: ({ total }) => total.band && nameIn(total.band, language) },
  outcome: { isText: true, of: ({ total }) => outcomeWord(total, language) },
  absent: { of: ({ days }) => days?.absent ?? 0 },
  excused: { of: ({ days }) => days?.excused ?? 0 },
  late: { of: ({ days }) => days?.late ?? 0 },
  notes: { isText: true, of: () => '' },
})

/** All pupils with the mark of each course; for a whole grade also with the class. */
export function classSheetOf(pupils: readonly SheetPupil[], language: SheetLanguage, isOfGrade: boolean): SheetCells {
  const simple = registerColumnsIn(language, mostOfAll(pupils))
  const column = (key: Exclude<RegisterColumn, 'parts'>): SheetColumn<SheetPupil> => ({
    key,
    name: wordIn(registerWords[key], language),
    ...simple[key],
  })
  const courses = coursesOfPupils(pupils).map(
    ({ courseId, courseName, fullMark }): SheetColumn<SheetPupil> => ({
      key: `course ${courseId}`,
      name: courseName!,
      fullMark,
      of: (pupil) => {
        const own = pupil.courses.find((course) => course.courseId === courseId)
        return own ? marked(own, language) : null
      },
    }),
  )
  return cellsOfSheet(
    [
      column('nth'),
      ...(hasSeats(pupils) ? [column('seatNumber')] : []),
      column('name'),
      ...(isOfGrade ? [classColumn<SheetPupil>(language)] : []),
      ...courses,
      column('total'),
      column('percent'),
      column('band'),
      column('outcome'),
    ],
    pupils,
  )
}

/** The full mark of a pupil with every course; pupils who are exempt from a course have a lower one. */
const mostOfAll = (pupils: readonly SheetPupil[]) =>
  pupils.length === 0 ? null : Math.max(...pupils.map(({ total }) => total.fullMark ?? 0))

export const classColumn = <Row extends { classRoomName: string }>(language: SheetLanguage): SheetColumn<Row> => ({
  key: 'classRoom',
  name: wordIn(sheetWords.classRoom, language),
  isText: true,
  of: ({ classRoomName }) => classRoomName,
})

export const coursesOfPupils = (pupils: readonly SheetPupil[]) => [
  ...new Map(pupils.flatMap(({ courses }) => courses.map((course) => [course.courseId, course] as const))).values(),
]

/** Ranks by the exact share and not by the displayed percentage, because two pupils may share the percentage but not the rank. */
const exactShare = ({ total, fullMark }: Figures) =>
  total === null || fullMark === null ? null : percentOf(exactly(total), exactly(fullMark))

/** The first ten ranks, including everybody who shares the tenth. */
export function topTenOf(pupils: readonly SheetPupil[], language: SheetLanguage): SheetCells {
  const places = ranked(pupils.map((pupil) => ({ ...pupil, share: exactShare(pupil.total) })))
  const placed = [...places].map(([pupil, place]) => ({ ...pupil, place }))
  const simple = registerColumnsIn(language, null)
  const column = (key: 'code' | 'name' | 'total' | 'percent' | 'band'): SheetColumn<SheetPupil> => ({
    key,
    name: wordIn(registerWords[key], language),
    ...simple[key],
  })
  const place: SheetColumn<(typeof placed)[number]> = {
    key: 'place',
    name: wordIn(sheetWords.place, language),
    of: (row) => row.place,
  }
  const full: SheetColumn<SheetPupil> = {
    key: 'full',
    name: wordIn(sheetWords.full, language),
    of: ({ total }) => total.fullMark,
  }
  return cellsOfSheet(
    [
      place,
      column('name'),
      column('code'),
      classColumn(language),
      column('total'),
      full,
      column('percent'),
      column('band'),
    ],
    placed.filter((row) => row.place <= 10),
  )
}
