import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Lets `work` change or delete rows of a table to which rows are otherwise only added. The transaction is the caller's: if it is rolled back,
 * so is the permission.
 */
export async function beyondAppending<T>(
  db: Db,
  table: 'former_values' | 'audit_lines' | 'fee_postings',
  work: () => Promise<T>,
): Promise<T> {
  await sql`alter table ${sql.table(table)} disable trigger append_only`.execute(db)
  const done = await work()
  await sql`alter table ${sql.table(table)} enable trigger append_only`.execute(db)
  return done
}
