import { sql } from 'kysely'

/** What an import changes of students who are at the school already, and most of all has to be seen before it is stored. */
const partsOfStudent = {
  renamed: '{firstName,middleName,lastName}',
  moved: '{className}',
  guardiansChanged: '{guardian,guardianOfRecord}',
  corrected: '{corrected}',
} as const

export type OfExisting = keyof typeof partsOfStudent

export const isOfExisting = (show: string): show is OfExisting => Object.hasOwn(partsOfStudent, show)

/** Whether a row (`r`) changes this of a student. */
export const changesOf = (part: OfExisting) =>
  sql<boolean>`(r.outcome = 'change' and r.changes && ${partsOfStudent[part]}::text[])`

/** How many students the rows (`r`) rename, move, give other guardians and other marks; several rows may be about one student. */
export const existingCounted = sql`
  count(distinct r.student_id) filter (where ${changesOf('renamed')})::integer as renamed,
  count(distinct r.student_id) filter (where ${changesOf('moved')})::integer as moved,
  count(distinct r.student_id) filter (where ${changesOf('guardiansChanged')})::integer as guardians_changed,
  count(distinct r.student_id) filter (where ${changesOf('corrected')})::integer as corrected`
