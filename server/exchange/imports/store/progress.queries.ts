import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { existingCounted } from '#server/exchange/imports/check/existing.queries.ts'
import { countLinks } from '#server/exchange/imports/links.queries.ts'

/** Rows of an import, by their numbers. */
export type Among = { after: number; upTo: number }

/** How many rows of an import were handled, and the last of them; null until the import was checked. */
export async function progressOf(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ rows: number; lastRow: number | null }>`
    select rows, last_row from import_progress where school_id = ${schoolId} and import_id = ${importId}`.execute(db)
  return rows[0]!
}

/** From now on the rows are stored as agreed. */
export const begin = (db: Db, { schoolId, id: importId }: ImportKey) =>
  sql`update import_progress set rows = 0, last_row = 0 where school_id = ${schoolId} and import_id = ${importId}`.execute(
    db,
  )

type End = { upTo: number; rows: number }

/** The end of the portion after a row, with at most so many rows; undefined if no row is left. */
export async function endOfPortion(
  db: Db,
  { schoolId, id: importId }: ImportKey,
  after: number,
  atMost: number,
): Promise<End | undefined> {
  const { rows } = await sql<{ upTo: number | null; rows: number }>`
    select max(row) as up_to, count(*)::integer as rows from (
      select row from import_rows
      where school_id = ${schoolId} and import_id = ${importId} and row > ${after} and outcome in ('add', 'change')
      order by row limit ${atMost}) as portion`.execute(db)
  const { upTo, rows: count } = rows[0]!
  return upTo === null ? undefined : { upTo, rows: count }
}

/** Marks a portion as handled, with what it did. The import then queues behind those of other schools. */
export async function advance(db: Db, { schoolId, id: importId }: ImportKey, { upTo, rows }: End) {
  await sql`update import_progress set rows = rows + ${rows}, last_row = ${upTo} where school_id = ${schoolId} and import_id = ${importId}`.execute(
    db,
  )
  await sql`update imports set modified_at = now() where school_id = ${schoolId} and id = ${importId}`.execute(db)
}

/** Marks the rows that an import no longer reaches. */
export const leaveTheRest = (db: Db, { schoolId, id: importId }: ImportKey, reason: string) =>
  sql`
  update import_rows r set outcome = 'problem', student_id = null,
    problems = jsonb_build_array(jsonb_build_object('position', null, 'reason', ${reason}::text))
  from import_progress p
  where p.school_id = ${schoolId} and p.import_id = ${importId} and r.school_id = ${schoolId} and r.import_id = p.import_id and r.row > p.last_row
    and r.outcome in ('add', 'change')`.execute(db)

/** Whether an import charged or gave back a coin. */
export async function movedCoins(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql`
    select from import_rows where school_id = ${schoolId} and import_id = ${importId} and seat_id is not null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Ends an import with the counts of what was actually stored. */
export const finish = (db: Db, { schoolId, id: importId }: ImportKey, reason: string | null) =>
  sql`
  update imports i set state = 'done', reason = ${reason}, added = c.added, changed = c.changed, same = c.same,
    problems = c.problems, guardians = c.guardians, coins = c.coins,
    renamed = c.renamed, moved = c.moved, guardians_changed = c.guardians_changed, corrected = c.corrected,
    version = version + 1, modified_at = now(), finished_at = now()
  from (
    select count(*) filter (where r.outcome = 'add')::integer as added,
      count(*) filter (where r.outcome = 'change')::integer as changed,
      count(*) filter (where r.outcome = 'same')::integer as same,
      count(*) filter (where r.outcome = 'problem')::integer as problems,
      ${countLinks({ schoolId, id: importId })} as guardians,
      ${existingCounted},
      count(e.id) filter (where coalesce(r.is_paid, j.is_paid))::integer as coins
    from import_rows r join imports j on j.school_id = r.school_id and j.id = r.import_id
    left join coin_entries e on e.school_id = r.school_id and e.kind = 'seat' and e.seat_id = r.seat_id
    where r.school_id = ${schoolId} and r.import_id = ${importId}
  ) as c where i.school_id = ${schoolId} and i.id = ${importId}`.execute(db)

/**
 * Removes what columns without a meaning had in the rows that came in: nobody needs it any more. Others keep theirs for the file in
 * which they are corrected.
 */
export async function dropUnread(db: Db, { schoolId, id: importId }: ImportKey, unread: readonly number[]) {
  if (unread.length === 0) return
  await sql`
    update import_rows r set cells = (
      select array_agg(case when e.nth = any(${unread.map((at) => at + 1)}::integer[]) then '' else e.cell end order by e.nth)
      from unnest(r.cells) with ordinality as e(cell, nth))
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome in ('add', 'change', 'same') and cardinality(r.cells) > 0`.execute(
    db,
  )
  await sql`
    update imports set columns = (
      select jsonb_agg(case when e.nth = any(${unread.map((at) => at + 1)}::integer[]) then e.one || '{"samples": []}' else e.one end order by e.nth)
      from jsonb_array_elements(columns) with ordinality as e(one, nth))
    where school_id = ${schoolId} and id = ${importId}`.execute(db)
}
