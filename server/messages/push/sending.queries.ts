import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Take } from '#server/outbox/worker.queries.ts'

/** An item as the notice may show it now. */
export type TellableItem = { id: string; kind: string; firstName: string | null; on: boolean | null }

/** A notice that was taken for sending, with its current content and recipient. */
export type Notice = {
  id: string
  digest: boolean
  /** Includes this attempt. */
  attempts: number
  /** In ms since it was due. */
  late: number
  personId: string
  language: 'ar' | 'en'
  /** The device; null for an SMS. */
  device: { id: string; endpoint: string; p256dh: string; auth: string } | null
  /** The person's current choice for each topic. */
  ways: Record<string, string>
  /** The items that the person has not read yet and may still see. */
  items: TellableItem[]
}

/** Takes due notices and hides them for `lease` ms. */
export async function takeNotices(db: Db, { most, lease }: { most: number; lease: number }): Promise<Take<Notice>> {
  const { rows } = await sql<Take<Notice>>`
    with due as (
      select id from notices where next_try_at <= now() order by next_try_at, id limit ${most} for update skip locked
    ), taken as (
      update notices set attempts = attempts + 1, next_try_at = now() + ${lease} * interval '1 millisecond'
      from due where notices.id = due.id
      returning notices.id, notices.person_id, subscription_id, digest, attempts, due_at
    ), notice as (
      select taken.id, digest, attempts, extract(epoch from now() - due_at) * 1000 as late, taken.person_id as "personId",
        coalesce(p.language, s.language, 'ar') as language,
        case when s.id is not null then
          jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth) end as device,
        coalesce(to_jsonb(p), '{}') as ways,
        coalesce((
        select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'firstName', i.first_name, 'on', i.is_on)
          order by i.at, i.id)
        from items_of_notice(taken.id) i), '[]') as items
      from taken
      left join push_subscriptions s on s.id = taken.subscription_id
      left join notice_preferences p on p.id = taken.person_id
    )
    select coalesce((select jsonb_agg(to_jsonb(notice)) from notice), '[]') as taken, (
      select (extract(epoch from next_try_at - now()) * 1000)::float8 from notices where id not in (select id from due)
      order by next_try_at, id limit 1
    ) as next_in`.execute(db)
  return rows[0]!
}

/** Deletes notices that were sent or are no longer needed. */
export const noticesDone = (db: Db, ids: readonly string[]) =>
  sql`delete from notices where id = any (${[...ids]})`.execute(db)

/** Deletes a notice that reached the service of its device, and notes that at the steps of absence that it is about. */
export const stepsNotified = (db: Db, id: string) =>
  sql`
    with done as (delete from notices where id = ${id} returning id)
    select note_step_notices(array(select n.item_id from notice_items n where n.notice_id = ${id}), 'push') from done`.execute(
    db,
  )

/** Notes at the steps of absence of these items that their parents were notified by SMS. */
export const stepsTexted = (db: Db, itemIds: readonly string[]) =>
  sql`select note_step_notices(${[...itemIds]}::uuid[], 'sms')`.execute(db)

/** Makes a notice due again in `wait` ms, unless another worker has taken it since. */
export const noticeAgain = (db: Db, { id, attempts }: Pick<Notice, 'id' | 'attempts'>, wait: number) =>
  sql`
    update notices set next_try_at = now() + ${wait} * interval '1 millisecond'
    where id = ${id} and attempts = ${attempts}`.execute(db)

/** Ends a device's subscription, and deletes the notices that wait for it. */
export const deviceGone = (db: Db, id: string) => sql`delete from push_subscriptions where id = ${id}`.execute(db)

/** Moves a notice to the SMS channel in one statement, so that it is neither lost nor sent twice. */
export const noticeBySms = (db: Db, id: string, payload: { personId: string; itemIds: string[] }) =>
  sql`
    with done as (delete from notices where id = ${id} returning id)
    insert into outbox (event, payload) select 'notice', ${JSON.stringify(payload)}::jsonb from done`.execute(db)

type SmsNotice = { phoneNumber: string; language: 'ar' | 'en'; items: TellableItem[] }

/** The current content and recipient of an SMS; undefined if the number may belong to another person now (decision 056). */
export async function smsNoticeOf(
  db: Db,
  { personId, itemIds }: { personId: string; itemIds: string[] },
): Promise<SmsNotice | undefined> {
  const { rows } = await sql<SmsNotice>`
    select u.phone_number, coalesce(p.language, (
        select language from push_subscriptions where person_id = u.id order by last_used_at desc limit 1), 'ar') as language,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'firstName', i.first_name, 'on', i.is_on)
          order by i.at, i.id)
        from inbox_seen i
        join schools s on s.id = i.at_school_id and s.sms_notices
        where i.id = any (${itemIds}) and i.read_at is null and (i.kind <> 'post'
          or is_notified_of_their_post(i.at_school_id, i.work_id, i.person_id))), '[]') as items
    from users u
    left join notice_preferences p on p.id = u.id
    left join sign_ins i on i.person_id = u.id
    where u.id = ${personId} and p.sms and i.last_at > now() - interval '12 months'
      and not exists (select from account_doubts d where d.person_id = u.id)`.execute(db)
  return rows[0]
}
