import { besideKinds } from '#contract/exchange/imports/folder-shapes.ts'
import { onceAboveOf } from '#contract/exchange/imports/import-shapes.ts'
import type { Folder, Import, ImportKind, SheetColumn } from './import.ts'

export const steps = ['file', 'columns', 'rows', 'look', 'done'] as const

export type Step = (typeof steps)[number]

/** The step at which work on a draft continues: the columns until they are complete, then rows with problems. */
export function stepOf(draft: Import): Step {
  const { columns } = draft
  // The columns of a folder are known, and a draft that was changed before has already been reviewed.
  const isNew = draft.source === 'table' && draft.createDate === draft.lastModifyDate
  const isUnsureOf = columns.some(isUnsure) || (draft.attendance?.words.some(isUnsureWord) ?? false)
  if (missing(columns, draft, draft.kind).length > 0 || (isNew && isUnsureOf)) return 'columns'
  return stepAfterColumns(draft)
}

/** The rows are reviewed if one has a problem or may enter a student twice. */
export const stepAfterColumns = ({ problems, similar }: Pick<Import, 'problems' | 'similar'>): Step =>
  problems > 0 || similar > 0 ? 'rows' : 'look'

type Rest = Pick<Import, 'classRoomId' | 'relationId'> & Partial<Pick<Import, 'marks' | 'attendance'>>

/** The required meanings that are missing: no column has them, and no default for all rows replaces them. */
export function missing(columns: readonly Dated[], rest: Rest, kind: ImportKind = 'students') {
  return [
    ...missingOfKind(columns, rest, kind),
    ...(columns.some((column) => hasGaps(column, kind) && column.fillDown == null) ? (['fillDown'] as const) : []),
  ]
}

function missingOfKind(
  columns: readonly Dated[],
  { classRoomId, relationId, marks, attendance }: Rest,
  kind: ImportKind,
) {
  const meanings = new Set(columns.map(({ meaning }) => meaning))
  if (kind === 'courses' || kind === 'staff' || kind === 'balances') return missingInTable(meanings, columns, kind)
  if (kind === 'attendance') return missingOfDays(columns, meanings, attendance)
  return kind === 'marks'
    ? missingOfMarks(meanings, marks)
    : missingOfPeople(columns, meanings, { classRoomId, relationId }, kind)
}

/** Students and guardians need a name, a class, a relation beside phones, and an order of dates. */
function missingOfPeople(
  columns: readonly Dated[],
  meanings: Meanings,
  { classRoomId, relationId }: Pick<Import, 'classRoomId' | 'relationId'>,
  kind: ImportKind,
) {
  const named =
    meanings.has('fullName') || (meanings.has('firstName') && (meanings.has('lastName') || meanings.has('grandfather')))
  return [
    ...(named || meanings.has('code') || (kind === 'guardians' && meanings.has('nationalNumber'))
      ? []
      : (['name'] as const)),
    ...(kind === 'guardians' || meanings.has('className') || meanings.has('code') || classRoomId
      ? []
      : (['class'] as const)),
    ...(!relationId && phones.some((one) => meanings.has(`phone${one}`) && !meanings.has(`relation${one}`))
      ? (['relation'] as const)
      : []),
    ...(columns.some(isUndated) ? (['dayOrder'] as const) : []),
  ]
}

type Meanings = ReadonlySet<SheetColumn['meaning']>

/** The same for what contains no students of its own. */
function missingInTable(meanings: Meanings, columns: readonly Dated[], kind: 'courses' | 'staff' | 'balances') {
  const has = (...some: NonNullable<SheetColumn['meaning']>[]) => some.some((one) => meanings.has(one))
  if (kind === 'courses') return has('courseName') ? [] : (['course'] as const)
  if (kind === 'staff')
    return has('staffName', 'staffFirst', 'staffLast', 'staffPhone', 'staffEmail') ? [] : (['person'] as const)
  return [
    ...(has('code', 'fullName', 'firstName', 'otherNumber') ? [] : (['name'] as const)),
    ...(has('feeDue', 'feePaid') ? [] : (['amount'] as const)),
    ...(columns.some(isUndated) ? (['dayOrder'] as const) : []),
  ]
}

type Dated = Pick<SheetColumn, 'meaning'> &
  Partial<Pick<SheetColumn, 'dayOrder' | 'dayExample' | 'heading' | 'gaps' | 'fillDown'>>

