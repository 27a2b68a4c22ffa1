import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import { signed } from '#server/db/signing.ts'

/** The changes of a school, or of all schools for the platform: open ones first, then the latest first. */
export function phoneChangesOf(db: Db, schoolId: string | null, now: Date, page: PageRequest) {
  const query = rows(db, now).orderBy(sql`c.ended_at is not null`).orderBy('c.requestedAt', 'desc').orderBy('c.id')
  return paged(schoolId ? query.where('c.schoolId', '=', schoolId) : query.where('c.endedAt', 'is', null), page)
}

export const phoneChangeOf = (db: Db, schoolId: string, id: string, now: Date) =>
  rows(db, now)
    .where('c.schoolId', '=', schoolId)
    .where('c.id', '=', id)
    .where('c.endedAt', 'is', null)
    .executeTakeFirst()

/** The open change of a person's own number. This does not make its school visible to them. */
export const openChangeOf = (db: Db, personId: string) =>
  db
    .selectFrom('phoneChanges')
    .where('personId', '=', personId)
    .where('endedAt', 'is', null)
    .select(['id', 'schoolId', 'personId', 'newNumber', 'appliesAt'])
    .executeTakeFirst()

/** The name of a school that the transaction sees. */
export const nameOfSchool = async (db: Db, schoolId: string) =>
  (await db.selectFrom('schools').where('id', '=', schoolId).select('name').executeTakeFirst())?.name ?? ''

/** The changes of a school that wait for their second person, or were confirmed or ended, with the moment since when. */
export const waitingChanges = (db: Db, schoolId: string, now: Date) =>
  ofSchool(db, schoolId).where(waitsForSecond(now)).select(['c.id', 'c.requestedAt as at'])
export const decidedChanges = (db: Db, schoolId: string) =>
  ofSchool(db, schoolId)
    .where(sql<boolean>`(c.confirmed_by is not null or c.ended_at is not null)`)
    .select(['c.id', sql<string>`coalesce(c.ended_at, c.modified_at)`.as('at')])

const ofSchool = (db: Db, schoolId: string) => db.selectFrom('phoneChanges as c').where('c.schoolId', '=', schoolId)

export const phoneChangesNamed = (db: Db, schoolId: string, now: Date, ids: readonly string[]) =>
  rows(db, now).where('c.schoolId', '=', schoolId).where('c.id', 'in', ids).execute()

const rows = (db: Db, now: Date) =>
  db
    .selectFrom('phoneChanges as c')
    .innerJoin('schools as s', 's.id', 'c.schoolId')
    .innerJoin('users as u', 'u.id', 'c.personId')
    .innerJoin('users as r', 'r.id', 'c.requestedBy')
    .leftJoin('users as k', 'k.id', 'c.confirmedBy')
    .select(['c.id', 'c.schoolId', 's.name as schoolName', 'c.personId', fullName('u').as('personName')])
    .select(['c.oldNumber', 'c.newNumber', 'c.requestedBy', 'c.requestedAt', 'c.appliesAt', 'c.endedAt', 'c.outcome'])
    .select([
      fullName('r').as('requestedByName'),
      nullable(sql<string>`case when k.id is not null then ${fullName('k')} end`),
    ])
    .select(waitsForSecond(now).as('waits'))

/** Whether a change `c` still waits for its second person. */
const waitsForSecond = (now: Date) =>
  sql<boolean>`c.ended_at is null and c.confirmed_by is null
    and c.requested_at > ${now.toISOString()}::timestamptz - interval '7 days'`

const nullable = (name: RawBuilder<string>) => sql<string | null>`${name}`.as('confirmedByName')

type Vouching = {
  /** The person belongs to the school and is not platform staff. */
  isOurs: boolean
  /** The person confirmed that they belong to it, or nobody contradicted for 30 days. */
  isConfirmed: boolean
  /** The person belongs to no other school, and left none lately. */
  isAlone: boolean
  /** The caller has every key of the person, at each place. */
  hasKeys: boolean
}

