import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

type Brought = {
  brought: readonly { row: number; postingId: string }[]
  memberIds: readonly string[]
  familyIds: readonly string[]
}

/** Keeps with the rows which posting each made, and with the import whom it put into which families, for its undo. */
export async function keepBrought(
  db: Db,
  { schoolId, id: importId }: ImportKey,
  { brought, memberIds, familyIds }: Brought,
) {
  await sql`
    update import_rows r set effect = jsonb_build_object('openingId', g."postingId")
    from jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as g(row integer, "postingId" uuid)
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row`.execute(db)
  // Row-level security allows an undo to take only these out of their families.
  await sql`update imports set made_members = ${[...memberIds]}::uuid[], made_families = ${[...familyIds]}::uuid[]
    where school_id = ${schoolId} and id = ${importId}`.execute(db)
}

/** What an import brought. */
export async function broughtWith(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ postingIds: string[]; memberIds: string[]; familyIds: string[] }>`
    select i.made_members as member_ids, i.made_families as family_ids, array(
      select (r.effect ->> 'openingId')::uuid from import_rows r
      where r.school_id = ${schoolId} and r.import_id = ${importId} and r.effect ? 'openingId' order by r.row) as posting_ids
    from imports i where i.school_id = ${schoolId} and i.id = ${importId}`.execute(db)
  return rows[0]!
}

/** What the rows of imports of balances sum to that are or were added. */
export async function sumsOfBalances(db: Db, imports: readonly { id: string; schoolId: string; kind: string }[]) {
  const [first] = imports.filter(({ kind }) => kind === 'balances')
  if (!first) return new Map<string, { due: string; paid: string; currency: string }>()
  const ids = imports.flatMap(({ id, kind }) => (kind === 'balances' ? [id] : []))
  const { rows } = await sql<{ importId: string; due: string; paid: string; currency: string }>`
    select r.import_id, f.currency, round(coalesce(sum((r.plan #>> '{balance,due}')::numeric), 0), fee_scale(f.currency))::text as due,
      round(coalesce(sum((r.plan #>> '{balance,paid}')::numeric), 0), fee_scale(f.currency))::text as paid
    from import_rows r join fee_settings f on f.school_id = r.school_id
    where r.school_id = ${first.schoolId} and r.import_id = any (${ids}::uuid[]) and r.outcome = 'add'
    group by r.import_id, f.currency`.execute(db)
  return new Map(rows.map(({ importId, ...sums }) => [importId, sums]))
}
