import { sql } from 'kysely'
import type { Db } from './db.ts'
import { unread } from './speculation/ways.ts'

/**
 * Runs `work`. If it throws, everything that it did is rolled back, but the transaction continues. Throws what `work` threw.
 */
export async function savepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint call`.execute(db)
  try {
    return await work()
  } catch (problem) {
    await undo(db)
    throw problem
  }
}

/** Rolls back everything since the last savepoint of a call. */
export const undo = (db: Db) => unread(sql`rollback to savepoint call`).execute(db)

/** What PostgreSQL says of a row that another row refers to. */
const foreignKeyViolation = '23503'

export const isReferredTo = (problem: unknown) => (problem as { code?: unknown } | null)?.code === foreignKeyViolation

/** Runs `work` completely, or not at all if something refers to what it removes; then answers undefined. */
export const unlessUsed = <T>(db: Db, work: () => Promise<T>): Promise<T | undefined> =>
  step(db, work).catch((problem: unknown) => {
    if (!isReferredTo(problem)) throw problem
    return undefined
  })

/** The same for one of several steps of a call. If the call is refused later, the steps before are rolled back too. */
export async function step<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint step`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint step`.execute(db)
    return done
  } catch (problem) {
    await sql`rollback to savepoint step`.execute(db)
    throw problem
  }
}
