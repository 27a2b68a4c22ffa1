import type { Db } from './db/db.ts'
import { invalid } from './errors.ts'
import { isMediaOf, type MediaOwner } from './media.queries.ts'

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
  if (url == null || url === stored || (await isMediaOf(db, url.replace('/media/', ''), owner))) return url
  const sentence = 'This picture is not yours to use'
  throw invalid('This picture is not yours to use', { imageUrl: [sentence] })
}
