import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

export type KeyRow = {
  id: string
  keyName: string
  scopes: string[]
  networks: string[]
  endsOn: string
  isOver: boolean
  madeBy: string
  madeByName: string
  createDate: string
  lastUsedAt: string | null
  calls: number
  refusedCalls: number
  revokedAt: string | null
  revokedByName: string | null
  revokedReason: string | null
}

/** The keys of a school, the latest first, with their use in the last 30 days. */
export async function keysOfSchool(db: Db, schoolId: string, today: string) {
  const { rows } = await sql<KeyRow>`
    select p.id, p.name as key_name, p.scopes, p.networks::text[] as networks, p.ends_on, p.ends_on < ${today}::date as is_over, p.made_by,
      ${fullName('m')} as made_by_name, p.created_at as create_date, p.last_used_at, coalesce(u.calls, 0)::integer as calls,
      coalesce(u.refused, 0)::integer as refused_calls, p.revoked_at, nullif(${fullName('r')}, '') as revoked_by_name, p.revoked_reason
    from program_keys p
    join users m on m.id = p.made_by
    left join users r on r.id = p.revoked_by
    left join lateral (
      select sum(d.calls) as calls, sum(d.refused) as refused from program_uses d
      where d.school_id = ${schoolId} and d.key_id = p.id and d.day > ${today}::date - 30) u on true
    where p.school_id = ${schoolId}
    order by p.created_at desc, p.id`.execute(db)
  return rows
}

/** The keys that people have in a school, by person. */
export async function keysHeldBy(db: Db, schoolId: string, personIds: readonly string[]) {
  const { rows } = await sql<{ personId: string; keys: string[] }>`
    select h.person_id, to_jsonb(array_agg(h.key)) as keys from held_keys h
    where h.school_id = ${schoolId} and h.person_id = any (${[...personIds]}::uuid[]) group by h.person_id`.execute(db)
  return new Map(rows.map(({ personId, keys }) => [personId, keys]))
}

type NewKey = {
  schoolId: string
  id: string
  name: string
  secretHash: Buffer
  scopes: readonly string[]
  networks: readonly string[]
  endsOn: string
  madeBy: string
}

export const insertProgramKey = (db: Db, key: NewKey) =>
  sql`
    insert into program_keys (school_id, id, name, secret_hash, scopes, networks, ends_on, made_by)
    values (${key.schoolId}, ${key.id}, ${key.name}, ${key.secretHash}, ${[...key.scopes]}::text[], ${[...key.networks]}::cidr[],
      ${key.endsOn}, ${key.madeBy})`.execute(db)

/** Returns whether it was live; undefined if the school has no such key. */
export async function revokeProgramKey(db: Db, schoolId: string, { id, by }: { id: string; by: string }) {
  const { rows } = await sql<{ wasLive: boolean }>`
    with live as (
      update program_keys set revoked_at = now(), revoked_by = ${by}
      where school_id = ${schoolId} and id = ${id} and revoked_at is null returning id
    )
    select exists (select from live) as was_live from program_keys p where p.school_id = ${schoolId} and p.id = ${id}`.execute(
    db,
  )
  return rows[0]?.wasLive
}
