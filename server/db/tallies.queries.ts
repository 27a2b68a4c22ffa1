import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { unread } from './pipeline.ts'

/** What a counter of the limiter (limiter.ts) has counted, and in how many ms that is forgotten. */
export type Tally = { points: number; msLeft: number }

type Added = { key: string; points: number; seconds: number }

/**
 * Adds to several counters, unless one of `stops` has so many points that it stops this. Answers the counters that were
 * added to, or those that stop it.
 */
export async function addUnlessStopped(
  db: Db,
  added: readonly Added[],
  stops: readonly { key: string; atLeast: number }[],
): Promise<{ stopped: Map<string, Tally>; counted: Map<string, Tally> }> {
  const { rows } = await sql<TallyRow & { stops: boolean }>`
    with stopped as materialized (
      select key, points, expire - ${now} as ms_left from rate_limits
      join unnest(${stops.map(({ key }) => key)}::text[], ${stops.map(({ atLeast }) => atLeast)}::integer[])
        as s (key, at_least) using (key)
      where expire > ${now} and points >= at_least
    ), counted as (${adding(added, sql`where not exists (select from stopped)`)})
    select true as stops, * from stopped union all select false, * from counted`.execute(db)
  return {
    stopped: byKey(rows.filter((row) => row.stops)),
    counted: byKey(rows.filter((row) => !row.stops)),
  }
}

/** Adds to several counters in one statement; one that is new, or forgotten, begins to live `seconds`. */
export const addToTallies = async (db: Db, added: readonly Added[]) =>
  byKey((await adding(added, sql``).execute(db)).rows)

// In one order for everybody, or two who share some of the keys could wait for each other.
const adding = (added: readonly Added[], provided: RawBuilder<unknown>) => sql<TallyRow>`
  insert into rate_limits as l (key, points, expire)
  select key, points, ${now} + seconds * 1000
  from unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ points }) => points)}::integer[],
    ${added.map(({ seconds }) => seconds)}::integer[]) as added (key, points, seconds)
  ${provided}
  order by key
  on conflict (key) do update set
    points = case when l.expire <= ${now} then 0 else l.points end + excluded.points,
    expire = case when l.expire <= ${now} then excluded.expire else l.expire end
  returning key, points, expire - ${now} as ms_left`

/** Gives back to the `shared` counters what `own` has counted, and forgets `own` and the `other` ones. Not waited for. */
export const giveBackTallies = (
  db: Db,
  { own, shared, other }: { own: string; shared: readonly string[]; other: readonly string[] },
) =>
  sql`${unread}
    with mine as materialized (
      select key, case when expire > ${now} then points else 0 end as points from rate_limits
      where key = any(${[own, ...shared, ...other]}::text[]) order by key for update
    ), forgotten as (
      delete from rate_limits where key in (select key from mine where key = any(${[own, ...other]}::text[]))
    )
    update rate_limits l set points = l.points - (select points from mine where key = ${own})
    from mine where l.key = mine.key and mine.key = any(${[...shared]}::text[])
      and exists (select from mine where key = ${own})`.execute(db)

type TallyRow = { key: string } & Tally

const now = sql`(extract(epoch from now()) * 1000)::bigint`

const byKey = (rows: TallyRow[]) =>
  new Map(rows.map(({ key, points, msLeft }): [string, Tally] => [key, { points, msLeft }]))
