import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

type LinkNamed = { schoolId: string; studentId: string; parentId: string }

type Former = {
  nth: string
  changedAt: string
  changedByName: string | null
  seeFrom: string
  seeUntil: string | null
  notifyFrom: string
  notifyUntil: string | null
  fetchFrom: string
  fetchUntil: string | null
  payFrom: string
  payUntil: string | null
}

/** The rights that a row of a link gave, for comparison. */
const given = sql`jsonb_build_array(was -> 'see_from', was -> 'see_until', was -> 'notify_from', was -> 'notify_until',
  was -> 'fetch_from', was -> 'fetch_until', was -> 'pay_from', was -> 'pay_until')`

/** The rights that the links of a parent to a student gave before each change, latest change first. */
export function formerRightsOf(db: Db, { schoolId, studentId, parentId }: LinkNamed, page: PageRequest) {
  const changes = sql<Former>`(
    with link as (
      select sp.id, to_jsonb(sp) as is_now from student_parents sp
      where sp.school_id = ${schoolId} and sp.student_id = ${studentId} and sp.parent_id = ${parentId}
    ), state as (
      select link.id as link_id, f.id as nth, f.changed_at, f.changed_by, f.was from link
      join former_values f on f.table_name = 'student_parents' and f.row_id = link.id
      where f.school_id = ${schoolId} and f.was ? 'see_from'
      union all
      select link.id, null, null, null, is_now from link
    ), step as (
      select *, ${given} as given, lead(${given}) over (partition by link_id order by nth nulls last) as given_then
      from state
    )
    select nth, changed_at, nullif(${fullName('u')}, '') as changed_by_name,
      (was ->> 'see_from')::date as see_from, (was ->> 'see_until')::date as see_until,
      (was ->> 'notify_from')::date as notify_from, (was ->> 'notify_until')::date as notify_until,
      (was ->> 'fetch_from')::date as fetch_from, (was ->> 'fetch_until')::date as fetch_until,
      (was ->> 'pay_from')::date as pay_from, (was ->> 'pay_until')::date as pay_until
    from step left join users u on u.id = step.changed_by
    where nth is not null and given <> given_then)`
  return paged(
    db
      .selectFrom(changes.as('changes'))
      .select(['changedAt', 'changedByName', 'seeFrom', 'seeUntil', 'notifyFrom', 'notifyUntil'])
      .select(['fetchFrom', 'fetchUntil', 'payFrom', 'payUntil'])
      .orderBy('nth', 'desc'),
    page,
  )
}
