import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

import type { PlannedDay } from '#server/exchange/imports/days/days.queries.ts'
import type { PlannedMark } from '#server/exchange/imports/marks/marks.queries.ts'

export type PlannedCourse = { courseId: string; classRoomId: string | null }

/** What a row of staff, courses, marks or attendance will do: how it is shown (null: as its student), and the data of its kind. */
export type RowPlan = {
  title: string | null
  words: { field: string; name: string | null; value: string }[]
  marks?: PlannedMark[]
  days?: PlannedDay[]
  course?: { name: string; key: string; languageId: string; description: string }
  person?: {
    name: string | null
    phone: string | null
    email: string | null
    /** Null for a teacher. */
    roleId?: string | null
    teaching: PlannedCourse[]
  }
  balance?: PlannedBalance
}

/** Whose balance it is, by as much as the row says, for which item, and exact amounts as texts. `name`: folded. */
export type PlannedBalance = {
  familyCode: string | null
  code: string | null
  otherNumber: string | null
  name: string | null
  classRoomId: string | null
  itemId: string | null
  due: string
  paid: string
  dueOn: string | null
}

/** `sameAs`: the teacher or the invitation that was decided to be the person of the row. */
type PlannedRow = {
  row: number
  plan: RowPlan | null
  sameAs: string | null
  faults: { position: number | null; reason: string }[]
}

/** The rows of a table that are not left out, as they were read. */
export async function rowsPlanned(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<PlannedRow>`
    select row, plan, same_as, faults from import_rows where school_id = ${schoolId} and import_id = ${importId} and not left_out order by row`.execute(
    db,
  )
  return rows
}

/** Stores what will happen to the rows of a table. */
export const storeDecided = (db: Db, { schoolId, id: importId }: ImportKey, decided: readonly object[]) =>
  sql`
  update import_rows r set outcome = case when r.left_out then 'leftOut' else g.outcome end, problems = coalesce(g.problems, '[]')
  from import_rows o left join jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
    as g(row integer, outcome text, problems jsonb) on g.row = o.row
  where r.school_id = ${schoolId} and r.import_id = ${importId} and o.school_id = ${schoolId} and o.import_id = r.import_id and o.row = r.row and (g.row is not null or r.left_out)`.execute(
    db,
  )

/** Stores which known person the rows of a table mean. */
export const storeSamePeople = (
  db: Db,
  { schoolId, id: importId }: ImportKey,
  same: readonly { row: number; id: string }[],
) =>
  sql`
  update import_rows r set same_as = g.id
  from jsonb_to_recordset(${JSON.stringify(same)}::jsonb) as g(row integer, id uuid)
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row`.execute(db)
