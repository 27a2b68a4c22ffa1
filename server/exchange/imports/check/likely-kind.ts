import type { ImportKind, ImportSource, ImportState } from '#server/exchange/imports/imports.queries.ts'
import { withDayColumns } from '#server/exchange/imports/days/day-columns.ts'
import { withCourseColumns } from '#server/exchange/imports/marks/mark-columns.ts'
import { type Meaning, type Recognised, recognisedExactly } from '#server/exchange/imports/read/headings.ts'

type SheetColumn = { heading: string; meaning: string | null; samples: readonly string[] }
type Sheet = { kind: ImportKind; source: ImportSource; state: ImportState; columns: readonly SheetColumn[] }

/** What the headings of a table mean as one kind: all of it, what no list of students has, and what only such a list has. */
type Reading = { all: Meaning[]; only: Meaning[]; lost: Meaning[] }

/** In the order in which they are proposed where two are equally likely. */
const kinds = ['marks', 'attendance', 'balances', 'staff', 'courses'] as const

/**
 * The kind that the columns of a list clearly are of, if it was sent as one of students and is another; null if it is not clear. Only headings
 * that are written exactly count, and the columns of courses and days, which values and days prove.
 */
export function likelyKind({ kind, source, state, columns }: Sheet): ImportKind | null {
  if (kind !== 'students' || source !== 'table' || state !== 'draft') return null
  const students = recognisedExactly(namesOf(columns), 'students')
  const likely = kinds
    .map((one) => ({ one, ...readingAs(one, columns, students) }))
    .filter(({ one, ...reading }) => isClearly[one](reading) && reading.only.length >= reading.lost.length)
    .toSorted((a, b) => b.only.length - b.lost.length - (a.only.length - a.lost.length))
  return likely[0]?.one ?? (isOfGuardians(columns, students) ? 'guardians' : null)
}

function readingAs(kind: (typeof kinds)[number], columns: readonly SheetColumn[], students: Recognised[]): Reading {
  const found = recognisedAs(kind, columns)
  const both = found.map((one, position) => ({
    own: one?.meaning ?? null,
    ofStudents: students[position]?.meaning ?? null,
  }))
  return {
    all: both.flatMap(({ own }) => own ?? []),
    only: both.flatMap(({ own, ofStudents }) => (own && !ofStudents ? own : [])),
    lost: both.flatMap(({ own, ofStudents }) => (ofStudents && !own ? ofStudents : [])),
  }
}

function recognisedAs(kind: (typeof kinds)[number], columns: readonly SheetColumn[]): Recognised[] {
  const names = namesOf(columns)
  const found = recognisedExactly(names, kind)
  if (kind === 'attendance') return withDayColumns(found, names)
  if (kind !== 'marks') return found
  const length = Math.max(0, ...columns.map(({ samples }) => samples.length))
  const rows = Array.from({ length }, (_, row) => ({ row, cells: columns.map(({ samples }) => samples[row] ?? '') }))
  const days = withDayColumns(found, names)
  return withCourseColumns(found, names, rows).map((one, at) => (days[at]?.meaning === 'attendOfDay' ? null : one))
}

const namesOf = (columns: readonly SheetColumn[]) => columns.map(({ heading }) => heading)
const hasAny = (found: readonly Meaning[], ...some: Meaning[]) => some.some((one) => found.includes(one))
const countOf = (found: readonly Meaning[], meaning: Meaning) => found.filter((one) => one === meaning).length

/** What no list of staff or courses has. */
const isOfPupils = (found: readonly Meaning[]) =>
  found.some((one) => /^(?:fullName|code|otherNumber|grade|guardian(?!Job)|relation|father|mother)/.test(one))

const isClearly: Record<(typeof kinds)[number], (reading: Reading) => boolean> = {
  // A list of students may have an average beside what only such a list has.
  marks: ({ only, lost }) =>
    only.length > lost.length &&
    (hasAny(only, 'mark', 'markPercent', 'markWord') || countOf(only, 'markOfCourse') >= 3),
  attendance: ({ only }) =>
    (hasAny(only, 'attendDay') && hasAny(only, 'attendState', 'attendNote', 'attendMinutes')) ||
    countOf(only, 'attendOfDay') >= 5,
  balances: ({ all, only }) => hasAny(all, 'feeDue') && hasAny(only, 'feeDue', 'feePaid'),
  staff: ({ all, only, lost }) =>
    !isOfPupils(lost) &&
    (hasAny(only, 'staffName', 'staffRole') ||
      (hasAny(only, 'staffCourses') && hasAny(all, 'staffName', 'staffFirst', 'staffLast')) ||
      (hasAny(all, 'staffRole') && !hasAny(all, 'staffClasses'))),
  courses: ({ only, lost }) =>
    !isOfPupils(lost) && !hasAny(lost, 'phone1') && hasAny(only, 'courseName', 'courseDescription'),
}

/** Rows of students without a class, and with guardians who can be reached. */
function isOfGuardians(columns: readonly SheetColumn[], students: Recognised[]) {
  const found = students.flatMap((one) => one?.meaning ?? [])
  const isPlaced = columns.some(({ meaning }) => meaning === 'className' || meaning === 'gradeName')
  return (
    !isPlaced &&
    !hasAny(found, 'className', 'gradeName', 'classTrack', 'birthDate') &&
    hasAny(found, 'fullName', 'code', 'otherNumber', 'nationalNumber') &&
    hasAny(found, 'guardianName1', 'fatherName', 'motherName') &&
    hasAny(found, 'phone1', 'fatherPhone', 'motherPhone', 'relation1')
  )
}
