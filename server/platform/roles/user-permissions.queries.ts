import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { signed } from '#server/db/signing.ts'
import type { Looked } from './user-roles.queries.ts'

/**
 * Who has which keys, with one row for each key and source. The rows of a person are in the order of key, school and role; the
 * rows of a school are in the order of persons.
 */
export function userPermissionsBy(db: Db, looked: Looked, page: PageRequest) {
  const rows = userPermissionRows(db, looked)
  const ordered = looked.userId
    ? rows.orderBy(byName('p.name')).orderBy(byName('s.name')).orderBy(byName('r.name')).orderBy('p.id')
    : rows
        .orderBy(byName(fullName('u')))
        .orderBy(byName('p.name'))
        .orderBy(byName('r.name'))
        .orderBy('u.id')
        .orderBy('p.id')
  return paged(ordered.orderBy('held.schoolId').orderBy('held.roleId'), page)
}

/** The people who have keys in a school, by name. */
export const keyHoldersIn = (db: Db, schoolId: string, page: PageRequest) =>
  paged(
    givenRows(db)
      .where('held.schoolId', '=', schoolId)
      .groupBy('u.id')
      .select(['u.id as userId', fullName('u').as('userFullName')])
      .select(sql<number>`count(distinct p.id)`.as('permissionsCount'))
      .select(sql<number>`count(*) filter (where held.role_id is null)`.as('directCount'))
      .orderBy(byName(fullName('u')))
      .orderBy('u.id'),
    page,
  )

export type GivenKey = { userId: string; permissionId: string; schoolId?: string | null | undefined }
type Changed = { userId: string; permissionId: string; schoolId: string | null }

/** Gives keys directly. Returns those that people did not have before. */
export async function giveKeys(db: Db, keys: GivenKey[], by: string): Promise<Changed[]> {
  const people = keys.map(({ userId }) => userId)
  const ids = keys.map(({ permissionId }) => permissionId)
  const schools = keys.map(({ schoolId }) => schoolId ?? null)
  const signature = signed(db, 'give keys', people.join(','), ids.join(','), schools.join(','), by)
  const { rows } = await sql<Changed>`select user_id, permission_id, school_id from give_keys(${people}::uuid[],
    ${ids}::uuid[], ${schools}::uuid[], ${by}, ${signature})`.execute(db)
  return rows
}

/** Removes keys that were given directly. Returns those that existed. */
export async function takeKeys(db: Db, keys: GivenKey[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    delete from user_permissions using ${listed(keys)}
    where user_id = u and permission_id = k and school_id is not distinct from s
    returning user_id, permission_id, school_id`.execute(db)
  return rows
}

/** Whether a person has one of the keys in its school through an active role. */
export async function givenByRole(db: Db, keys: GivenKey[]) {
  const { rows } = await sql`
    select from ${listed(keys)} join user_roles ur on ur.user_id = u and ur.school_id is not distinct from s
    join roles r on r.id = ur.role_id and r.active
    join role_permissions rp on rp.role_id = r.id and rp.permission_id = k limit 1`.execute(db)
  return rows.length > 0
}

const listed = (keys: GivenKey[]) => sql`unnest(${keys.map(({ userId }) => userId)}::uuid[],
  ${keys.map(({ permissionId }) => permissionId)}::uuid[],
  ${keys.map(({ schoolId }) => schoolId ?? null)}::uuid[]) as named (u, k, s)`

type Given = { userId: string; permissionId: string; roleId: string | null; schoolId: string | null }

const given = sql<Given>`(
  select ur.user_id, rp.permission_id, ur.role_id, ur.school_id from user_roles ur
  join roles r on r.id = ur.role_id and r.active join role_permissions rp on rp.role_id = ur.role_id
  union select user_id, permission_id, null, school_id from user_permissions)`.as('held')

/** The keys of people, through active roles and directly. Each key is included only where it counts. */
const givenRows = (db: Db) =>
  db
    .selectFrom(given)
    .innerJoin('users as u', 'u.id', 'held.userId')
    .innerJoin('permissions as p', 'p.id', 'held.permissionId')
    .where(sql<boolean>`case when held.school_id is null then p.app_scope else p.school_scope end`)

function userPermissionRows(db: Db, { userId, schoolId, schools }: Looked) {
  const rows = givenRows(db)
    .leftJoin('roles as r', 'r.id', 'held.roleId')
    .leftJoin('schools as s', 's.id', 'held.schoolId')
    .select(['held.userId', 'held.permissionId', 'p.key as permissionKey', 'p.name as permissionName'])
    .select(['p.nameAr as permissionNameAr', 'held.roleId', 'r.name as roleName'])
    .select(['held.schoolId', 's.name as schoolName'])
    .select(fullName('u').as('userFullName'))
    .$if(userId !== null, (q) => q.where('held.userId', '=', userId!))
    .$if(schoolId !== null, (q) => q.where('held.schoolId', '=', schoolId!))
  return schools ? rows.where(sql<boolean>`held.school_id = any(${[...schools]}::uuid[])`) : rows
}
