import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { isOfOther } from './agreement.queries.ts'

/** Whether a record has the number of a row, whose kind may be guessed. The number finds nobody for a caller who may not read it. */
const numberOfRow = (schoolId: string, readsRecord: boolean) => sql`
  ${readsRecord}::boolean and x.school_id = ${schoolId} and x.national_number = w.record ->> 'national_number'`

/** Students with both the number and the name of a row. The number alone is not enough, because it may be mistyped. */
export const sameNumber = (schoolId: string, readsRecord: boolean, ofGuardians: boolean) => sql`
  select w.row, s.id, true from wanted w
  join official_records x on ${numberOfRow(schoolId, readsRecord)}
  join pupils s on s.id = x.student_id and (s.name_key = w.name_key or ${ofGuardians}::boolean and w.name_key is null)
  where w.code is null and w.same_as is null and not w.is_new`

/** Students with the number of a row in another system. Whether the names agree is compared afterwards. */
export const sameOtherNumber = (schoolId: string, readsRecord: boolean) => sql`
  select w.row, s.id, true from wanted w
  join official_records x on ${readsRecord}::boolean and x.school_id = ${schoolId} and x.other_number = w.record ->> 'other_number'
  join pupils s on s.id = x.student_id
  where w.code is null and w.same_as is null and not w.is_new`

/** A row of guardians names only as much of the student as is needed: the name alone is enough if nobody shares it. */
export const namedAlone = (ofGuardians: boolean) => sql`
  select w.row, s.id, true from wanted w join pupils s on s.name_key = w.name_key
  where ${ofGuardians}::boolean and w.code is null and w.same_as is null
    and coalesce(s.class_room_id = w.class_room_id, true) and coalesce(s.birth_date = w.birth_date, true)`

/** Students of whom a row may be a second entry: the same name without a different birth date, or the same number. */
export const similarToRows = (schoolId: string, readsRecord: boolean) => sql`
  similar_students as (
    select row, (array_agg(id order by code))[1:5] as ids from (
      select w.row, s.id, s.code from wanted w
      join pupils s on s.name_key = w.name_key and coalesce(s.birth_date = w.birth_date, true)
      union
      select w.row, s.id, s.code from wanted w
      join official_records x on ${numberOfRow(schoolId, readsRecord)}
      join pupils s on s.id = x.student_id
    ) as all_of_them group by row
  )`

/** Students by their ids, as shown next to a row that may be one of them. */
export const studentsNamed = (db: Db, schoolId: string, ids: readonly string[]) =>
  db
    .selectFrom('students as st')
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .where('st.schoolId', '=', schoolId)
    .where(sql<boolean>`st.id = any(${[...ids]}::uuid[])`)
    .select(['st.id as studentId', 'st.code', fullName('st').as('studentName'), 'c.name as classRoomName', 'st.leftOn'])
    .orderBy('st.code')
    .execute()

type Decided = { row: number; isNew: boolean; sameAs: string | null }

/** Stores what was decided for a row. */
export const storeDecision = (db: Db, { schoolId, id }: ImportKey, { row, isNew, sameAs }: Decided) =>
  db
    .updateTable('importRows')
    .set({ isNew, sameAs })
    .where('schoolId', '=', schoolId)
    .where('importId', '=', id)
    .where('row', '=', row)
    .execute()

/** Stores one decision for all rows that disagree with the student whom they were found to mean and are not decided yet. */
export const decideDoubted = (db: Db, { schoolId, id }: ImportKey, decision: 'new' | 'same') =>
  sql`
  update import_rows r set is_new = ${decision === 'new'}, same_as = case when ${decision === 'same'} then r.student_id end
  where r.school_id = ${schoolId} and r.import_id = ${id} and not r.left_out and not r.is_new and r.same_as is null
    and r.student_id is not null and ${isOfOther}`.execute(db)

/** Rows that may be second entries and for which nothing has been decided. */
export const isSimilar = sql<boolean>`(
  r.similar_ids <> '{}' and not r.is_new and r.same_as is null and r.outcome in ('add', 'problem'))`