/** Whether a column has empty cells below a text that stands once above them. */
export const hasGaps = ({ meaning, gaps = [] }: Dated, kind: ImportKind) =>
  gaps.length > 0 && onceAboveOf(kind).some((one) => one === meaning)

/** Whether a column has dates, and whether they can be read in two ways. */
export const isDated = ({ meaning }: Dated) =>
  meaning === 'birthDate' || meaning === 'feeDay' || meaning === 'attendDay'
const isUndated = (column: Dated) => isDated(column) && column.dayOrder === null && column.dayExample != null

const missingName = (meanings: Meanings) =>
  (['fullName', 'firstName', 'code', 'nationalNumber', 'otherNumber'] as const).some((one) => meanings.has(one))
    ? []
    : (['name'] as const)

/** Attendance needs a student, a day, the month of days that are only numbers, and what an empty cell means. */
function missingOfDays(columns: readonly Dated[], meanings: Meanings, attendance: Import['attendance'] | undefined) {
  const ofDays = columns.filter(({ meaning }) => meaning === 'attendOfDay')
  const needsMonth = !meanings.has('attendMonth') && ofDays.some(({ heading = '' }) => isNumberAlone(heading))
  const empties = attendance?.words.some(({ word, state }) => word === '' && state === null)
  return [
    ...missingName(meanings),
    ...(ofDays.length > 0 || meanings.has('attendDay') ? [] : (['days'] as const)),
    ...(needsMonth && !attendance?.month ? (['month'] as const) : []),
    ...(empties ? ([ofDays.length > 0 ? 'empties' : 'rowsMean'] as const) : []),
    ...(columns.some(isUndated) ? (['dayOrder'] as const) : []),
  ]
}

/** Whether a heading is a day without its month, with or without the weekday. */
export const isNumberAlone = (heading: string) => {
  const [number, ...others] = heading.match(/[\d٠-٩\u06f0-\u06f9]+/g) ?? []
  return number !== undefined && number.length <= 2 && others.length === 0
}

/** Whether a person should check what a letter was taken for. */
const isUnsureWord = ({ state, guess }: NonNullable<Import['attendance']>['words'][number]) =>
  state === null || guess === 'near'

/** Marks need a student, a mark and the school year. */
const missingOfMarks = (meanings: Meanings, marks: Import['marks'] | undefined) => [
  ...missingName(meanings),
  ...((['mark', 'markPercent', 'markWord', 'markOfCourse', 'wordOfCourse'] as const).some((one) => meanings.has(one))
    ? []
    : (['mark'] as const)),
  ...(meanings.has('markYear') || marks?.yearName ? [] : (['year'] as const)),
]

const phones = [1, 2, 3] as const

/** The result of an import that is not running. "done" would be wrong if it stored nothing. */
export function resultOf(stored: Pick<Import, 'state' | 'added' | 'changed' | 'madeBeside'>) {
  const { state, added, changed, madeBeside } = stored
  return state === 'done' && added + changed === 0 && !madeBeside ? 'nothing' : state
}

/** Why an import stored nothing, if the server gives no reason: no row could be stored, or no row contained anything new. */
export function whyNothing({ problems, same }: Pick<Import, 'problems' | 'same'>) {
  if (problems > 0) return 'problems'
  return same > 0 ? 'same' : 'leftOut'
}

/** Whether a person should check the meaning that was guessed for a column. */
const isUnsure = ({ meaning, guess, samples }: SheetColumn) =>
  (meaning !== null && guess === 'near') ||
  (meaning === null && guess === null && samples.some((sample) => sample.trim() !== ''))

type Kind = Folder['takes'][number]

/** What is new to the school in a folder besides its students. */
export function freshIn({ courses, staff, year }: Pick<Folder, 'courses' | 'staff' | 'year'>): Kind[] {
  const isFresh: Record<Kind, boolean> = {
    courses: courses.some(({ isNew }) => isNew),
    teaching: staff.some(({ isTeacher, teaches }) => isTeacher && teaches.length > 0),
    staff: staff.some(({ willBeInvited }) => willBeInvited),
    year: year?.isNew === true,
  }
  return besideKinds.filter((kind) => isFresh[kind])
}

/** Whether a folder without new or changed students contains something else that is wanted. */
export const bringsBeside = (folder: Pick<Folder, 'courses' | 'staff' | 'year' | 'takes'> | undefined) =>
  folder !== undefined && freshIn(folder).some((kind) => folder.takes.includes(kind))
