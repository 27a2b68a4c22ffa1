import { registration } from '#contract/platform/identity/registration.ts'
import type { ReadInputOf } from '#contract/language/operation.ts'
import { users } from '#contract/platform/identity/users.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { invalid } from '#server/base/errors.ts'
import { mediaOf } from '#server/platform/pictures/media.rules.ts'
import { ownDetails } from './people.queries.ts'

/** The names that people enter first. A picture that is left out stays unchanged. */
export type Names = { userName: string; firstName: string; lastName: string; imageUrl?: string | null | undefined }

/** Saves a person's own names and picture. Throws 400 for a picture that is not theirs. */
export const savedNames = async (db: Db, id: string, names: Names) =>
  edited(db, registration.saveMainInfo, { ...(await changing(db, id, names)), baseVersion: null })

/** Saves a person's own profile. Throws 409 with the stored one if it has been changed elsewhere meanwhile. */
export async function savedProfile(db: Db, id: string, profile: ReadInputOf<typeof users.update>, now: Date) {
  const { baseVersion, ...changes } = profile
  if (!canBeBirthDay(profile.birthDay, now)) throw invalid('Invalid date', 'birthDay')
  return edited(db, users.update, { ...(await changing(db, id, changes)), baseVersion })
}

async function changing(db: Db, id: string, changes: Names) {
  const imageUrl = await mediaOf(db, changes.imageUrl, { userId: id }, (await ownDetails(db, id))?.imageUrl ?? null)
  return {
    table: 'ownAccount' as const,
    schoolId: null,
    id,
    changes: { ...changes, imageUrl },
    read: () => ownDetails(db, id),
  }
}

/** In the past, and after 1900. */
const canBeBirthDay = (day: string, now: Date) => day > '1900-01-01' && day < civilDay(now, homeZone)
