import { sql } from 'kysely'
import { lockSchool } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

type ProviderRow = {
  id: string
  providerName: string
  domain: string
  issuer: string
  clientId: string
  sealed: Buffer
  tenant: string | null
  trustsFactor: boolean
  required: boolean
  active: boolean
  madeByName: string
  lastUsedAt: string | null
  linkedPeople: number
  version: number
}

/** The providers of a school, or one of them: those in use first. */
export async function providersOf(db: Db, schoolId: string, id: string | null = null) {
  const { rows } = await sql<ProviderRow>`
    select p.id, p.name as provider_name, p.domain, p.issuer, p.client_id, p.sealed, p.tenant, p.trusts_factor, p.required, p.active,
      ${fullName('m')} as made_by_name, p.used_at as last_used_at,
      people_linked_with(${schoolId}, p.issuer) as linked_people, p.version
    from sign_in_providers p
    join users m on m.id = p.made_by
    where p.school_id = ${schoolId} and (${id}::uuid is null or p.id = ${id})
    order by p.active desc, p.created_at desc, p.id`.execute(db)
  return rows
}

/** How many a school has. The school is locked, so that nobody else makes another one meanwhile. */
export async function countProviders(db: Db, schoolId: string) {
  await lockSchool(db, schoolId)
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from sign_in_providers where school_id = ${schoolId}`.execute(db)
  return rows[0]!.many
}

type NewProvider = {
  schoolId: string
  id: string
  name: string
  domain: string
  issuer: string
  clientId: string
  sealed: Buffer
  tenant: string | null
  trustsFactor: boolean
  madeBy: string
}

export const insertProvider = (db: Db, provider: NewProvider) =>
  sql`
    insert into sign_in_providers (school_id, id, name, domain, issuer, client_id, sealed, tenant, trusts_factor, made_by)
    values (${provider.schoolId}, ${provider.id}, ${provider.name}, ${provider.domain}, ${provider.issuer}, ${provider.clientId},
      ${provider.sealed}, ${provider.tenant}, ${provider.trustsFactor}, ${provider.madeBy})`.execute(db)

/** Ends the sessions that were opened with accounts of an issuer at a school. The transaction must act in it. */
export const endSessionsOfProvider = (db: Db, schoolId: string, issuer: string) =>
  sql`select end_sessions_of_provider(${schoolId}, ${issuer})`.execute(db)

/** Whether a session of the acting person was opened with an account of an issuer at a school. */
export async function cameBy(db: Db, sessionId: string, { schoolId, issuer }: { schoolId: string; issuer: string }) {
  const { rows } = await sql<{ came: boolean }>`
    select exists (
      select from sessions s join outside_accounts o on o.id = s.outside_id
      where s.id = ${sessionId} and s.only_school = ${schoolId} and o.issuer = ${issuer}) as came`.execute(db)
  return rows[0]!.came
}
