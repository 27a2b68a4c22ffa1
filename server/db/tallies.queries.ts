import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What a counter of the limiter (limiter.ts) has counted, and in how many ms that is forgotten. */
export type Tally = { points: number; msLeft: number }

/** The counters of these keys that count something now. */
export const talliesOf = async (db: Db, keys: readonly string[]) =>
  byKey(
    await sql<TallyRow>`
      select key, points, expire - ${now} as ms_left from rate_limits
      where key = any(${[...keys]}::text[]) and expire > ${now}`.execute(db),
  )

/** Adds to several counters in one statement; one that is new, or forgotten, begins to live `seconds`. */
export const addToTallies = async (db: Db, added: readonly { key: string; points: number; seconds: number }[]) =>
  // In one order for everybody, or two who share some of the keys could wait for each other.
  byKey(
    await sql<TallyRow>`
      insert into rate_limits as l (key, points, expire)
      select key, points, ${now} + seconds * 1000
      from unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ points }) => points)}::integer[],
        ${added.map(({ seconds }) => seconds)}::integer[]) as added (key, points, seconds)
      order by key
      on conflict (key) do update set
        points = case when l.expire <= ${now} then 0 else l.points end + excluded.points,
        expire = case when l.expire <= ${now} then excluded.expire else l.expire end
      returning key, points, expire - ${now} as ms_left`.execute(db),
  )

/** Gives back to the `shared` counters what `own` has counted, and forgets `own` and the `other` ones. */
export const giveBackTallies = (
  db: Db,
  { own, shared, other }: { own: string; shared: readonly string[]; other: readonly string[] },
) =>
  sql`
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

const byKey = ({ rows }: { rows: TallyRow[] }) =>
  new Map(rows.map(({ key, ...tally }): [string, Tally] => [key, tally]))
