import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

export type Merge = { mergeId: string; schoolId: string }

/** A row before and after the change, as JSON text, so that numbers stay as they were written. */
export type Changed = { was: string; became: string }
type Of = { ownerId: string; table: string }

/** Changes rows of a table, and stores each of them as it was before and after. */
export async function keep(db: Db, { mergeId, schoolId }: Merge, { ownerId, table }: Of, change: RawBuilder<Changed>) {
  const { rows } = await change.execute(db)
  if (rows.length === 0) return
  const kept = JSON.stringify(rows.map((row) => ({ id: newId(), ...row })))
  await sql`
    insert into student_merge_rows (id, school_id, student_id, merge_id, table_name, was, became)
    select g.id, m.school_id, ${ownerId}, m.id, ${table}, g.was::jsonb, g.became::jsonb
    from student_merges m cross join jsonb_to_recordset(${kept}::jsonb) as g(id uuid, was text, became text)
    where m.school_id = ${schoolId} and m.id = ${mergeId}`.execute(db)
}
