import { meanings } from '#contract/exchange/imports/import-shapes.ts'
import { fold } from '#contract/language/fold.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { forbidden } from '#server/base/errors.ts'
import type { Meaning } from '#server/exchange/imports/read/headings.ts'
import { sexOf } from '#server/exchange/imports/read/read-record.ts'

/** The reader of an import. They may always read a table that they uploaded themselves. */
export type Reader = { id: string; may: (key: Permission) => boolean }

type Read = { madeById: string; columns: readonly { meaning: string | null }[] }

/** The meanings whose cells this reader may not read in somebody else's import, because the stored data needs other keys (decision 047). */
export function hiddenFrom({ id, may }: Reader, { madeById }: Pick<Read, 'madeById'>): ReadonlySet<Meaning> {
  if (id === madeById) return new Set()
  return new Set(meanings.filter((meaning) => !mayRead(meaning, may)))
}

function mayRead(meaning: Meaning, may: Reader['may']) {
  const key = keyOf(meaning)
  return key === null || may(key) || (key === 'ViewStudentRecord' && may('EditStudentRecord'))
}

function keyOf(meaning: Meaning): Permission | null {
  if (ofHealth.has(meaning)) return 'ViewStudentHealth'
  if (meaning === 'religion') return 'ViewStudentReligion'
  if (ofStaff.has(meaning)) return 'ViewTeachersList'
  if (meaning.startsWith('fee')) return 'ViewFees'
  if (/^(mark|wordOf)/.test(meaning)) return 'ManageResults'
  if (meaning.startsWith('attend')) return 'ViewAttendanceList'
  return ofRecord.has(meaning) ? 'ViewStudentRecord' : null
}

const ofStaff = new Set<Meaning>(['staffPhone', 'staffEmail'])

const ofHealth = new Set<Meaning>(['healthNotes', 'pickUpNotes'])

const ofRecord = new Set<Meaning>([
  'officialName',
  'latinFirst',
  'latinMiddle',
  'latinLast',
  'nationalNumber',
  'nationality',
  'birthPlace',
  'address',
  'admittedOn',
  'admittedFrom',
  'admissionPaper',
  'otherNumber',
  'landline',
  'guardianName1',
  'guardianLast1',
  'guardianJob1',
  'guardianMay1',
  'guardianName2',
  'guardianLast2',
  'guardianJob2',
  'guardianMay2',
  'guardianName3',
  'guardianLast3',
  'guardianJob3',
  'guardianMay3',
  'fatherName',
  'fatherLast',
  'fatherJob',
  'fatherMay',
  'motherName',
  'motherLast',
  'motherJob',
  'motherMay',
  'ownField',
])

type Examples = Read['columns'][number] & { samples: string[]; suggested: { choices: string[] } | null }

/** An import without the examples that its reader may not read. These columns are marked as `hidden`. */
export function withoutHidden<One extends { madeById: string; columns: readonly Examples[]; sums: object | null }>(
  reader: Reader,
  one: One,
) {
  const hidden = hiddenFrom(reader, one)
  const sums = hidden.has('feeDue') ? null : one.sums
  const columns = one.columns.map((column) =>
    hidden.has(column.meaning as Meaning)
      ? { ...column, hidden: true, samples: [], suggested: column.suggested && { ...column.suggested, choices: [] } }
      : column,
  )
  return { ...one, sums, columns: columns as One['columns'] }
}

type Meant = { meaning: string | null; recordFieldId: string | null }

/** Refuses to change the meaning of hidden columns, because with another meaning their cells would become readable. */
export function mustKeepHidden(
  reader: Reader,
  { madeById, columns }: { madeById: string; columns: readonly Meant[] },
  meant: readonly Meant[],
) {
  const hidden = hiddenFrom(reader, { madeById })
  const isChanged = columns.some(
    ({ meaning, recordFieldId }, position) =>
      hidden.has(meaning as Meaning) &&
      (meant[position]!.meaning !== meaning || meant[position]!.recordFieldId !== recordFieldId),
  )
  if (isChanged) throw forbidden('You may not read this column, so you cannot change what it means')
}

/** Refuses to write into hidden columns, because their content would be overwritten unseen. */
export function mustNotWriteHidden(reader: Reader, { madeById, columns }: Read, positions: readonly number[]) {
  const hidden = hiddenFrom(reader, { madeById })
  if (positions.some((position) => hidden.has(columns[position]?.meaning as Meaning)))
    throw forbidden('You may not read this column, so you cannot write into it')
}

type Row = {
  cells: string[]
  studentName: string
  record: { field: Meaning | null; name: string | null; value: string }[]
  changes: { field: string }[]
}

/** A row without what its reader may not read; those cells are empty. */
export function rowWithoutHidden<One extends Row>(
  hidden: ReadonlySet<Meaning>,
  columns: Read['columns'],
  row: One,
): One {
  if (hidden.size === 0) return row
  const isHidden = (position: number) => hidden.has(columns[position]?.meaning as Meaning)
  const name = row.cells[columns.findIndex(({ meaning }) => meaning === 'staffName')] ?? ''
  // If the row has no cell for the sex, it comes from the national number.
  const isSexStated =
    hidden.has('nationalNumber') && !sexOf(row.cells[columns.findIndex(({ meaning }) => meaning === 'sex')] ?? '')
  const isOfStaff = columns.some(({ meaning }) => hidden.has(meaning as Meaning) && ofStaff.has(meaning as Meaning))
  return {
    ...row,
    cells: row.cells.map((cell, position) => (isHidden(position) ? '' : cell)),
    // Staff without a readable name are called by their phone number or address, which may be spelled differently from the cell.
    studentName: isOfStaff && fold(row.studentName) !== fold(name) ? '' : row.studentName,
    changes: row.changes.filter(
      ({ field }) => !(field === 'mark' && hidden.has('mark')) && !(field === 'day' && hidden.has('attendState')),
    ),
    record: row.record.filter(({ field }) => !hidden.has(field ?? 'ownField') && !(field === 'sex' && isSexStated)),
  }
}
