import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Carries out the replacements that are due, as the owner of the database. Returns how many. */
export const applyReplacements = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select apply_teacher_replacements(${now}) as many`.execute(db)
    return rows[0]!.many
  })
