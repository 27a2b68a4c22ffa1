import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { emptyPage, type PageRequest, paged } from '#server/db/page.ts'
import { amongSchools } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'

/** The teachers of a school, by name. */
export const teachersOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(teacherRows(db, schoolId).orderBy(byName('u.firstName')).orderBy(byName('u.lastName')).orderBy('u.id'), page)

/** The link of a person to a school, with the person. */
export async function teacherOf(db: Db, schoolId: string, teacherId: string) {
  const row = await teacherRows(db, schoolId).where('u.id', '=', teacherId).executeTakeFirst()
  if (!row) return undefined
  const { id, ...person } = row
  return { teacherId: id, schoolId, ...person }
}

/** Those of these schools that are active and to which a person is linked as a teacher, by name. */
export async function schoolsTaughtBy(db: Db, teacherId: string, schoolIds: readonly string[], page: PageRequest) {
  if (schoolIds.length === 0) return emptyPage
  const rows = db
    .selectFrom('schoolTeachers as t')
    .innerJoin('schools as s', 's.id', 't.schoolId')
    .where(amongSchools('t.school_id', schoolIds))
    .where('t.teacherId', '=', teacherId)
    .where('t.acceptedAt', 'is not', null)
    .where('s.active', '=', true)
    .select(['s.id', 's.name', 's.imageUrl'])
    .orderBy(byName('s.name'))
    .orderBy('s.id')
  return paged(rows, page)
}

export async function personExists(db: Db, id: string) {
  return (await db.selectFrom('users').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

/**
 * Whether a person is linked as a teacher to one of these schools. While the link waits for their agreement, their teaching is
 * only planned.
 */
export async function teachesAtOneOf(db: Db, teacherId: string, schoolIds: readonly string[]) {
  const { rows } = await sql<{ teaches: boolean }>`select exists (
    select from school_teachers where teacher_id = ${teacherId} and ${amongSchools('school_id', schoolIds)}) as teaches`.execute(
    db,
  )
  return rows[0]!.teaches
}

/** Fails with `school_teachers_once` if the person is already linked. `agreed`: false if another person created the link. */
export async function insertTeacher(db: Db, schoolId: string, teacherId: string, agreed: boolean) {
  const acceptedAt = agreed ? sql<string>`now()` : null
  await db.insertInto('schoolTeachers').values({ schoolId, teacherId, acceptedAt }).execute()
}

/** Stores that a person agreed to be linked. Returns false if no link waits for them. */
export async function acceptTeaching(db: Db, schoolId: string, teacherId: string) {
  const { numUpdatedRows } = await db
    .updateTable('schoolTeachers')
    .set({ acceptedAt: sql<string>`now()` })
    .where('schoolId', '=', schoolId)
    .where('teacherId', '=', teacherId)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a link waits for the person's answer. */
export const teachingWaits = async (db: Db, schoolId: string, teacherId: string) =>
  (await db
    .selectFrom('schoolTeachers')
    .where('schoolId', '=', schoolId)
    .where('teacherId', '=', teacherId)
    .where('acceptedAt', 'is', null)
    .select('teacherId')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Whether a person is an administrator of a school or has a role there. */
export async function isThereOtherwise(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from schools where id = ${schoolId} and admin_id = ${personId}) or exists (
      select from user_roles where school_id = ${schoolId} and user_id = ${personId} and source = 'given') as is`.execute(
    db,
  )
  return rows[0]!.is
}

/** Ends a link together with its courses and classes, and nothing else. */
export const endTeacherLink = (db: Db, schoolId: string, teacherId: string) =>
  db.deleteFrom('schoolTeachers').where('schoolId', '=', schoolId).where('teacherId', '=', teacherId).execute()

type Post = { schoolId: string; teacherId: string; roleIds: string[] }

/**
 * Ends everything that makes a person a teacher of a school: the link, courses, classes, supervision, and these roles from any
 * source. Direct permissions end too if the person has no other role there. Returns how many rows changed; 0 means that they
 * were not linked.
 */
export async function endTeaching(db: Db, { schoolId, teacherId, roleIds }: Post): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with link as materialized (
      select 1 from school_teachers where school_id = ${schoolId} and teacher_id = ${teacherId} for update
    ), classes as (
      delete from class_teacher_courses where school_id = ${schoolId} and teacher_id = ${teacherId}
        and exists (select from link) returning 1
    ), courses as (
      delete from school_teacher_courses where school_id = ${schoolId} and teacher_id = ${teacherId}
        and exists (select from link) returning 1
    ), supervising as materialized (
      select id from class_rooms where school_id = ${schoolId} and supervisor_id = ${teacherId} order by id for no key update
    ), supervised as (
      update class_rooms set supervisor_id = null, version = version + 1, modified_at = now()
      where school_id = ${schoolId} and id in (select id from supervising) and exists (select from link) returning 1
    ), roles as (
      delete from user_roles where school_id = ${schoolId} and user_id = ${teacherId}
        and role_id = any(${roleIds}::uuid[]) and exists (select from link) returning 1
    ), permissions as (
      delete from user_permissions where school_id = ${schoolId} and user_id = ${teacherId}
        and exists (select from link) and not exists (
          select from user_roles where school_id = ${schoolId} and user_id = ${teacherId}
            and role_id <> all(${roleIds}::uuid[]))
      returning 1
    ), unlinked as (
      delete from school_teachers where school_id = ${schoolId} and teacher_id = ${teacherId}
        and exists (select from link) returning 1
    )
    select ((select count(*) from unlinked) + (select count(*) from classes) + (select count(*) from courses)
      + (select count(*) from supervised) + (select count(*) from roles)
      + (select count(*) from permissions))::integer as changed`.execute(db)
  return rows[0]!.changed
}

const teacherRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolTeachers as t')
    .innerJoin('users as u', 'u.id', 't.teacherId')
    .leftJoin('teacherAddresses as a', (on) =>
      on.onRef('a.schoolId', '=', 't.schoolId').onRef('a.teacherId', '=', 't.teacherId'),
    )
    .where('t.schoolId', '=', schoolId)
    .select(['u.id', 'u.userName', 'u.firstName', 'u.lastName', sql<boolean>`t.accepted_at is null`.as('waiting')])
    .select([
      onceAgreed('middle_name').as('middleName'),
      onceAgreed('phone_number').as('phoneNumber'),
      'a.email',
      onceAgreed('image_url').as('imageUrl'),
      sql<number>`(select count(*)::integer from school_teacher_courses tc
        where tc.school_id = ${schoolId} and tc.teacher_id = t.teacher_id)`.as('coursesCount'),
    ])

/** A school sees this about a teacher only after they agreed to be linked. */
const onceAgreed = (column: 'middle_name' | 'phone_number' | 'image_url') =>
  sql<string | null>`case when t.accepted_at is not null then ${sql.ref(`u.${column}`)} end`
