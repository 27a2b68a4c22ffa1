import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'
import { signed } from '#server/db/signing.ts'
import { storing } from '#server/db/speculation/ways.ts'

export type Proposed = { roleId: string; adds: boolean; permissionIds: readonly string[]; by: string }

/** Stores a proposal and returns its id. */
export async function insertProposal(db: Db, { roleId, adds, permissionIds, by }: Proposed) {
  const id = newId()
  const signature = signed(db, 'propose role keys', id, roleId, String(adds), permissionIds.join(','), by)
  await storing(db)
  await sql`select propose_role_keys(${id}, ${roleId}, ${adds}, ${[...permissionIds]}, ${by}, ${signature})`.execute(db)
  return id
}

/** Decides an open proposal. Returns false if it is no longer open. */
export async function decideProposal(db: Db, id: string, by: string, confirmed: boolean) {
  const signature = signed(db, 'decide role keys', id, by, String(confirmed))
  await storing(db)
  const { rows } = await sql<{ decided: boolean }>`
    select decide_role_keys(${id}, ${by}, ${confirmed}, ${signature}) as decided`.execute(db)
  return rows[0]!.decided
}

/** A proposal, open or not. */
export const proposalOf = (db: Db, id: string) =>
  db
    .selectFrom('roleKeyProposals')
    .where('id', '=', id)
    .select(['id', 'roleId', 'adds', 'permissionIds', 'proposedBy'])
    .executeTakeFirst()

const waitingFor = (db: Db, roleId: string) =>
  db
    .selectFrom('roleKeyProposals as p')
    .where('p.roleId', '=', roleId)
    .where('p.decidedAt', 'is', null)
    .where(sql<boolean>`p.expires_at > now()`)

/** The open proposals for a role, oldest first. */
export const openProposals = (db: Db, roleId: string) =>
  waitingFor(db, roleId)
    .innerJoin('roles as r', 'r.id', 'p.roleId')
    .innerJoin('users as u', 'u.id', 'p.proposedBy')
    .select(['p.id', 'p.roleId', 'r.name as roleName', 'p.adds', 'p.proposedBy', 'p.proposedAt', 'p.expiresAt'])
    .select([fullName('u').as('proposedByName'), named('name'), named('name_ar')])
    .orderBy('p.proposedAt')
    .orderBy('p.id')
    .execute()

/** The keys that open proposals would add to a role, or remove from it. */
export async function keysProposed(db: Db, roleId: string, adds: boolean) {
  const proposals = await waitingFor(db, roleId).where('p.adds', '=', adds).select('p.permissionIds').execute()
  return proposals.flatMap(({ permissionIds }) => permissionIds)
}

const named = (column: 'name' | 'name_ar') =>
  sql<string[]>`(select coalesce(array_agg(k.${sql.ref(column)} order by k.${sql.ref(column)}), '{}')
    from permissions k where k.id = any(p.permission_ids))`.as(
    column === 'name' ? 'permissionNames' : 'permissionNamesAr',
  )

/** The people who have a key app-wide. */
export async function holdersAppWide(db: Db, key: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct person_id from held_keys where key = ${key} and school_id is null`.execute(db)
  return rows.map(({ personId }) => personId)
}

/** Those of these permissions that a role has, or those that it does not have. */
export async function keysAmong(db: Db, roleId: string, permissionIds: readonly string[], has: boolean) {
  const { rows } = await sql<{ id: string }>`
    select distinct k as id from unnest(${[...permissionIds]}::uuid[]) as k where ${has} = exists (
      select from role_permissions where role_id = ${roleId} and permission_id = k) order by k`.execute(db)
  return rows.map(({ id }) => id)
}
