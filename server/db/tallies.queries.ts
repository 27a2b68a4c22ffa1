import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { unread } from './speculation/ways.ts'

/** The count of a counter of the limiter (limiter.ts), and in how many ms it expires. */
export type Tally = { points: number; msLeft: number }

type Added = { key: string; points: number; seconds: number }

/**
 * Adds to several counters, unless one of `stops` has reached its limit. Returns the counters that were increased, or those
 * that stop it.
 */
export async function addUnlessStopped(
  db: Db,
  now: Date,
  added: readonly Added[],
  stops: readonly { key: string; atLeast: number }[],
): Promise<{ stopped: Map<string, Tally>; counted: Map<string, Tally> }> {
  const at = msOf(now)
  const { rows } = await sql<TallyRow & { stops: boolean }>`
    with stopped as materialized (
      select key, points, expire - ${at} as ms_left from rate_limits
      join unnest(${stops.map(({ key }) => key)}::text[], ${stops.map(({ atLeast }) => atLeast)}::integer[])
        as s (key, at_least) using (key)
      where expire > ${at} and points >= at_least
    ), counted as (${adding(added, at, sql`where not exists (select from stopped)`)})
    select true as stops, * from stopped union all select false, * from counted`.execute(db)
  return {
    stopped: byKey(rows.filter((row) => row.stops)),
    counted: byKey(rows.filter((row) => !row.stops)),
  }
}

/** Adds to several counters in one statement. A new or expired counter begins again and lives for `seconds`. */
export const addToTallies = async (db: Db, now: Date, added: readonly Added[]) =>
  byKey((await adding(added, msOf(now), sql``).execute(db)).rows)

// Always in the same order. Otherwise two calls that share some of the keys could wait for each other.
const adding = (added: readonly Added[], at: RawBuilder<unknown>, provided: RawBuilder<unknown>) => sql<TallyRow>`
  insert into rate_limits as l (key, points, expire)
  select key, points, ${at} + seconds * 1000
  from unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ points }) => points)}::integer[],
    ${added.map(({ seconds }) => seconds)}::integer[]) as added (key, points, seconds)
  ${provided}
  order by key
  on conflict (key) do update set
    points = case when l.expire <= ${at} then 0 else l.points end + excluded.points,
    expire = case when l.expire <= ${at} then excluded.expire else l.expire end
  returning key, points, expire - ${at} as ms_left`

/**
 * Subtracts the count of each `own` counter from its `shared` ones, and deletes the `own` and the `other` counters. The result is not
 * awaited.
 */
export function giveBackTallies(
  db: Db,
  now: Date,
  counts: readonly { own: string; shared: readonly string[] }[],
  other: readonly string[],
) {
  const owns = counts.map(({ own }) => own)
  const pairs = counts.flatMap(({ own, shared }) => shared.map((key) => ({ own, key })))
  return unread(sql`
    with mine as materialized (
      select key, case when expire > ${msOf(now)} then points else 0 end as points from rate_limits
      where key = any(${[...owns, ...pairs.map(({ key }) => key), ...other]}::text[]) order by key for update
    ), forgotten as (
      delete from rate_limits where key in (select key from mine where key = any(${[...owns, ...other]}::text[]))
    )
    update rate_limits l set points = l.points - own.points
    from unnest(${pairs.map(({ own }) => own)}::text[], ${pairs.map(({ key }) => key)}::text[]) as pair (own, key)
    join mine own on own.key = pair.own
    where l.key = pair.key`).execute(db)
}

type TallyRow = { key: string } & Tally

/** The machine's clock, which the caller reads: the limiter's other counters live by it too. */
const msOf = (now: Date) => sql`${now.getTime()}::bigint`

const byKey = (rows: TallyRow[]) =>
  new Map(rows.map(({ key, points, msLeft }): [string, Tally] => [key, { points, msLeft }]))
