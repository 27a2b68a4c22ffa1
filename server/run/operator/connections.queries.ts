import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type ListedConnection = {
  school: string
  kind: 'key' | 'oneroster' | 'webhook'
  name: string
  scopes: string
  madeBy: string
  state: string
  until: string
  lastUsed: string
  calls: number
  refused: number
  waiting: number
}

const inUtc = (moment: RawBuilder<unknown>) =>
  sql`coalesce(to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), '')`

/** The keys of programs, OneRoster where it was used or switched, and the webhooks of all schools. No secret, and no address of a webhook beyond its host. */
export async function connectionsOfSchools(db: Db): Promise<ListedConnection[]> {
  const { rows } = await sql<ListedConnection>`
    select s.name as school, 'key' as kind, k.name, array_to_string(k.scopes, ' ') as scopes, m.phone_number as made_by,
      case when k.revoked_at is not null then 'revoked' when k.ends_on < (now() at time zone s.time_zone)::date then 'ended' else 'active' end as state,
      k.ends_on::text as until, ${inUtc(sql`k.last_used_at`)} as last_used, coalesce(u.calls, 0)::integer as calls,
      coalesce(u.refused, 0)::integer as refused, 0 as waiting
    from program_keys k
    join schools s on s.id = k.school_id
    join users m on m.id = k.made_by
    left join lateral (
      select sum(d.calls) as calls, sum(d.refused) as refused from program_uses d
      where d.school_id = k.school_id and d.key_id = k.id and d.day > (now() at time zone s.time_zone)::date - 30) u on true
    union all
    select s.name, 'oneroster', '', '', coalesce(m.phone_number, ''), case when r.is_on is false then 'off' else 'active' end, '',
      ${inUtc(sql`u.last_at`)}, coalesce(u.calls, 0)::integer, coalesce(u.refused, 0)::integer, 0
    from schools s
    left join roster_settings r on r.school_id = s.id
    left join users m on m.id = r.changed_by
    left join lateral (
      select max(x.last_at) as last_at, sum(x.calls) filter (where x.day > (now() at time zone s.time_zone)::date - 30) as calls,
        sum(x.calls) filter (where x.status >= 400 and x.day > (now() at time zone s.time_zone)::date - 30) as refused
      from roster_uses x where x.school_id = s.id) u on true
    where r.school_id is not null or u.last_at is not null
    union all
    select s.name, 'webhook', w.name, array_to_string(w.events, ' '), m.phone_number,
      case when not w.active then 'off' when w.paused_at is not null then 'paused' when w.failing_since is not null then 'failing'
        else 'active' end,
      '', ${inUtc(sql`w.delivered_at`)}, coalesce(d.tried, 0)::integer, coalesce(d.refused, 0)::integer, coalesce(d.waiting, 0)::integer
    from webhooks w
    join schools s on s.id = w.school_id
    join users m on m.id = w.made_by
    left join lateral (
      select count(*) filter (where x.attempts > 0) as tried, count(*) filter (where x.attempts > 0 and x.delivered_at is null) as refused,
        count(*) filter (where x.delivered_at is null) as waiting
      from webhook_deliveries x where x.school_id = w.school_id and x.webhook_id = w.id) d on true
    order by school, kind, name`.execute(db)
  return rows
}
