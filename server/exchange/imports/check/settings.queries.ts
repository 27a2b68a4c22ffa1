import type { Db } from '#server/db/db.ts'
import type { Takes } from '#server/exchange/imports/beside/beside.queries.ts'
import type { AttendanceOf } from '#server/exchange/imports/days/days.queries.ts'
import type { MarksOf } from '#server/exchange/imports/marks/marks.queries.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import type { Column, NamedName } from '#server/exchange/imports/imports.queries.ts'

type Settings = {
  columns?: Column[]
  classRoomId?: string | null | undefined
  relationId?: string | null | undefined
  isPaid?: boolean | null | undefined
  invites?: boolean | null | undefined
  takes?: Takes | null | undefined
  marks?: MarksOf | null
  attendance?: AttendanceOf | null
  names?: NamedName[]
}

/** Stores the meaning of columns and the values for rows that have none of their own; undefined leaves a setting unchanged. */
export const updateSettings = (
  db: Db,
  { schoolId, id }: ImportKey,
  { columns, names, isPaid, invites, takes, marks, attendance, ...plain }: Settings,
) =>
  db
    .updateTable('imports')
    .set({
      ...plain,
      ...(isPaid != null && { isPaid }),
      ...(invites != null && { invites }),
      ...(takes != null && { takes }),
      ...(marks && { marks: JSON.stringify(marks) }),
      ...(attendance && { attendance: JSON.stringify(attendance) }),
      ...(columns && { columns: JSON.stringify(columns) }),
      ...(names && { names: JSON.stringify(names) }),
    })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()
