import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Runs `work` so that, when it throws, nothing of it is left but the transaction goes on. Throws what `work` threw. */
export async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint call`.execute(db)
  try {
    return await work()
  } catch (problem) {
    await sql`rollback to savepoint call`.execute(db)
    throw problem
  }
}
