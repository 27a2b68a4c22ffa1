import { meanings } from '#contract/imports/import-shapes.ts'
import type { Permission } from '#contract/language/permissions.ts'
import type { Meaning } from '#server/imports/read/headings.ts'

/** The reader of an import: their own table they have seen already. */
export type Reader = { id: string; may: (key: Permission) => boolean }

type Read = { madeById: string; columns: readonly { meaning: string | null }[] }

/**
 * The meanings whose cells a reader of somebody else's import may not read, since they are stored where other keys open them
 * (decision 047).
 */
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
  if (meaning === 'staffPhone' || meaning === 'staffEmail') return 'ViewTeachersList'
  return ofRecord.has(meaning) ? 'ViewStudentRecord' : null
}

const ofHealth = new Set<Meaning>(['healthNotes', 'pickUpNotes'])

const ofRecord = new Set<Meaning>([
  'officialName',
  'nationalNumber',
  'nationality',
  'birthPlace',
  'address',
  'admittedOn',
  'admittedFrom',
  'admissionPaper',
  'landline',
  'ownField',
])

/** An import without examples of what its reader may not read. */
export function withoutHidden<One extends Read & { columns: readonly { samples: string[] }[] }>(
  reader: Reader,
  one: One,
) {
  const hidden = hiddenFrom(reader, one)
  const columns = one.columns.map((column) =>
    hidden.has(column.meaning as Meaning) ? { ...column, samples: [] } : column,
  )
  return { ...one, columns: columns as One['columns'] }
}

type Row = {
  cells: string[]
  studentName: string
  record: { field: Meaning | null; name: string | null; value: string }[]
}

/** A row without the words of what its reader may not read; the cells are empty. */
export function rowWithoutHidden<One extends Row>(
  hidden: ReadonlySet<Meaning>,
  columns: Read['columns'],
  row: One,
): One {
  if (hidden.size === 0) return row
  const isHidden = (position: number) => hidden.has(columns[position]?.meaning as Meaning)
  const secret = new Set(row.cells.filter((cell, position) => cell !== '' && isHidden(position)))
  return {
    ...row,
    cells: row.cells.map((cell, position) => (isHidden(position) ? '' : cell)),
    // Who has no name in the table is called by the number or address.
    studentName: secret.has(row.studentName) ? '' : row.studentName,
    record: row.record.filter(({ field }) => !hidden.has(field ?? 'ownField')),
  }
}
