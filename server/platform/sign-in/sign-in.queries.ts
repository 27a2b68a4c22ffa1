import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signed } from '#server/db/signing.ts'

export type ProviderOfSchool = {
  schoolId: string
  name: string
  issuer: string
  clientId: string
  sealed: Buffer
  tenant: string | null
  trustsFactor: boolean
  version: number
}

/** An active provider of an active school. */
export async function providerById(db: Db, id: string) {
  const { rows } = await sql<ProviderOfSchool>`
    select * from sign_in_provider(${id}, ${signed(db, 'sign-in provider', id)})`.execute(db)
  return rows[0]
}

type OfferedRow = { id: string; providerName: string; schoolName: string }

export async function providersOfDomain(db: Db, domain: string) {
  const { rows } = await sql<OfferedRow>`
    select id, name as provider_name, school_name from providers_of_domain(${domain})`.execute(db)
  return rows
}

export async function hasProviders(db: Db) {
  const { rows } = await sql<{ some: boolean }>`select has_sign_in_providers() as some`.execute(db)
  return rows[0]!.some
}

type LinkedRow = {
  id: string
  label: string | null
  issuer: string
  schoolName: string | null
  linkedAt: string
  lastUsedAt: string | null
}

/** The accounts that the acting person linked. */
export async function linkedAccounts(db: Db, personId: string) {
  const { rows } = await sql<LinkedRow>`
    select o.id, o.label, o.issuer, s.name as school_name, o.linked_at, o.used_at as last_used_at
    from outside_accounts o left join schools s on s.id = o.at_school_id
    where o.user_id = ${personId} order by o.linked_at, o.id`.execute(db)
  return rows
}

/** The providers of schools in which the caller works. The transaction must see these schools. */
export async function providersOfSchools(db: Db, personId: string, schools: readonly string[]) {
  if (schools.length === 0) return []
  const { rows } = await sql<OfferedRow & { required: boolean; linked: boolean }>`
    select p.id, p.name as provider_name, s.name as school_name, exists (
      select from sign_in_providers r where r.school_id = p.school_id and r.required) as required, exists (
      select from outside_accounts o
      where o.user_id = ${personId} and o.at_school_id = p.school_id and o.issuer = p.issuer) as linked
    from sign_in_providers p join schools s on s.id = p.school_id
    where p.school_id = any(${[...schools]}::uuid[]) and p.active order by s.name, p.id`.execute(db)
  return rows
}

/** When a session was begun by a password; undefined for one that a provider opened, and if there is none. */
export async function passwordSession(db: Db, personId: string, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .where('userId', '=', personId)
    .where('id', '=', sessionId)
    .where('outsideId', 'is', null)
    .select('createdAt')
    .executeTakeFirst()
  return row && new Date(row.createdAt)
}

type Account = { issuer: string; subject: string; schoolId: string | null }

/** The link of an account, and its person. */
export async function personOfOutside(db: Db, { issuer, subject, schoolId }: Account) {
  const signature = signed(db, 'person of outside', issuer, subject, schoolId)
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from person_of_outside(${issuer}, ${subject}, ${schoolId}, ${signature})`.execute(db)
  return rows[0]
}

/** Links an account with a person; false if it is somebody else's. */
export async function linkOutside(
  db: Db,
  personId: string,
  { issuer, subject, schoolId, label }: Account & { label: string | null },
) {
  const id = newId()
  const signature = signed(db, 'link outside', id, personId, issuer, subject, schoolId)
  const { rows } = await sql<{ linked: boolean }>`
    select link_outside(${id}, ${personId}, ${issuer}, ${subject}, ${schoolId}, ${label}, ${signature}) as linked`.execute(
    db,
  )
  return rows[0]!.linked
}

/** Returns how many were removed. */
export async function unlinkOutside(db: Db, personId: string, accountId: string) {
  const { rows } = await sql<{ removed: number }>`
    select unlink_outside(${accountId}, ${personId}, ${signed(db, 'unlink outside', accountId, personId)}) as removed`.execute(
    db,
  )
  return rows[0]!.removed
}

type OutsideSession = {
  tokenHash: Buffer
  accountId: string
  shared: boolean
  userAgent: string | null
  sid: string | null
  now: Date
}

/** Opens a session with an account; false for a person in doubt. */
export async function openOutsideSession(
  db: Db,
  { tokenHash, accountId, shared, userAgent, sid, now }: OutsideSession,
) {
  const [id, at] = [newId(), now.toISOString()]
  const signature = signed(db, 'open outside session', id, tokenHash.toString('hex'), accountId, sid, at)
  const { rows } = await sql<{ opened: boolean }>`
    select open_outside_session(${id}, ${tokenHash}, ${accountId}, ${shared}, ${userAgent}, ${sid}, ${at}, ${signature}) as opened`.execute(
    db,
  )
  return rows[0]!.opened
}

/** Notes that somebody signed in with a provider. The transaction must act in its school. */
export const markUsed = (db: Db, schoolId: string, id: string, now: Date) =>
  sql`update sign_in_providers set used_at = ${now} where school_id = ${schoolId} and id = ${id}`.execute(db)

/** The schools with an active provider of an issuer, at which this installation is one of these clients. */
export async function schoolsOfClient(db: Db, issuer: string, clients: readonly string[]) {
  const { rows } = await sql<{ schoolId: string; clientId: string }>`
    select school_id, client_id from schools_of_client(${issuer}, ${[...clients]}::text[], ${signed(db, 'schools of client', issuer)})
    order by client_id, school_id`.execute(db)
  return rows
}

type EndedThere = { issuer: string; schoolId: string; subject: string | null; sid: string | null; at: Date }

/** Ends the sessions of an account, or of one session at its provider; returns the people whose sessions they were. */
export async function endOutsideSessions(db: Db, { issuer, schoolId, subject, sid, at }: EndedThere) {
  const since = at.toISOString()
  const signature = signed(db, 'end outside sessions', issuer, schoolId, subject, sid, since)
  const { rows } = await sql<{ userId: string }>`
    select user_id from end_outside_sessions(${issuer}, ${schoolId}, ${subject}, ${sid}, ${since}, ${signature})`.execute(
    db,
  )
  return rows.map(({ userId }) => userId)
}
