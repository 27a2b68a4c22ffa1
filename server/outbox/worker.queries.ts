import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** `nextIn`: after how many ms the next event that was not taken is due; null if there is none. */
export type Take<T> = { taken: T[]; nextIn: number | null }

/** An event that was taken for delivery. `attempts` and `unsureTries` include this attempt; `age` is in ms. */
export type Taken = {
  id: string
  event: string
  schoolId: string | null
  actorId: string | null
  payload: Record<string, unknown>
  attempts: number
  unsureTries: number
  age: number
}

/**
 * Takes due events and hides them for `lease` ms. Events of the first kind are taken before those of the next kind. Until the
 * outcome is stored, the attempt counts as unsure, because its worker may die at any point.
 */
export async function takeDue(
  db: Db,
  { kinds, most, lease }: { kinds: string[]; most: number; lease: number },
): Promise<Take<Taken>> {
  const { rows } = await sql<Take<Taken>>`
    with due as (
      select found.id
      from unnest(${kinds}::text[]) with ordinality as kind (event, place)
      cross join lateral (
        select id, next_try_at from outbox
        where event = kind.event and delivered_at is null and given_up_at is null and next_try_at <= now()
        order by next_try_at, id limit ${most}
        for update skip locked
      ) as found
      order by kind.place, found.next_try_at, found.id limit ${most}
    ), taken as (
      update outbox set attempts = attempts + 1, unsure_tries = unsure_tries + 1,
        next_try_at = now() + ${lease} * interval '1 millisecond'
      from due where outbox.id = due.id
      returning outbox.id::text, event, school_id as "schoolId", actor_id as "actorId", payload, attempts,
        unsure_tries as "unsureTries", created_at
    ), aged as (
      select id, event, "schoolId", "actorId", payload, attempts, "unsureTries", extract(epoch from now() - created_at) * 1000 as age
      from taken
    )
    select coalesce((select jsonb_agg(to_jsonb(aged)) from aged), '[]') as taken, (
      select (extract(epoch from min(found.next_try_at) - now()) * 1000)::float8
      from unnest(${kinds}::text[]) as kind (event)
      cross join lateral (
        select next_try_at from outbox
        where event = kind.event and delivered_at is null and given_up_at is null and id not in (select id from due)
        order by next_try_at, id limit 1
      ) as found
    ) as next_in`.execute(db)
  return rows[0]!
}

/** Deletes the content of events that were delivered or given up, because phone numbers and codes must not stay stored. */
export const markDelivered = (db: Db, { id }: Taken) =>
  sql`update outbox set delivered_at = now(), payload = '{}' where id = ${id} and delivered_at is null`.execute(db)

export const markGivenUp = (db: Db, { id, attempts }: Taken) =>
  sql`
    update outbox set given_up_at = now(), payload = '{}'
    where id = ${id} and attempts = ${attempts} and delivered_at is null`.execute(db)

/** Makes an event due again in `wait` ms. The number of attempts proves that no other worker has taken it since. */
export const markAgain = (db: Db, { id, attempts }: Taken, { wait, unsure }: { wait: number; unsure: boolean }) =>
  sql`
    update outbox set next_try_at = now() + ${wait} * interval '1 millisecond', unsure_tries = unsure_tries - ${unsure ? 0 : 1}
    where id = ${id} and attempts = ${attempts} and delivered_at is null`.execute(db)
