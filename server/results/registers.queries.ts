import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export async function storedRegister<Column>(db: Db, schoolId: string) {
  const { rows } = await sql<{ columns: Column[]; version: number }>`
    select columns, version from result_registers where school_id = ${schoolId}`.execute(db)
  return rows[0]
}

/** Answers false where another version is stored than the one that was changed; null changes whichever is stored. */
export async function storeRegister(db: Db, schoolId: string, columns: readonly string[], baseVersion: number | null) {
  const { rows } = await sql<{ stored: boolean }>`
    insert into result_registers (school_id, columns, version)
    select ${schoolId}::uuid, ${columns}::text[], 2
    where coalesce(${baseVersion}::integer, 1) = 1 or exists (select from result_registers where school_id = ${schoolId})
    on conflict (school_id) do update
    set columns = excluded.columns, version = result_registers.version + 1, modified_at = excluded.modified_at
    where result_registers.version = coalesce(${baseVersion}::integer, result_registers.version)
    returning true as stored`.execute(db)
  return rows.length > 0
}
