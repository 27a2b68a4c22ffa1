import { besideKinds } from '#contract/exchange/imports/folder-shapes.ts'
import type { Folder, Import, ImportKind, SheetColumn } from './import.ts'

export const steps = ['file', 'columns', 'rows', 'look', 'done'] as const

export type Step = (typeof steps)[number]

/** The step at which work on a draft continues: the columns until they are complete, then rows with problems. */
export function stepOf(draft: Import): Step {
  const { columns } = draft
  // The columns of a folder are known, and a draft that was changed before has already been reviewed.
  const isNew = draft.source === 'table' && draft.createDate === draft.lastModifyDate
  if (missing(columns, draft, draft.kind).length > 0 || (isNew && columns.some(isUnsure))) return 'columns'
  return stepAfterColumns(draft)
}

/** The rows are reviewed if one has a problem or may enter a student twice. */
export const stepAfterColumns = ({ problems, similar }: Pick<Import, 'problems' | 'similar'>): Step =>
  problems > 0 || similar > 0 ? 'rows' : 'look'

/** The required meanings that are missing: no column has them, and no default for all rows replaces them. */
export function missing(
  columns: (Pick<SheetColumn, 'meaning'> & Partial<Pick<SheetColumn, 'dayOrder' | 'dayExample'>>)[],
  { classRoomId, relationId }: Pick<Import, 'classRoomId' | 'relationId'>,
  kind: ImportKind = 'students',
) {
  const meanings = new Set(columns.map(({ meaning }) => meaning))
  if (kind === 'courses') return meanings.has('courseName') ? [] : (['course'] as const)
  if (kind === 'staff')
    return (['staffName', 'staffFirst', 'staffLast', 'staffPhone', 'staffEmail'] as const).some((one) =>
      meanings.has(one),
    )
      ? []
      : (['person'] as const)
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
    ...(columns.some(
      ({ meaning, dayOrder, dayExample }) => meaning === 'birthDate' && dayOrder === null && dayExample != null,
    )
      ? (['dayOrder'] as const)
      : []),
  ]
}

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
