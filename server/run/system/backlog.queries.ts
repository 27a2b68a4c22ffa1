import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The work that waits to be done after calls: how much of each kind, and for how many seconds the oldest has been due. */
export type Backlog = { kind: string; waiting: number; oldest: number }

/** Needs the owner's connection: the account of requests cannot read these tables as a whole. */
export async function backlogOf(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    with waiting (kind, since) as (
      select 'events', next_try_at from outbox where delivered_at is null and given_up_at is null
      union all select 'notices', next_try_at from notices
      union all select 'jobs', modified_at from jobs where state in ('running', 'undoing')
      union all select 'imports', modified_at from imports where state in ('waiting', 'undoing'))
    select kinds.kind, count(since)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(since)), 0))::float8 as oldest
    from unnest(array['events', 'notices', 'jobs', 'imports']) as kinds (kind) left join waiting using (kind)
    group by kinds.kind order by kinds.kind`.execute(db)
  return rows
}
