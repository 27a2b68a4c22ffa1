import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

export type Reminding = { schoolId: string; today: string; madeBy: string }

/** Stores who is reminded of missing marks today, and returns those who were not yet. */
export async function insertMarkReminders(
  db: Db,
  { schoolId, today, madeBy }: Reminding,
  teacherIds: readonly string[],
) {
  const ids = teacherIds.map(() => newId())
  const { rows } = await sql<{ teacherId: string }>`
    insert into mark_reminders (school_id, id, teacher_id, day, made_by)
    select ${schoolId}::uuid, g.id, g.teacher_id, ${today}::date, ${madeBy}::uuid
    from unnest(${ids}::uuid[], ${[...teacherIds]}::uuid[]) as g (id, teacher_id) order by g.teacher_id
    on conflict do nothing returning teacher_id`.execute(db)
  return rows.map(({ teacherId }) => teacherId)
}
