import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/call/errors.ts'
import { claimPicture, isMediaOf, type MediaOwner } from './media.queries.ts'

/**
 * A picture's URL as it may be stored with its owner (api.md §5, media): one issued for this very owner, the one stored
 * already, or none. undefined stays undefined. Throws 400 for anybody else's.
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

/** Makes a picture that `mediaOf` let through the one of a student. Throws 400 when another student has it by now. */
export async function claimed(db: Db, url: string | null | undefined, studentId: string, stored: string | null) {
  if (url != null && url !== stored && !(await claimPicture(db, nameOf(url), studentId))) throw notYours()
}

const nameOf = (url: string) => url.replace('/media/', '')

const notYours = () => invalid('This picture is not yours to use', 'imageUrl')
