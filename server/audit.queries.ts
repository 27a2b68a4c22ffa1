import type { Db } from './db/db.ts'

/** Who did what to what; no name and no content of a record. */
export type AuditLine = {
  personId: string | null
  operation: string
  outcome: string
  schoolId: string | null
  targetKind: string | null
  targetId: string | null
  requestId: string
}

export async function insertLines(db: Db, lines: AuditLine[]) {
  await db.insertInto('auditLines').values(lines).execute()
}
