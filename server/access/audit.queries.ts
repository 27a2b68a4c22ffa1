import type { Db } from '#server/db/db.ts'

/** The person, the operation and the object; no name and no content of a record. */
export type AuditLine = {
  personId: string | null
  operation: string
  outcome: string
  schoolId: string | null
  targetKind: string | null
  targetId: string | null
  requestId: string
  /** How many rows an export had. */
  detail?: { rows: number }
}

/** Stores lines in batches, each as large as one statement allows. */
export async function insertLines(db: Db, lines: AuditLine[]) {
  for (let from = 0; from < lines.length; from += 5000)
    await db
      .insertInto('auditLines')
      .values(lines.slice(from, from + 5000))
      .execute()
}
