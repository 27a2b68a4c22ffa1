import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/** Records fields as made for an import. Returns false unless each belongs to the school and is newer than the import. */
export async function keepMadeFields(db: Db, { schoolId, id: importId }: ImportKey, fieldIds: readonly string[]) {
  const { rows } = await sql`
    update imports i set made_fields = made_fields || ${[...fieldIds]}::uuid[]
    where i.school_id = ${schoolId} and i.id = ${importId} and ${fieldIds.length} = (
      select count(*) from record_fields f
      where f.id = any(${[...fieldIds]}::uuid[]) and f.school_id = ${schoolId} and f.removed_at is null
        and f.created_at >= i.created_at)
    returning 1 as fit`.execute(db)
  return rows.length > 0
}

/** Removes the fields that were made for an import and have no values. */
export const takeBackFields = (db: Db, { schoolId, id }: ImportKey) =>
  sql`
  update record_fields f set removed_at = now(), version = f.version + 1, modified_at = now()
  from imports i
  where i.school_id = ${schoolId} and i.id = ${id} and f.school_id = ${schoolId} and f.id = any (i.made_fields)
    and f.removed_at is null
    and not exists (
      select from official_records o where o.school_id = ${schoolId} and o.own_values ? f.id::text)`.execute(db)
