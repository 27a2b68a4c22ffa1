import { sql } from 'kysely'
import { lockSchool } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

type StateRow = {
  isOn: boolean
  changedByName: string | null
  lastModifyDate: string | null
  lastUsedAt: string | null
  version: number
}

/** Whether OneRoster is on, who switched it, and when it was used last. */
export async function rosterState(db: Db, schoolId: string) {
  const { rows } = await sql<StateRow>`
    select coalesce(r.is_on, true) as is_on, nullif(${fullName('u')}, '') as changed_by_name, r.modified_at as last_modify_date,
      (select max(x.last_at) from roster_uses x where x.school_id = ${schoolId}) as last_used_at, coalesce(r.version, 0) as version
    from (select ${schoolId}::uuid as id) s
    left join roster_settings r on r.school_id = s.id
    left join users u on u.id = r.changed_by`.execute(db)
  return rows[0]!
}

/** Whether programs may reach a school by OneRoster. */
export async function isRosterOn(db: Db, schoolId: string) {
  const { rows } = await sql<{ off: boolean }>`
    select exists (select from roster_settings r where r.school_id = ${schoolId} and not r.is_on) as off`.execute(db)
  return !rows[0]!.off
}

/** Locks the school, and answers the version of its settings; 0 if there are none yet. */
export async function lockRosterSettings(db: Db, schoolId: string) {
  await lockSchool(db, schoolId)
  const { rows } = await sql<{ version: number }>`
    select r.version from roster_settings r where r.school_id = ${schoolId}`.execute(db)
  return rows[0]?.version ?? 0
}

export const switchRoster = (db: Db, schoolId: string, { isOn, by }: { isOn: boolean; by: string }) =>
  sql`
    insert into roster_settings (school_id, is_on, changed_by) values (${schoolId}, ${isOn}, ${by})
    on conflict (school_id) do update
    set is_on = excluded.is_on, changed_by = excluded.changed_by, version = roster_settings.version + 1, modified_at = now()`.execute(
    db,
  )

type UseRow = {
  keyId: string
  keyName: string
  madeByName: string
  date: string
  address: string
  answerStatus: number
  dayCalls: number
  rosterRows: number
  lastUsedAt: string
}

type Uses = { schoolId: string; today: string; days: number; refused: boolean }

/** What keys of a school asked for by OneRoster, the latest first. */
export function rosterUsesOf(db: Db, { schoolId, today, days, refused }: Uses, page: PageRequest) {
  const uses = sql<UseRow>`(
    select x.key_id, k.name as key_name, ${fullName('m')} as made_by_name, x.day as date, x.address, x.status as answer_status, x.calls as day_calls,
      x.rows as roster_rows, x.last_at as last_used_at
    from roster_uses x
    join program_keys k on k.school_id = ${schoolId} and k.id = x.key_id
    join users m on m.id = k.made_by
    where x.school_id = ${schoolId} and x.day > ${today}::date - ${days}::integer and (not ${refused}::boolean or x.status >= 400))`
  return paged(
    db
      .selectFrom(uses.as('u'))
      .selectAll()
      .orderBy('u.lastUsedAt', 'desc')
      .orderBy('u.keyId')
      .orderBy('u.address')
      .orderBy('u.answerStatus'),
    page,
  )
}
