import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'

type AlertKind = 'allergy' | 'asthma' | 'diabetes' | 'epilepsy' | 'other'

type AlertRow = {
  id: string
  studentId: string
  alertKind: AlertKind
  toDo: string
  shown: boolean
  byParent: boolean
  enteredByName: string
  modifiedAt: string
  version: number
}

type OfStudent = { schoolId: string; studentId: string }
type OfKind = OfStudent & { alertKind: AlertKind }

/** The alerts of a student, or the one of a kind. */
export async function alertsOf(db: Db, { schoolId, studentId }: OfStudent, kind: AlertKind | null = null) {
  const { rows } = await sql<AlertRow>`
    select a.id, a.student_id, a.kind as alert_kind, a.to_do, a.shown, a.by_parent, ${fullName('u')} as entered_by_name,
      a.modified_at, a.version
    from health_alerts a join users u on u.id = a.entered_by
    where a.school_id = ${schoolId} and a.student_id = ${studentId} and (${kind}::text is null or a.kind = ${kind})
    order by a.created_at, a.id`.execute(db)
  return rows
}

/** The version of the alert of a kind, which is locked until the call ends; undefined if there is none. */
export async function lockAlert(db: Db, { schoolId, studentId, alertKind }: OfKind) {
  const { rows } = await sql<{ version: number }>`
    select version from health_alerts
    where school_id = ${schoolId} and student_id = ${studentId} and kind = ${alertKind} for update`.execute(db)
  return rows[0]?.version
}

type ToStore = OfKind & { toDo: string; shown: boolean; enteredBy: string; byParent: boolean }

/** Stores an alert, or changes the one of its kind, with who did. */
export const storeAlert = (db: Db, { schoolId, studentId, alertKind, toDo, shown, enteredBy, byParent }: ToStore) =>
  sql`
    insert into health_alerts (school_id, id, student_id, kind, to_do, shown, entered_by, by_parent)
    values (${schoolId}, ${newId()}, ${studentId}, ${alertKind}, ${toDo}, ${shown}, ${enteredBy}, ${byParent})
    on conflict on constraint health_alerts_once do update set to_do = excluded.to_do, shown = excluded.shown,
      entered_by = excluded.entered_by, by_parent = excluded.by_parent, version = health_alerts.version + 1, modified_at = now()
    where (health_alerts.to_do, health_alerts.shown) is distinct from (excluded.to_do, excluded.shown)`.execute(db)

/** Returns how many were removed: 0 or 1. */
export async function removeAlert(db: Db, { schoolId, studentId, alertKind }: OfKind) {
  const { numAffectedRows } = await sql`
    delete from health_alerts where school_id = ${schoolId} and student_id = ${studentId} and kind = ${alertKind}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Whether the register shows that there is something to know about student `st`. */
export const hasShownAlert = (schoolId: string) => sql<boolean>`exists (
  select from health_alerts a where a.school_id = ${schoolId} and a.student_id = st.id and a.shown)`
