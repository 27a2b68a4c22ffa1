import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Changed, keep, type Merge } from './kept-rows.queries.ts'

type Merging = Merge & { otherId: string }

/** A phone number that is invited to both entries is invited only to the kept one until the merge is undone. */
export function withdrawStaying(db: Db, { mergeId, schoolId, otherId }: Merging, removedBy: string) {
  const changed = sql<Changed>`
    with before as (
      select t.id, to_jsonb(t)::text as was from parent_invitations t
      where t.school_id = ${schoolId} and t.student_id = ${otherId} and t.accepted_at is null and t.removed_at is null for update
    )
    update parent_invitations t set removed_at = now(), removed_by = ${removedBy}
    from before where t.school_id = ${schoolId} and t.id = before.id returning before.was, to_jsonb(t)::text as became`
  return keep(db, { mergeId, schoolId }, { ownerId: otherId, table: 'parent_invitations' }, changed)
}

/** The open invitations of an entry. */
export async function waitingOf(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from parent_invitations
    where school_id = ${schoolId} and student_id = ${studentId} and accepted_at is null and removed_at is null
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
