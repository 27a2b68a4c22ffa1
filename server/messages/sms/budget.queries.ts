import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Takes one from a daily budget. Returns false if none is left. `expire` is in ms since 1970. */
export async function takeOne(db: Db, { key, most, expire }: { key: string; most: number; expire: number }) {
  const { numAffectedRows } = await sql`
    insert into rate_limits (key, points, expire) values (${key}, 1, ${expire})
    on conflict (key) do update set points = rate_limits.points + 1 where rate_limits.points < ${most}`.execute(db)
  return numAffectedRows === 1n
}

export const giveBack = (db: Db, key: string) =>
  sql`update rate_limits set points = points - 1 where key = ${key} and points > 0`.execute(db)
