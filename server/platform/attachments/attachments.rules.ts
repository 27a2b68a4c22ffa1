import { notFound } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { type AttachmentOwner, replaceAttachments } from './attachments.queries.ts'

/**
 * Gives an announcement, a homework or a text its pictures and files; undefined changes nothing. Throws 404 for those of other people.
 */
export async function attach(
  db: Db,
  schoolId: string,
  owner: AttachmentOwner,
  ids: readonly string[] | null | undefined,
  personId: string,
) {
  if (ids == null) return
  if ((await replaceAttachments(db, schoolId, owner, ids, personId)) !== new Set(ids).size) throw notFound()
}
