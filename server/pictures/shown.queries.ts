import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { classesOf } from '#server/db/rows.ts'
import type { PictureKind } from './pictures.queries.ts'

/** Whose a stored picture is. */
export type Owner = {
  kind: PictureKind
  schoolId: string | null
  studentId: string | null
  userId: string | null
  classRoomId: string | null
  uploadedBy: string
}

/** The owner of a picture, if the transaction may see it where it acts. */
export const ownerOf = (db: Db, name: string): Promise<Owner | undefined> =>
  db
    .selectFrom('media')
    .where('name', '=', name)
    .select(['kind', 'schoolId', 'studentId', 'userId', 'classRoomId', 'uploadedBy'])
    .executeTakeFirst()

/** A picture's WebP; asked for once it is decided that it may be seen, and then only where the transaction acts. */
export const contentOf = (db: Db, name: string) =>
  db.selectFrom('media').where('name', '=', name).select('content').executeTakeFirst()

/** A picture that is everybody's: of an active school, or the icon of a contact type. */
export const publicPicture = (db: Db, name: string) =>
  db
    .selectFrom('media as m')
    .leftJoin('schools as s', 's.id', 'm.schoolId')
    .where('m.name', '=', name)
    .where((is) =>
      is.or([is('m.kind', '=', 'contact_type'), is.and([is('m.kind', '=', 'school'), is('s.active', '=', true)])]),
    )
    .select('m.content')
    .executeTakeFirst()

/**
 * Whether two people meet (api.md §12, GetUserById): the other belongs to one of the schools, or is linked as parent to a
 * student of a class within reach; `wide` are the schools whose classes are all within reach.
 */
export async function meet(
  db: Db,
  { personId, other, schools, wide }: { personId: string; other: string; schools: string[]; wide: string[] },
) {
  const { rows } = await sql<{ meet: boolean }>`
    with mine as (select unnest(${schools}::uuid[]) as id)
    select exists (
      select from mine where
        exists (select from schools where id = mine.id and admin_id = ${other})
        or exists (select from school_teachers where school_id = mine.id and teacher_id = ${other})
        or exists (select from class_rooms where school_id = mine.id and supervisor_id = ${other})
        or exists (select from user_permissions where school_id = mine.id and user_id = ${other})
        or exists (select from user_roles ur join roles r on r.id = ur.role_id and r.active
          where ur.school_id = mine.id and ur.user_id = ${other})
    ) or exists (
      select from student_parents sp join students st on st.school_id = sp.school_id and st.id = sp.student_id
      where sp.parent_id = ${other} and sp.ended_at is null and sp.school_id in (select id from mine)
        and (sp.school_id = any(${wide}::uuid[]) or st.class_room_id in (${classesOf(personId)}))
    ) as meet`.execute(db)
  return rows[0]!.meet
}
