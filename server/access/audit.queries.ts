import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

/** The person, the operation and the object; no name and no content of a record. */
export type AuditLine = {
  personId: string | null
  operation: string
  outcome: string
  schoolId: string | null
  targetKind: string | null
  targetId: string | null
  requestId: string
  /** How many rows an export had; what happened to an account, and by which device. */
  detail?: { rows: number } | { event: string; device: string }
}

/** Stores lines in batches, each as large as one statement should be. */
export async function insertLines(db: Db, lines: AuditLine[], mark: RawBuilder<unknown> = sql``) {
  for (let from = 0; from < lines.length; from += 5000) {
    const text = JSON.stringify(lines.slice(from, from + 5000).map(asStored))
    await sql`${mark}select add_audit_lines(${text}, ${signed(db, 'audit lines', text)})`.execute(db)
  }
}

const asStored = ({ personId, operation, outcome, schoolId, targetKind, targetId, requestId, detail }: AuditLine) => ({
  person: personId,
  operation,
  outcome,
  school: schoolId,
  kind: targetKind,
  target: targetId,
  request: requestId,
  detail,
})

type Origin = {
  requestId: string
  personId: string
  /** The school to which the person who called belongs as staff, which may read from where they called. */
  schoolId: string | null
  address: string
  device: string
}

/** From where a call came that leaves lines; one row a call, erased after 90 days. */
export const insertOriginOfCall = (db: Db, { requestId, personId, schoolId, address, device }: Origin) =>
  sql`select add_origin_of_call(${requestId}, ${personId}, ${schoolId}, ${address}, ${device},
    ${signed(db, 'origin of call', requestId, personId, schoolId, address, device)})`.execute(db)
