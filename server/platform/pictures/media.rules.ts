import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { claimPicture, isMediaOf, type MediaOwner } from './media.queries.ts'

/**
 * Checks the URL of a picture before it is stored with its owner (api.md §5, media). It must have been issued for this owner,
 * or be already stored, or be null. undefined stays undefined. Throws 400 for a picture of another owner.
 */
export async function mediaOf<Url extends string | null | undefined>(
  db: Db,
  url: Url,
  owner: MediaOwner,
  stored: string | null,
): Promise<Url> {
  if (url == null || url === stored || (await isMediaOf(db, nameOf(url), owner))) return url
  throw notYours()
}

/** Gives a picture that `mediaOf` accepted to a student. Throws 400 if it already belongs to another student. */
export async function claimed(db: Db, url: string | null | undefined, studentId: string, stored: string | null) {
  if (url != null && url !== stored && !(await claimPicture(db, nameOf(url), studentId))) throw notYours()
}

const nameOf = (url: string) => url.replace('/media/', '')

const notYours = () => invalid('This picture is not yours to use', 'imageUrl')