/** Whether a school, and in it the caller, may vouch for a person. */
export async function vouching(db: Db, schoolId: string, personId: string, callerId: string) {
  const { rows: found } = await sql<Vouching>`
    select is_ours, is_confirmed, is_alone, has_keys
    from vouching(${schoolId}, ${personId}, ${callerId}, ${signed(db, 'vouching', schoolId, personId, callerId)})`.execute(
    db,
  )
  return found[0]!
}

/** The same for several people at once, by their ids. */
export async function vouchingForEach(db: Db, schoolId: string, personIds: readonly string[], callerId: string) {
  if (personIds.length === 0) return new Map<string, Vouching>()
  const signatures = personIds.map((personId) => signed(db, 'vouching', schoolId, personId, callerId))
  const { rows: found } = await sql<Vouching & { personId: string }>`
    select g.person_id, v.is_ours, v.is_confirmed, v.is_alone, v.has_keys
    from unnest(${[...personIds]}::uuid[], ${signatures}::bytea[]) as g (person_id, signature)
    cross join lateral vouching(${schoolId}, g.person_id, ${callerId}, g.signature) v`.execute(db)
  return new Map(found.map((one) => [one.personId, one]))
}

type Requested = { schoolId: string; personId: string; newNumber: string; requestedBy: string; now: Date }

/** Stores a request and returns its id. */
export async function insertPhoneChange(db: Db, { schoolId, personId, newNumber, requestedBy, now }: Requested) {
  const [id, at] = [newId(), now.toISOString()]
  const signature = signed(db, 'request phone change', id, schoolId, personId, newNumber, requestedBy, at)
  await sql`select request_phone_change(${id}, ${schoolId}, ${personId}, ${newNumber}, ${requestedBy}, ${at},
    ${signature})`.execute(db)
  return id
}

/** Confirms a request and returns the old number; null if the request no longer waits. */
export async function confirmPhoneChange(
  db: Db,
  { id, schoolId, confirmedBy, now }: { id: string; schoolId: string; confirmedBy: string; now: Date },
) {
  const at = now.toISOString()
  const signature = signed(db, 'confirm phone change', id, schoolId, confirmedBy, at)
  const { rows: found } = await sql<{ oldNumber: string | null }>`
    select confirm_phone_change(${id}, ${schoolId}, ${confirmedBy}, ${at}, ${signature}) as old_number`.execute(db)
  return found[0]!.oldNumber
}

/** Ends an open change; false if it was no longer open. */
export async function endPhoneChange(db: Db, id: string, why: 'withdrawn' | 'cancelled', now: Date) {
  const at = now.toISOString()
  const { rows: found } = await sql<{ personId: string | null }>`
    select end_phone_change(${id}, ${why}, ${at}, ${signed(db, 'end phone change', id, why, at)}) as person_id`.execute(
    db,
  )
  return found[0]!.personId !== null
}

/** The open change of the account with this number. */
export async function openChangeOfNumber(db: Db, phoneNumber: string) {
  const { rows: found } = await sql<{ id: string; schoolId: string; personId: string }>`
    select id, school_id, person_id
    from phone_change_of(${phoneNumber}, ${signed(db, 'phone change of', phoneNumber)})`.execute(db)
  return found[0]
}

/** Locks the change, for a call that changes the account and may end the change: a change is locked before its person (decision 073). */
export const lockChangeOfNumber = (db: Db, phoneNumber: string) =>
  sql`select lock_phone_change_of(${phoneNumber}, ${signed(db, 'lock phone change of', phoneNumber)})`.execute(db)

/** Changes a person's number; false if `was` is no longer their number. Fails on `users_phone_taken`. */
export async function changePhone(db: Db, personId: string, was: string, phoneNumber: string) {
  const { rows: found } = await sql<{ changed: boolean }>`
    select change_phone(${personId}, ${was}, ${phoneNumber}, ${signed(db, 'change phone', personId, was, phoneNumber)})
      as changed`.execute(db)
  return found[0]!.changed
}
