import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Notifying, planningNotices } from '#server/messages/push/notices.queries.ts'
import type { Taken } from '#server/outbox/worker.queries.ts'
import type { ItemToStore } from './delivery.queries.ts'

/**
 * Stores the items of an event in the inboxes, plans their notices, signals the open screens and marks the event as delivered, in one
 * statement: all of it or nothing. Nobody is notified of their own act. About a school's coins, one item per minute is stored; the next
 * change makes that item new again. A corrected mark, a thread, and meetings about a child that were booked (or cancelled) are one item until it is
 * read. Of several items of one person about the same student, or about none, the first is stored.
 */
export const storeItems = (db: Db, event: Pick<Taken, 'id'>, items: readonly ItemToStore[], notifying: Notifying) =>
  sql`
    with happened as (
      update outbox set delivered_at = now(), payload = '{}' where id = ${event.id} and delivered_at is null
      returning id, school_id, actor_id, created_at
    ), listed as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as
        (kind text, "personId" uuid, "studentId" uuid, "subjectIds" uuid[], day date, "isOn" boolean))
        with ordinality as item (kind, "personId", "studentId", "subjectIds", day, "isOn", nth)
    ), addressed as (
      select distinct on (person_id, "studentId") every.* from (
        select "personId" as person_id, listed.* from listed where "personId" is not null
        union all
        select parent.id, listed.*
        from listed
        join happened on true
        cross join lateral notified_parents(happened.school_id, listed."studentId") as parent (id)
        where listed."personId" is null
      ) every
      order by person_id, "studentId", nth
    ), renewed as (
      update inbox_items i set at = h.created_at
      from addressed a
      join happened h on h.actor_id is distinct from a.person_id
      where a.kind in ('markCorrected', 'message', 'meetingChanged') and i.kind = a.kind and i.person_id = a.person_id
        and i.student_id is not distinct from a."studentId"
        and i.subject_ids = a."subjectIds" and i.read_at is null and (a.kind <> 'meetingChanged' or i.is_on = a."isOn")
      returning i.person_id, i.student_id
    ), stored as (
      insert into inbox_items (id, person_id, occasion, kind, at_school_id, student_id, subject_ids, day, is_on, at)
      select gen_random_uuid(), a.person_id,
        case when a.kind = 'coinsChanged'
          then 'coins ' || h.school_id || ' ' || floor(extract(epoch from h.created_at) / 60) else h.id::text end,
        a.kind, h.school_id, a."studentId", coalesce(a."subjectIds", '{}'), a.day, a."isOn", h.created_at
      from addressed a
      join happened h on h.actor_id is distinct from a.person_id
      left join renewed r on a.kind in ('markCorrected', 'message', 'meetingChanged') and r.person_id = a.person_id
        and r.student_id is not distinct from a."studentId"
      where r.person_id is null
      on conflict on constraint inbox_items_once do update set at = excluded.at, read_at = null
        where excluded.kind = 'coinsChanged' and inbox_items.at < excluded.at
      returning id, person_id, kind, at_school_id, subject_ids, xmax = 0 as is_new
    ), told as (
      update absence_steps s set notices = s.notices || t.notices
      from (
        select i.at_school_id, step.id, jsonb_agg(jsonb_build_object('personId', i.person_id, 'way', 'inbox', 'at', now())) as notices
        from stored i cross join unnest(i.subject_ids) as step (id)
        where i.kind = 'absenceStep' group by i.at_school_id, step.id
      ) t
      where s.school_id = t.at_school_id and s.id = t.id
    ), ${planningNotices(notifying)}
    select count(signal_live('inbox', person_id)) from (select distinct person_id from addressed join happened on true) as persons`.execute(
    db,
  )
