import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * The work that waits to be done after calls: how much of each kind, and for how many seconds the oldest has been due. `states`, of intents alone:
 * how those of the last day stand, whether or not they wait for anything.
 */
export type Backlog = { kind: string; waiting: number; oldest: number; states: Record<string, number> | null }

/** Needs the owner's connection: the account of requests cannot read these tables as a whole. */
export async function backlogOf(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    with waiting (kind, since) as (
      select 'events', next_try_at from outbox where delivered_at is null and given_up_at is null
      union all select 'notices', next_try_at from notices
      union all select 'jobs', modified_at from jobs where state in ('running', 'undoing')
      union all select 'imports', modified_at from imports where state in ('waiting', 'undoing')
      union all select 'intents', next_read_at from fee_intents where next_read_at <= now()
      union all select 'unclear', created_at from gateway_payments where state in ('unclear', 'waiting'))
    select kinds.kind, count(since)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(since)), 0))::float8 as oldest,
      case kinds.kind when 'intents' then (select jsonb_object_agg(i.state, i.many) from (
        select state, count(*)::int as many from fee_intents where created_at > now() - interval '24 hours' group by state) i) end as states
    from unnest(array['events', 'notices', 'jobs', 'imports', 'intents', 'unclear']) as kinds (kind) left join waiting using (kind)
    group by kinds.kind order by kinds.kind`.execute(db)
  return rows
}
