import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

type GatewayName = 'paymob' | 'moyasar'

/** An account with its sealed keys. `merchant`: whom its first callback named. */
export type AccountRow = {
  id: string
  schoolId: string
  gateway: GatewayName
  host: string
  sealed: Buffer
  takesCodes: boolean
  wayId: string
  merchant: string | null
}

/** The account that takes payments in a school now. */
export async function accountOfSchool(db: Db, schoolId: string) {
  const { rows } = await sql<AccountRow>`
    select id, school_id, gateway, host, sealed, takes_codes, way_id, merchant from gateway_of_school(${schoolId})`.execute(
    db,
  )
  return rows[0]
}

/** Any account by its id alone, for a callback. */
export async function accountNamed(db: Db, id: string) {
  const { rows } = await sql<AccountRow & { timeZone: string }>`
    select id, school_id, gateway, host, sealed, takes_codes, way_id, merchant, time_zone from gateway_account_of(${id})`.execute(
    db,
  )
  return rows[0]
}

type ListedAccount = {
  id: string
  gateway: GatewayName
  host: string
  active: boolean
  last4: Record<string, string>
  codes: boolean
  lastCallbackAt: string | null
  lastRefusedAt: string | null
  version: number
}

export async function accountsOf(db: Db, schoolId: string) {
  const { rows } = await sql<ListedAccount>`
    select a.id, a.gateway, a.host, a.active, a.last4, a.takes_codes as codes, a.last_callback_at, a.last_refused_at, a.version
    from gateway_accounts a where a.school_id = ${schoolId} order by a.gateway desc`.execute(db)
  return rows
}

/** The account of a school at a gateway, locked until the call ends. */
export async function lockAccount(db: Db, schoolId: string, gateway: GatewayName) {
  const { rows } = await sql<AccountRow & { version: number; last4: Record<string, string> }>`
    select a.id, a.school_id, a.gateway, a.host, a.sealed, a.takes_codes, a.way_id, a.merchant, a.version, a.last4
    from gateway_accounts a where a.school_id = ${schoolId} and a.gateway = ${gateway} for no key update`.execute(db)
  return rows[0]
}

type StoredAccount = {
  schoolId: string
  gateway: GatewayName
  host: string
  active: boolean
  sealed: Buffer
  last4: Record<string, string>
  takesCodes: boolean
  savedBy: string
}

export const insertAccount = (db: Db, { last4, ...account }: StoredAccount, wayId: string) =>
  db
    .insertInto('gatewayAccounts')
    .values({ ...account, id: newId(), wayId, last4: JSON.stringify(last4) })
    .execute()

/** With other keys it may be another merchant, whom the next callback names. */
export const updateAccount = (db: Db, { last4, ...account }: StoredAccount, isOther: boolean) =>
  sql`update gateway_accounts a set host = ${account.host}, active = ${account.active}, sealed = ${account.sealed},
      last4 = ${JSON.stringify(last4)}, takes_codes = ${account.takesCodes}, saved_by = ${account.savedBy},
      merchant = case when ${isOther} then null else a.merchant end, version = a.version + 1, modified_at = now()
    where a.school_id = ${account.schoolId} and a.gateway = ${account.gateway}`.execute(db)

export const switchOffOthers = (db: Db, schoolId: string, gateway: GatewayName) =>
  sql`update gateway_accounts a set active = false, version = a.version + 1, modified_at = now()
    where a.school_id = ${schoolId} and a.gateway <> ${gateway} and a.active`.execute(db)

/** The way that stands on receipts of a gateway. It is off, so that nobody takes it at the counter. */
export async function insertGatewayWay(db: Db, schoolId: string, name: string) {
  const { rows } = await sql<{ id: string }>`
    insert into fee_ways (school_id, id, name, kind, active, position)
    select ${schoolId}, ${newId()}, ${name}, 'card', false, coalesce(max(w.position), 0) + 1 from fee_ways w where w.school_id = ${schoolId}
    returning id`.execute(db)
  return rows[0]!.id
}

type Seen = { schoolId: string; id: string; now: Date }

export const markCallback = (db: Db, { schoolId, id, now }: Seen, merchant: string | null) =>
  sql`update gateway_accounts a set last_callback_at = ${now}, merchant = coalesce(a.merchant, ${merchant})
    where a.school_id = ${schoolId} and a.id = ${id}`.execute(db)

/** At most once a minute, because anybody can send what is refused. */
export const markRefused = (db: Db, { schoolId, id, now }: Seen) =>
  sql`update gateway_accounts a set last_refused_at = ${now}
    where a.school_id = ${schoolId} and a.id = ${id}
      and (a.last_refused_at is null or a.last_refused_at < ${now}::timestamptz - interval '1 minute')`.execute(db)
