import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, pagedFirst } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

type School = { id: string; timeZone: string }

/** Who read of a student, also under entries that were merged with theirs, by person and day of the school, the latest first. Rows of `row` are those of a support window. */
export function readersOf(db: Db, { id, timeZone }: School, studentId: string, page: PageRequest) {
  const reads = db
    .selectFrom('auditLines')
    .where('schoolId', '=', id)
    .where(sql<boolean>`target_id = any((select entries_of(array[${studentId}]::uuid[]))::uuid[])`)
    .where('outcome', '=', 'read')
    .where('targetKind', 'in', ['student', 'row'])
    .select(['at', 'targetKind', 'requestId'])
    .select((eb) => eb.ref('personId').$notNull().as('personId'))
    .select(sql<string>`to_char(at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('date'))
  const byDay = db
    .selectFrom(reads.as('r'))
    .groupBy(['r.personId', 'r.date'])
    .select((eb) => ['r.personId', 'r.date', eb.fn.max('r.at').as('at')])
    .select(sql<number>`count(distinct r.request_id)::integer`.as('times'))
    .select(sql<boolean>`bool_or(r.target_kind = 'row')`.as('throughSupport'))
  return pagedFirst(
    db.selectFrom(byDay.as('d')).selectAll('d').orderBy('d.at', 'desc').orderBy('d.personId'),
    page,
    (some) =>
      db
        .selectFrom(some.as('d'))
        .leftJoin('users as u', 'u.id', 'd.personId')
        .select(['d.personId', 'd.date', 'd.at', 'd.times', 'd.throughSupport'])
        .select(sql<string | null>`nullif(${fullName('u')}, '')`.as('personName'))
        .orderBy('d.at', 'desc')
        .orderBy('d.personId'),
  )
}
