import { registration } from '#contract/registration.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/edit.ts'
import { mediaOf } from '#server/media.ts'
import { userById } from './people.queries.ts'

/** What everybody says of himself first; a picture that is left out stays as it is. */
export type Names = { userName: string; firstName: string; lastName: string; imageUrl?: string | null | undefined }

/** Saves a person's own names and picture. Throws 400 for a picture that is not his. */
export async function savedNames(db: Db, id: string, names: Names) {
  const stored = await userById(db, id)
  const imageUrl = await mediaOf(db, names.imageUrl, { userId: id }, stored?.imageUrl ?? null)
  return edited(db, registration.saveMainInfo, {
    table: 'users',
    id,
    baseVersion: null,
    changes: { ...names, imageUrl },
    read: () => userById(db, id),
  })
}
