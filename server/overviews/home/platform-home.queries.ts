import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName, fullName } from '#server/db/search.ts'

const schoolsAtMost = 10

/** Schools that were never opened, the one that has waited longest first. */
export async function neverOpened(db: Db) {
  const { rows } = await sql<{ id: string; name: string; adminName: string; createDate: string; inAll: number }>`
    select s.id, s.name, ${fullName('u')} as admin_name, s.created_at as create_date, count(*) over ()::integer as in_all
    from schools s
    join users u on u.id = s.admin_id
    where not s.active and s.activated_at is null
    order by s.created_at, s.id
    limit ${schoolsAtMost}`.execute(db)
  return { count: rows[0]?.inAll ?? 0, schools: rows.map(({ inAll: _, ...school }) => school) }
}

/** Open schools, by the number of registers since a day. */
export async function activityOf(db: Db, since: string) {
  const { rows } = await sql<{ id: string; name: string; registers: number; inAll: number }>`
    select s.id, s.name, coalesce(a.registers, 0) as registers, count(*) over ()::integer as in_all
    from schools s
    left join activity_of_schools(${since}::date) a on a.school_id = s.id
    where s.active
    order by registers desc, ${byName('s.name')}, s.id
    limit ${schoolsAtMost}`.execute(db)
  return { since, count: rows[0]?.inAll ?? 0, schools: rows.map(({ inAll: _, ...school }) => school) }
}

/** The sum of money and coins in payments since a day. */
export async function takenSince(db: Db, since: string) {
  const { rows } = await sql<{ amount: number; payments: number; coins: number }>`
    select coalesce(sum(amount), 0)::float as amount, count(*) filter (where adjusts_id is null)::integer as payments,
      coalesce(sum(coins), 0)::integer as coins
    from payment_transactions where payment_date >= ${since}`.execute(db)
  return { since, ...rows[0]! }
}
