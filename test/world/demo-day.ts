import type pg from 'pg'
import type { Event } from '#server/outbox/events.ts'

/** One school day of the demo that is being filled, in one transaction of the owner. */
export type Day = {
  client: pg.ClientBase
  day: string
  /** Nothing that is stored happens later. */
  now: Date
  /** The school days of the five weeks before, latest first. */
  before: string[]
  /** The school days of the two weeks after, earliest first. */
  after: string[]
  /** Whether most of what happened is left out of the inboxes, because everybody has read it long ago. */
  isQuiet?: boolean
}

const worthKeeping = new Set<Event['event']>(['post', 'note', 'conduct recorded'])

/** A moment of the day in UTC, such as '06:30', but never one that is still to come. */
export function at({ day, now }: Pick<Day, 'day' | 'now'>, time: string): string {
  const planned = new Date(`${day}T${time}:00Z`)
  return (planned < now ? planned : now).toISOString()
}

const daysSinceEpoch = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** The number of the week of a day. A week begins on a Sunday. */
export const weekOf = (day: string): number => Math.floor((daysSinceEpoch(day) + 4) / 7)

/** 0 is Sunday. The days of a weekend, on which the demo may be open too, count as the first ones. */
export const weekdayOf = (day: string): number => ((daysSinceEpoch(day) + 4) % 7) % 5

export const isFirstOfWeek = ({ day, before }: Day): boolean => !before.some((other) => weekOf(other) === weekOf(day))

/** Stores events as the product publishes them, but at the time when they happened. */
export async function publishAt(
  { client, isQuiet = false }: Pick<Day, 'client' | 'isQuiet'>,
  time: string,
  all: Event[],
): Promise<void> {
  const events = isQuiet ? all.filter(({ event }) => worthKeeping.has(event)) : all
  if (events.length === 0) return
  await client.query(
    `insert into outbox (event, school_id, actor_id, payload, created_at)
     select event, "schoolId", "actorId", payload, $2
     from jsonb_to_recordset($1) as happened (event text, "schoolId" uuid, "actorId" uuid, payload jsonb)`,
    [JSON.stringify(events), time],
  )
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  { client }: Pick<Day, 'client'>,
  text: string,
  values: unknown[] = [],
) {
  return (await client.query<Row>(text, values)).rows
}
