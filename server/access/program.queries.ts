import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { CallerSchool } from './caller.ts'

export type ProgramRow = {
  id: string
  schoolId: string
  scopes: string[]
  networks: string[]
  /** Who made the key. */
  personId: string
  schools: CallerSchool[]
  rowsToday: number
}

/** The live key with this hash of its secret. Also puts the person who made it into the transaction's settings for row-level security. */
export async function programRow(db: Db, secretHash: Buffer, today: string): Promise<ProgramRow | undefined> {
  const { rows } = await sql<ProgramRow & { acting: string }>`
    select id, school_id, scopes, networks::text[] as networks, person_id, set_config('app.user', acting, true) as acting, schools, rows_today
    from program_of(${secretHash}, ${today}::date)`.execute(db)
  return rows[0]
}

type Use = {
  today: string
  /** What came of the call. */
  outcome: { decided: true } | { rows: unknown } | { refused: { status: number } }
  /** The form of the address of a call by OneRoster, which is listed. */
  noted: string | undefined
}

export const countProgramUse = (db: Db, secretHash: Buffer, { today, outcome, noted }: Use) => {
  const rows = rowsIn('rows' in outcome ? outcome.rows : [])
  const status = 'refused' in outcome ? outcome.refused.status : null
  const counted = sql`count_program_use(${secretHash}, ${today}::date, ${status !== null}, ${rows})`
  if (noted === undefined) return sql`select ${counted}`.execute(db)
  return sql`
    select ${counted}, note_roster_use(${secretHash}, ${today}::date, ${noted}, ${status ?? 200}::smallint, ${rows})`.execute(
    db,
  )
}

/** How many rows an answer has: a list, an object with `rows`, or one thing. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { rows } = (answer ?? {}) as { rows?: unknown }
  return Array.isArray(rows) ? rows.length : 1
}

export const revokeShownProgram = (db: Db, secretHash: Buffer) =>
  sql`select revoke_shown_program(${secretHash})`.execute(db)
