import { sql } from 'kysely'
import { lockSchool } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

type WebhookRow = {
  id: string
  hookName: string
  url: string
  events: string[]
  active: boolean
  madeByName: string
  createDate: string
  deliveredAt: string | null
  failingSince: string | null
  pausedAt: string | null
  waitingMessages: number
  formerUntil: string | null
  version: number
}

/** The webhooks of a school, or one of them: those in use first. */
export async function webhooksOf(db: Db, schoolId: string, id: string | null = null) {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.name as hook_name, w.url, w.events, w.active, ${fullName('m')} as made_by_name, w.created_at as create_date, w.delivered_at,
      w.failing_since, w.paused_at, (
        select count(*)::integer from webhook_deliveries d
        where d.school_id = ${schoolId} and d.webhook_id = w.id and d.delivered_at is null) as waiting_messages,
      case when w.former_until > now() then w.former_until end as former_until, w.version
    from webhooks w
    join users m on m.id = w.made_by
    where w.school_id = ${schoolId} and (${id}::uuid is null or w.id = ${id})
    order by w.active desc, w.created_at desc, w.id`.execute(db)
  return rows
}

/** How many are active, without one of them. The school is locked, so that nobody else makes another one meanwhile. */
export async function countActive(db: Db, schoolId: string, but: string | null) {
  await lockSchool(db, schoolId)
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from webhooks w
    where w.school_id = ${schoolId} and w.active and w.id is distinct from ${but}`.execute(db)
  return rows[0]!.many
}

type NewWebhook = {
  schoolId: string
  id: string
  name: string
  url: string
  events: readonly string[]
  sealed: Buffer
  madeBy: string
}

export const insertWebhook = (db: Db, { events, ...hook }: NewWebhook) =>
  sql`
    insert into webhooks (school_id, id, name, url, events, sealed, made_by)
    values (${hook.schoolId}, ${hook.id}, ${hook.name}, ${hook.url}, ${[...events]}::text[], ${hook.sealed}, ${hook.madeBy})`.execute(
    db,
  )

/** Returns how many webhooks were changed: 0 or 1. */
export async function rollSecret(
  db: Db,
  { schoolId, id, sealed, hours }: Pick<NewWebhook, 'schoolId' | 'id' | 'sealed'> & { hours: number },
) {
  const { numAffectedRows } = await sql`
    update webhooks w set former_sealed = w.sealed, former_until = now() + ${hours} * interval '1 hour', sealed = ${sealed},
      version = w.version + 1, modified_at = now()
    where w.school_id = ${schoolId} and w.id = ${id}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Stores a message for one webhook, and wakes who sends it. Returns how many: 0 where there is no such active webhook. */
export async function insertDelivery(db: Db, schoolId: string, webhookId: string, event: string) {
  const { rows } = await sql`
    with stored as (
      insert into webhook_deliveries (school_id, id, webhook_id, event, data)
      select w.school_id, ${newId()}, w.id, ${event}, jsonb_build_object('schoolId', w.school_id)
      from webhooks w where w.school_id = ${schoolId} and w.id = ${webhookId} and w.active
      returning id
    )
    select pg_notify('webhooks', ''), id from stored`.execute(db)
  return rows.length
}

export const deliveriesOf = (
  db: Db,
  { schoolId, webhookId, waiting }: { schoolId: string; webhookId: string; waiting: boolean },
  page: PageRequest,
) =>
  paged(
    db
      .selectFrom('webhookDeliveries as d')
      .where('d.schoolId', '=', schoolId)
      .where('d.webhookId', '=', webhookId)
      .$if(waiting, (only) => only.where('d.deliveredAt', 'is', null))
      .select([
        'd.id',
        'd.event',
        'd.data',
        'd.createdAt as createDate',
        'd.deliveredAt',
        'd.attempts',
        'd.triedAt',
        'd.nextTryAt',
        'd.answer as lastAnswer',
        'd.problem as deliveryProblem',
      ])
      .orderBy('d.createdAt', 'desc')
      .orderBy('d.id', 'desc'),
    page,
  )

/** Makes a message of an active webhook due now, also one that arrived before. Returns how many: 0 or 1. */
export async function sendAgain(db: Db, schoolId: string, id: string) {
  const { rows } = await sql`
    with due as (
      update webhook_deliveries d set next_try_at = now(), delivered_at = null, attempts = 0
      from webhooks w
      where d.school_id = ${schoolId} and d.id = ${id} and w.school_id = ${schoolId} and w.id = d.webhook_id and w.active
        and w.paused_at is null
      returning d.id
    )
    select pg_notify('webhooks', ''), id from due`.execute(db)
  return rows.length
}

/** Makes all messages due that wait for a webhook. */
export const makeDue = (db: Db, schoolId: string, webhookId: string) =>
  sql`
    with due as (
      update webhook_deliveries d set next_try_at = now()
      where d.school_id = ${schoolId} and d.webhook_id = ${webhookId} and d.delivered_at is null and d.next_try_at > now()
    )
    select pg_notify('webhooks', '')`.execute(db)

/** Whether a school has this message. */
export async function hasDelivery(db: Db, schoolId: string, id: string) {
  const { rows } = await sql`
    select from webhook_deliveries d where d.school_id = ${schoolId} and d.id = ${id}`.execute(db)
  return rows.length > 0
}
