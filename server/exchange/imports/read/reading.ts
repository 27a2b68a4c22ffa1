import type { NumberKindName } from '#contract/people/official-records/number-kinds.ts'
import type { ImportKind, NamedName } from '#server/exchange/imports/imports.queries.ts'
import type { TableGround } from '#server/exchange/imports/tables/table-kinds.ts'
import type { DaysReading } from '#server/exchange/imports/days/read-days.ts'
import type { MarksReading } from '#server/exchange/imports/marks/read-marks.ts'
import type { DayOrder } from './dates.ts'
import type { Meaning } from './headings.ts'
import type { OwnColumn } from './read-record.ts'

/** What rows are read with: the school's classes and relations, the meanings of the columns, and the caller's choices. */
export type Ground = {
  columns: ReadonlyMap<Meaning, number>
  classes: readonly { id: string; name: string; gradeName: string; active: boolean }[]
  relations: readonly { id: string; name: string }[]
  names: readonly (Pick<NamedName, 'kind' | 'name' | 'id'> & { grade?: string | null })[]
  classRoomId: string | null
  relationId: string | null
  /** Whether guardians with a mobile number are invited. */
  invites: boolean
  /** Columns of the school's own record fields. */
  own: readonly OwnColumn[]
  /** How the column of birth dates is written; null if nothing decided it. */
  dayOrder: DayOrder | null
  /** Whether that column has dates of the Hijri calendar. */
  hasHijri: boolean
  today: string
  /** The country whose numbers are written without a calling code. */
  home: string
  /** The country of the school, as far as its national numbers have a kind of their own. */
  country: string | null
  /** The kind of all national numbers of the table, if a person chose one. */
  numberKind: NumberKindName | null
  /** Rows of the kinds guardians, marks and attendance are about existing students and name only as much of them as is needed. */
  kind: ImportKind
  /** For staff and courses. */
  table: TableGround | null
  /** For marks. */
  marks?: MarksReading | null
  /** For attendance. */
  days?: DaysReading | null
}

/** The same, with cached results for names that occur in many rows. */
export type Reading = Ground & {
  classesNamed: (name: string, grade: string) => Ground['classes']
  relationNamed: (name: string) => string | undefined
  nameRead: NameRead
  /** The same for a middle name, which may be an initial. */
  initialRead: NameRead
}

type NameRead = (name: string) => { name: string | null; reason: string }
