import type { Db } from '#server/db/db.ts'
import type { PictureKind } from './pictures.queries.ts'

/** The owner of a stored picture. */
export type Owner = {
  kind: PictureKind
  schoolId: string | null
  studentId: string | null
  userId: string | null
  classRoomId: string | null
  uploadedBy: string
}

/** The owner of a picture, if the transaction may see it in its schools. */
export const ownerOf = (db: Db, name: string): Promise<Owner | undefined> =>
  db
    .selectFrom('media')
    .where('name', '=', name)
    .select(['kind', 'schoolId', 'studentId', 'userId', 'classRoomId', 'uploadedBy'])
    .executeTakeFirst()

/**
 * The WebP of a picture. It is read only after the decision that the caller may see it, and only in the schools of the
 * transaction.
 */
export const contentOf = (db: Db, name: string) =>
  db.selectFrom('media').where('name', '=', name).select('content').executeTakeFirst()

/** A picture that is public: of an active school, or the icon of a contact type. */
export const publicPicture = (db: Db, name: string, withContent: boolean) =>
  db
    .selectFrom('media as m')
    .leftJoin('schools as s', 's.id', 'm.schoolId')
    .where('m.name', '=', name)
    .where((is) =>
      is.or([is('m.kind', '=', 'contact_type'), is.and([is('m.kind', '=', 'school'), is('s.active', '=', true)])]),
    )
    .select(withContent ? ['m.content'] : [])
    .executeTakeFirst()
