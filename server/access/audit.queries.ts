import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'
import { unread } from '#server/db/speculation/ways.ts'

/** Names the person, the operation and the object by id only; it never contains a name or the content of a record. */
export type AuditLine = {
  personId: string | null
  operation: string
  outcome: string
  schoolId: string | null
  targetKind: string | null
  targetId: string | null
  requestId: string
  /** The number of exported rows, what happened to an account and from which device, or the key with which a program read. */
  detail?: { rows: number } | { event: string; device: string } | { programKey: string }
}

/** Stores lines in batches of at most 5,000, so that no statement becomes too large. `isAwaited`: whether the call waits for them. */
export async function insertLines(db: Db, lines: AuditLine[], { isAwaited = true } = {}) {
  for (let from = 0; from < lines.length; from += 5000) {
    const text = JSON.stringify(lines.slice(from, from + 5000).map(asStored))
    const statement = sql`select add_audit_lines(${text}, ${signed(db, 'audit lines', text)})`
    await (isAwaited ? statement : unread(statement)).execute(db)
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
  /** The school where the caller is staff. That school may read where the call came from. */
  schoolId: string | null
  address: string
  device: string
}

/** Stores where a call with audit lines came from. One row per call, erased after 90 days. */
export const insertOriginOfCall = (db: Db, { requestId, personId, schoolId, address, device }: Origin) =>
  sql`select add_origin_of_call(${requestId}, ${personId}, ${schoolId}, ${address}, ${device},
    ${signed(db, 'origin of call', requestId, personId, schoolId, address, device)})`.execute(db)
