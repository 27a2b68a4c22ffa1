import type pg from 'pg'

/** `nextIn`: in how many ms the next is due that was not taken; null when none waits. */
export type Take<T> = { taken: T[]; nextIn: number | null }

/** An event taken to be delivered. `attempts` and `unsureTries` count this try too; `age` in ms. */
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
 * Takes events that are due, of the first kind named before those of the next, and hides them for `lease` ms. Until the
 * outcome is marked a try counts as unsure: its worker may die at any point of it.
 */
export async function takeDue(
  client: pg.ClientBase,
  { kinds, most, lease }: { kinds: string[]; most: number; lease: number },
): Promise<Take<Taken>> {
  const { rows } = await client.query<Take<Taken>>({ name: 'take events', text: taking, values: [kinds, most, lease] })
  return rows[0]!
}

const taking = `
  with due as (
    select found.id
    from unnest($1::text[]) with ordinality as kind (event, place)
    cross join lateral (
      select id, next_try_at from outbox
      where event = kind.event and delivered_at is null and given_up_at is null and next_try_at <= now()
      order by next_try_at, id limit $2
      for update skip locked
    ) as found
    order by kind.place, found.next_try_at, found.id limit $2
  ), taken as (
    update outbox set attempts = attempts + 1, unsure_tries = unsure_tries + 1,
      next_try_at = now() + $3 * interval '1 millisecond'
    from due where outbox.id = due.id
    returning outbox.id::text, event, school_id as "schoolId", actor_id as "actorId", payload, attempts,
      unsure_tries as "unsureTries", created_at
  ), aged as (
    select id, event, "schoolId", "actorId", payload, attempts, "unsureTries", extract(epoch from now() - created_at) * 1000 as age
    from taken
  )
  select coalesce((select jsonb_agg(to_jsonb(aged)) from aged), '[]') as taken, (
    select (extract(epoch from min(found.next_try_at) - now()) * 1000)::float8
    from unnest($1::text[]) as kind (event)
    cross join lateral (
      select next_try_at from outbox
      where event = kind.event and delivered_at is null and given_up_at is null and id not in (select id from due)
      order by next_try_at, id limit 1
    ) as found
  ) as "nextIn"`

/** What was delivered or given up is needed no more: numbers and codes do not stay. */
export const markDelivered = (client: pg.ClientBase, { id }: Taken) =>
  client.query(`update outbox set delivered_at = now(), payload = '{}' where id = $1 and delivered_at is null`, [id])

export const markGivenUp = (client: pg.ClientBase, { id, attempts }: Taken) =>
  client.query(
    `update outbox set given_up_at = now(), payload = '{}' where id = $1 and attempts = $2 and delivered_at is null`,
    [id, attempts],
  )

/** Due again in `wait` ms. The number of attempts proves that no other worker has taken it in the meantime. */
export const markAgain = (
  client: pg.ClientBase,
  { id, attempts }: Taken,
  { wait, unsure }: { wait: number; unsure: boolean },
) =>
  client.query(
    `update outbox set next_try_at = now() + $3 * interval '1 millisecond', unsure_tries = unsure_tries - $4
     where id = $1 and attempts = $2 and delivered_at is null`,
    [id, attempts, wait, unsure ? 0 : 1],
  )
