import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export async function storedRegister<Column>(db: Db, schoolId: string) {
  const { rows } = await sql<{ columns: Column[]; version: number }>`
    select columns, version from result_registers where school_id = ${schoolId}`.execute(db)
  return rows[0]
}

/** Stores the columns of a register. Returns false if the stored version is not `baseVersion`; null changes any version. */
export async function storeRegister(db: Db, schoolId: string, columns: readonly string[], baseVersion: number | null) {
  // Without a stored register there is only version 1.
  const stored =
    (baseVersion ?? 1) === 1
      ? sql`
    insert into result_registers (school_id, columns, version) values (${schoolId}, ${columns}::text[], 2)
    on conflict (school_id) do update
    set columns = excluded.columns, version = result_registers.version + 1, modified_at = excluded.modified_at
    where result_registers.version = coalesce(${baseVersion}::integer, result_registers.version)
    returning true as stored`
      : sql`
    update result_registers set columns = ${columns}::text[], version = version + 1, modified_at = now()
    where school_id = ${schoolId} and version = ${baseVersion}
    returning true as stored`
  return (await stored.execute(db)).rows.length > 0
}
