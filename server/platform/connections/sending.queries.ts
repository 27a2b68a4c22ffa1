import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Take } from '#server/outbox/worker.queries.ts'

/** A message that was taken to be sent, with the secrets of its webhook. `attempts` includes this try. */
export type TakenDelivery = {
  schoolId: string
  id: string
  webhookId: string
  event: string
  createDate: string
  data: unknown
  attempts: number
  url: string
  /** In hexadecimal. */
  sealed: string
  formerSealed: string | null
}

type Taking = { most: number; each: number; lease: number }

/**
 * Takes due messages and hides them for `lease` ms, at most `each` of one webhook, so that a receiver that does not answer keeps the others
 * waiting for nothing.
 */
export async function takeDeliveries(db: Db, { most, each, lease }: Taking): Promise<Take<TakenDelivery>> {
  const { rows } = await sql<Take<TakenDelivery>>`
    with due as (
      select d.school_id, d.id, w.url, w.sealed, case when w.former_until > now() then w.former_sealed end as former_sealed
      from webhooks w
      cross join lateral (
        select x.school_id, x.id, x.next_try_at from webhook_deliveries x
        where x.school_id = w.school_id and x.webhook_id = w.id and x.delivered_at is null and x.next_try_at <= now()
        order by x.next_try_at, x.id limit ${each}
        for update skip locked
      ) d
      where w.active and w.paused_at is null
      order by d.next_try_at, d.id limit ${most}
    ), taken as (
      update webhook_deliveries d set attempts = d.attempts + 1, next_try_at = now() + ${lease} * interval '1 millisecond'
      from due where d.school_id = due.school_id and d.id = due.id
      returning d.school_id as "schoolId", d.id, d.webhook_id as "webhookId", d.event, d.created_at as "createDate", d.data, d.attempts,
        due.url, encode(due.sealed, 'hex') as sealed, encode(due.former_sealed, 'hex') as "formerSealed"
    )
    select coalesce((select jsonb_agg(to_jsonb(taken)) from taken), '[]') as taken, (
      select (extract(epoch from min(d.next_try_at) - now()) * 1000)::float8
      from webhooks w
      cross join lateral (
        select x.next_try_at from webhook_deliveries x
        where x.school_id = w.school_id and x.webhook_id = w.id and x.delivered_at is null
          and (x.school_id, x.id) not in (select due.school_id, due.id from due)
        order by x.next_try_at limit 1
      ) d
      where w.active and w.paused_at is null
    ) as next_in`.execute(db)
  return rows[0]!
}

type Answered = { answer: number | null; problem: string | null }

/** It arrived. If the receiver had not answered before, what else waits for it is due now. */
export const markArrived = (db: Db, { schoolId, id, webhookId, attempts }: TakenDelivery, { answer }: Answered) =>
  sql`
    with arrived as (
      update webhook_deliveries d set delivered_at = now(), tried_at = now(), answer = ${answer}, problem = null
      where d.school_id = ${schoolId} and d.id = ${id} and d.attempts = ${attempts} and d.delivered_at is null
    ), due as (
      update webhook_deliveries d set next_try_at = now()
      from webhooks w
      where w.school_id = ${schoolId} and w.id = ${webhookId} and w.failing_since is not null and d.school_id = ${schoolId}
        and d.webhook_id = ${webhookId} and d.delivered_at is null and d.id <> ${id}
        and (d.problem is not null or d.answer >= 500 or d.answer = 429)
        and d.next_try_at > now() + interval '30 seconds'
    )
    update webhooks w set delivered_at = now(), failing_since = null
    where w.school_id = ${schoolId} and w.id = ${webhookId}`.execute(db)

type Failed = Answered & { wait: number; patience: number; gone: boolean }

/**
 * It did not arrive, and is due again in `wait` ms. A webhook of which nothing arrived for `patience` ms, or whose receiver says that it is gone,
 * is paused, and the event of that is published once.
 */
export const markFailed = (
  db: Db,
  { schoolId, id, webhookId, attempts }: TakenDelivery,
  { answer, problem, wait, patience, gone }: Failed,
) =>
  sql`
    with tried as (
      update webhook_deliveries d set next_try_at = now() + ${wait} * interval '1 millisecond', tried_at = now(), answer = ${answer},
        problem = ${problem}
      where d.school_id = ${schoolId} and d.id = ${id} and d.attempts = ${attempts} and d.delivered_at is null
      returning d.id
    ), failing as (
      update webhooks w set failing_since = coalesce(w.failing_since, now()), paused_at = case
        when ${gone} or w.failing_since < now() - ${patience} * interval '1 millisecond' then now() end
      from tried
      where w.school_id = ${schoolId} and w.id = ${webhookId} and w.paused_at is null
      returning w.school_id, w.id, w.paused_at
    )
    insert into outbox (event, school_id, payload)
    select 'webhook paused', f.school_id, jsonb_build_object('webhookId', f.id) from failing f where f.paused_at is not null`.execute(
    db,
  )
