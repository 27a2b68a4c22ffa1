import type { ImportKind } from '#server/imports/imports.queries.ts'
import type { TableGround } from '#server/imports/tables/table-kinds.ts'
import type { DayOrder } from './dates.ts'
import type { Meaning } from './headings.ts'
import type { OwnColumn } from './read-record.ts'

/**
 * What rows are read against: the school's classes and relations, the meanings of the columns, and the answers of the
 * caller.
 */
export type Ground = {
  columns: ReadonlyMap<Meaning, number>
  classes: readonly { id: string; name: string; gradeName: string; active: boolean }[]
  relations: readonly { id: string; name: string }[]
  names: readonly { kind: 'class' | 'relation'; name: string; grade?: string | null; id: string }[]
  classRoomId: string | null
  relationId: string | null
  /** Whether guardians with a mobile number are asked to an account. */
  invites: boolean
  /** Whether the middle name may be missing, as in the folders of other systems. */
  twoNames: boolean
  /** Columns of the school's own fields of the record. */
  own: readonly OwnColumn[]
  /** How the column of birth dates is written; null where nothing decided it. */
  dayOrder: DayOrder | null
  today: string
  /** Rows of guardians speak of students who are there, and name as much of them as is needed. */
  kind: ImportKind
  /** Of staff and courses. */
  table: TableGround | null
}

/** The same, with the results for names that occur in many rows. */
export type Reading = Ground & {
  classesNamed: (name: string, grade: string) => Ground['classes']
  relationNamed: (name: string) => string | undefined
  nameRead: (name: string) => { name: string | null; reason: string }
}
