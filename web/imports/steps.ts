import type { Import, ImportKind, SheetColumn } from './import.ts'

export const steps = ['file', 'columns', 'rows', 'look', 'done'] as const

export type Step = (typeof steps)[number]

/** The step at which work on a draft continues: the columns until they are complete, then rows with problems. */
export function stepOf(draft: Import): Step {
  const { columns } = draft
  // The columns of a folder are known, and a draft that was changed before has been reviewed already.
  const isNew = draft.source === 'table' && draft.createDate === draft.lastModifyDate
  if (missing(columns, draft, draft.kind).length > 0 || (isNew && columns.some(isUnsure))) return 'columns'
  return stepAfterColumns(draft)
}

/** Rows are looked at where one has a problem, or may enter a student a second time. */
export const stepAfterColumns = ({ problems, similar }: Pick<Import, 'problems' | 'similar'>): Step =>
  problems > 0 || similar > 0 ? 'rows' : 'look'

/** The required meanings that no column has and that no choice for all rows replaces. */
export function missing(
  columns: (Pick<SheetColumn, 'meaning'> & Partial<Pick<SheetColumn, 'dayOrder' | 'dayExample'>>)[],
  { classRoomId, relationId }: Pick<Import, 'classRoomId' | 'relationId'>,
  kind: ImportKind = 'students',
) {
  const meanings = new Set(columns.map(({ meaning }) => meaning))
  if (kind === 'courses') return meanings.has('courseName') ? [] : (['course'] as const)
  if (kind === 'staff')
    return (['staffName', 'staffPhone', 'staffEmail'] as const).some((one) => meanings.has(one))
      ? []
      : (['person'] as const)
  const named =
    meanings.has('fullName') || ['firstName', 'middleName', 'lastName'].every((name) => meanings.has(name as never))
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

/** How an import that no longer goes on turned out: "done" would be wrong of one that stored nothing. */
export function resultOf({ state, added, changed }: Pick<Import, 'state' | 'added' | 'changed'>) {
  return state === 'done' && added + changed === 0 ? 'nothing' : state
}

/** Why an import stored nothing, where the server gives no reason: no row could be stored, or none said anything new. */
export const whyNothing = ({ problems, same }: Pick<Import, 'problems' | 'same'>) =>
  problems > 0 ? 'problems' : same > 0 ? 'same' : 'leftOut'

/** Whether somebody should look at what a column was taken for. */
const isUnsure = ({ meaning, guess, samples }: SheetColumn) =>
  (meaning !== null && guess === 'near') ||
  (meaning === null && guess === null && samples.some((sample) => sample.trim() !== ''))
