import { sql } from 'kysely'

/**
 * `news`: whether devices are notified of it; `topic`: the preference that applies. `sms`: whether the installation can send SMS; `urgent`:
 * neither quiet hours nor a digest delay it.
 */
export type Notifying = { topic: string; news: boolean; sms: boolean; urgent: boolean }

/**
 * Plans the notices of items that are `stored`, of one topic, by each person's preferences. Devices: all of the person.
 * SMS: if the person, the school and the installation want it, and never of a message. Time: at once, at the hour of the person's digest, or after
 * their quiet hours, a cover at six at the latest. Urgent items are not delayed; messages wait for the hours of
 * people of the school and for the morning of families. Items that are no `news` appear only in the inbox, without a notice.
 */
export const planningNotices = ({ topic, news, sms, urgent }: Notifying) => sql`
  planned as materialized (
    select item.id as item_id, item.person_id, way.subscription_id, how.digest, how.due_at,
      case when not how.digest then gen_random_uuid() end as id
    from stored item
    join happened on item.is_new and ${news}::boolean
    join notice_preferences p on p.id = item.person_id and to_jsonb(p) ->> ${topic} <> 'off'
    left join lateral notice_ways(happened.school_id) s on true
    cross join lateral (
      select coalesce(s.time_zone, 'Africa/Cairo') as zone) clock
    cross join lateral (
      select to_jsonb(p) ->> ${topic} = 'digest' and not ${urgent}::boolean as daily,
        falls_into(now(), p.quiet_from, p.quiet_to, clock.zone) and not ${urgent}::boolean as quiet) wish
    cross join lateral (
      select wish.daily or wish.quiet as digest,
        case
          when wish.daily then next_at_hour(p.digest_hour, clock.zone, now())
          when wish.quiet then next_at_hour(case when item.kind = 'coverGiven' then least(p.quiet_to, 6) else p.quiet_to end, clock.zone, now())
          else now()
        end as wished_at) chosen
    cross join lateral (
      select chosen.digest, case when ${topic} = 'messages' and item.kind = 'message'
        then thread_notice_time(item.at_school_id, item.subject_ids[1], item.person_id, chosen.wished_at)
        else chosen.wished_at end as due_at) how
    cross join lateral (
      select id as subscription_id from push_subscriptions where person_id = item.person_id
      union all
      select null where p.sms and s.sms_notices and ${sms}::boolean and ${topic} <> 'messages') way
  ), at_once as (
    insert into notices (id, person_id, subscription_id, digest, due_at, next_try_at)
    select id, person_id, subscription_id, false, due_at, due_at from planned where not digest
  ), digests as (
    insert into notices (id, person_id, subscription_id, digest, due_at, next_try_at)
    select gen_random_uuid(), person_id, subscription_id, true, due_at, due_at from planned where digest
    group by person_id, subscription_id, due_at
    on conflict (person_id, subscription_id, due_at) where digest do update set due_at = excluded.due_at
    returning id, person_id, subscription_id, due_at
  ), linked as (
    insert into notice_items (notice_id, item_id)
    select id, item_id from planned where not digest
    union all
    select d.id, p.item_id from planned p
    join digests d on p.digest and d.person_id = p.person_id and d.due_at = p.due_at
      and d.subscription_id is not distinct from p.subscription_id
  )`
