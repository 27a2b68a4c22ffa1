import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * How many new phone numbers this import and those of the last day bring to a school. Numbers of its parents, and of people invited more
 * than a day ago, do not count. Also returns in how many seconds the first of those imports stops counting. An undone import counts,
 * because its people were already asked.
 */
export async function newNumbersOfDay(db: Db, schoolId: string, importId: string) {
  const { rows } = await sql<{ numbers: number; freeInSeconds: number }>`
    with counted as materialized (
      select id, finished_at from imports
      where school_id = ${schoolId} and (
        id = ${importId} or state in ('waiting', 'undoing')
        or state in ('done', 'undone') and finished_at > now() - interval '1 day')
    ),
    known as (
      select u.phone_number as phone from parent_links l join users u on u.id = l.parent_id
      where l.school_id = ${schoolId}
      union
      select phone_number from parent_invitations
      where school_id = ${schoolId} and accepted_at is null and removed_at is null
        and created_at <= now() - interval '1 day'
    ),
    brought as (
      select distinct phone from import_rows r cross join unnest(r.new_phones) as g(phone)
      where r.school_id = ${schoolId} and r.import_id in (select id from counted) and r.outcome in ('add', 'change')
    )
    select (select count(*) from brought b where not exists (select from known k where k.phone = b.phone))::integer as numbers,
      (select coalesce(extract(epoch from min(finished_at) + interval '1 day' - now()), 24 * 3600)::float8
        from counted) as free_in_seconds`.execute(db)
  return rows[0]!
}

export async function pupilsOf(db: Db, schoolId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from students where school_id = ${schoolId} and active`.execute(db)
  return rows[0]!.count
}
