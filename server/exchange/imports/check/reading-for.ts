import { repeatedMeanings } from '#contract/exchange/imports/import-shapes.ts'
import { numberKindNames } from '#contract/people/official-records/number-kinds.ts'
import type { Db } from '#server/db/db.ts'
import type { ImportKind, NamedName, RowFields } from '#server/exchange/imports/imports.queries.ts'
import type { AttendanceOf } from '#server/exchange/imports/days/days.queries.ts'
import { readingOfDays } from '#server/exchange/imports/days/read-days.ts'
import type { MarksOf } from '#server/exchange/imports/marks/marks.queries.ts'
import type { DatesOfColumn } from '#server/exchange/imports/read/dates.ts'
import type { Meaning } from '#server/exchange/imports/read/headings.ts'
import { countryOfZone } from '#server/exchange/imports/read/number-kind.ts'
import type { FileRow } from '#server/exchange/imports/read/read-file.ts'
import { readingOn, readRow } from '#server/exchange/imports/read/read-row.ts'
import type { Reading } from '#server/exchange/imports/read/reading.ts'
import { tableGround } from '#server/exchange/imports/tables/courses.queries.ts'
import { feesGround } from '#server/exchange/imports/tables/fees-ground.ts'
import { isTable } from '#server/exchange/imports/tables/table-kinds.ts'
import { givableRoles } from '#server/people/teachers/invited-roles.rules.ts'
import { isDated } from './draft.ts'
import { knownNames } from './names.queries.ts'

type Settings = {
  kind: ImportKind
  columns: readonly SettledColumn[]
  names: NamedName[]
  classRoomId: string | null
  relationId: string | null
  invites: boolean
  marks: MarksOf | null
  attendance: AttendanceOf | null
}

type SettledColumn = {
  heading: string
  meaning: string | null
  dayOrder: DatesOfColumn['dayOrder']
  hijriExample?: string | null
  numberKind?: string | null
  recordFieldId?: string | null
  fullMark: number | null
}

/** The classes, relations and columns that rows of an import are read with, in the present state of the school. */
export async function readingFor(
  db: Db,
  { id, today, timeZone }: { id: string; today: string; timeZone?: string },
  { kind, columns, invites, names, classRoomId, relationId, marks, attendance }: Settings,
): Promise<Reading> {
  const meant = columns.flatMap(({ meaning }, position) =>
    meaning && meaning !== 'ownField' && !isRepeated(meaning) ? [[meaning as Meaning, position] as const] : [],
  )
  const placed = columns.map((column, position) => ({ ...column, position }))
  const { dayOrder = null, hijriExample = null } = columns.find(isDated) ?? {}
  const settings = { names, classRoomId, relationId, invites }
  const { fields, ...known } = await knownNames(db, id)
  const own = columns.flatMap(({ recordFieldId }, position) => {
    const field = fields.find((one) => one.id === recordFieldId)
    return field ? [{ position, field }] : []
  })
  const table = isTable(kind)
    ? {
        ...(await tableGround(db, id)),
        roles: await givableRoles(db, id),
        fees:
          kind === 'balances'
            ? await feesGround(db, id, columns.find(({ meaning }) => meaning === 'feeDue')?.heading)
            : null,
      }
    : null
  const chosen = columns.find(({ meaning }) => meaning === 'nationalNumber')?.numberKind
  const numberKind = numberKindNames.find((kind) => kind === chosen) ?? null
  const country = countryOfZone(timeZone)
  return readingOn({
    ...known,
    ...settings,
    kind,
    table,
    columns: new Map(meant),
    own,
    marks: marks && { of: marks, columns: placed },
    days: attendance && readingOfDays(attendance, placed),
    dayOrder,
    hasHijri: hijriExample !== null,
    today,
    country,
    numberKind,
  })
}

/** Reads rows; between portions of many rows it lets other work run. */
export async function readRows(reading: Reading, rows: readonly FileRow[]): Promise<RowFields[]> {
  const read: RowFields[] = []
  for (const [nth, { row, cells }] of rows.entries()) {
    if (nth % 500 === 499) await new Promise((next) => setImmediate(next))
    read.push({ row, ...readRow(reading, cells) })
  }
  return read
}

const isRepeated = (meaning: string) => repeatedMeanings.some((one) => one === meaning)
