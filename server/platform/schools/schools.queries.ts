import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, contains, fullName } from '#server/db/search.ts'
import type { CallerSchool } from '#server/access/caller.ts'
import { amongSchools, onlyOne } from '#server/db/rows.ts'

/**
 * The readers of a school. The public sees its public fields. Reviewers and members see all fields; people with a support
 * window also see when their access ends.
 */
export type SchoolReader = 'public' | 'member' | 'reviewer' | 'supporter'

type Filter = {
  name?: string | null | undefined
  active?: boolean | null | undefined
  schoolTypeId?: string | null | undefined
  coinTypeId?: string | null | undefined
  adminId?: string | null | undefined
  newSchools?: boolean | null | undefined
  /** Only schools that teach in this language. Only the platform can see which ones do. */
  languageId?: string
}

/** Schools by name. */
export function schoolsBy(db: Db, reader: SchoolReader, filter: Filter, page: PageRequest) {
  let query = schoolRows(db, reader, reader !== 'public' && sql`true`)
  if (filter.name) query = query.where(contains('s.name', filter.name))
  if (filter.active != null) query = query.where('s.active', '=', filter.active)
  if (filter.schoolTypeId) query = query.where('s.schoolTypeId', '=', filter.schoolTypeId)
  if (filter.coinTypeId) query = query.where('s.coinTypeId', '=', filter.coinTypeId)
  if (filter.adminId) query = query.where('s.adminId', '=', filter.adminId)
  if (filter.newSchools) query = query.where('s.coinTypeId', 'is', null)
  if (filter.languageId)
    query = query.where(sql<boolean>`s.id in (select sl.school_id from school_languages sl
      where sl.language_id = ${filter.languageId} and sl.removed_at is null)`)
  return paged(query, page)
}

/** One school as a reader sees it. The balance is included only if they may see it. */
export const schoolSeen = (db: Db, id: string, reader: SchoolReader, seesCoins: boolean) =>
  schoolRows(db, reader, seesCoins && sql`true`, id)
    .where('s.id', '=', id)
    .executeTakeFirst()

/**
 * The schools in which a person works, by name, with the person's keys there. Balances are included only if the person may see
 * them.
 */
export async function memberSchools(db: Db, schools: CallerSchool[], active: boolean | null, page: PageRequest) {
  const query = memberSchoolRows(db, schools)
  const { rows, total } = await paged(active === null ? query : query.where('s.active', '=', active), page)
  return { rows: withKeys(rows, schools), total }
}

/** The same as rows, without the keys, to be queried together with other statements. */
export function memberSchoolRows(db: Db, schools: CallerSchool[]) {
  const withCoins = schools.filter(({ keys }) => keys.includes('ViewSchoolData')).map(({ id }) => id)
  const ids = schools.map(({ id }) => id)
  const seesCoins = withCoins.length > 0 && amongSchools('s.id', withCoins)
  return schoolRows(db, 'member', seesCoins, onlyOne(ids)).where(amongSchools('s.id', ids))
}

export function withKeys<School extends { id: string }>(rows: School[], schools: CallerSchool[]) {
  const keysOf = new Map(schools.map(({ id, keys }) => [id, keys]))
  return rows.map((school) => ({ ...school, permissions: keysOf.get(school.id) ?? [] }))
}

const nothing = sql<string | null>`null`
const supportSeen = {
  public: nothing,
  reviewer: nothing,
  member: sql<string | null>`s.support_until`,
  supporter: sql<string | null>`case when s.active and s.support_until > now() then s.support_until end`,
}

const coinsOf = (seesCoins: RawBuilder<unknown> | false, school: unknown) =>
  seesCoins === false
    ? sql<number | null>`null::integer`
    : sql<number | null>`case when ${seesCoins} then
        (select coalesce(sum(coins), 0) from coin_entries e where e.school_id = ${school}) end`

/** With the id of the school, if only one is wanted and it is known. */
function schoolRows(db: Db, reader: SchoolReader, seesCoins: RawBuilder<unknown> | false, id?: string) {
  const full = reader !== 'public'
  const whenFull = <T>(value: RawBuilder<T>) => (full ? value : sql<T | null>`null`)
  return db
    .selectFrom('schools as s')
    .leftJoin('schoolTypes as t', 't.id', 's.schoolTypeId')
    .leftJoin('coinTypes as ct', 'ct.id', 's.coinTypeId')
    .leftJoin('users as admin', 'admin.id', 's.adminId')
    .select(['s.id', 's.name', 's.about', 's.vision', 's.imageUrl', 's.active', 's.timeZone'])
    .select([
      sql<string>`coalesce(s.country::text, country_of_zone(s.time_zone))`.as('country'),
      whenFull(sql<string[] | null>`s.phone_countries`).as('phoneCountries'),
      whenFull(sql<string | null>`s.school_type_id`).as('schoolTypeId'),
      whenFull(sql<string | null>`t.name`).as('schoolTypeName'),
      whenFull(sql<string | null>`s.admin_id`).as('adminId'),
      whenFull(fullName('admin')).as('adminName'),
      whenFull(sql<string | null>`s.coin_type_id`).as('coinTypeId'),
      whenFull(sql<string | null>`ct.name`).as('coinTypeName'),
      whenFull(sql<number | null>`s.version`).as('version'),
      supportSeen[reader].as('supportUntil'),
      coinsOf(seesCoins, id ?? sql.ref('s.id')).as('availableCoins'),
      sql<string[] | null>`null`.as('permissions'),
      sql<null>`null`.as('may'),
    ])
    .orderBy(byName('s.name'))
    .orderBy('s.id')
}
