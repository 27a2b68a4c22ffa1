import { rightsOf } from '#server/access/authorise.queries.ts'
import type { Db } from '#server/db/db.ts'

/** For how long after a sign-in with a password an account can be linked, in ms. */
const linksWithin = 60 * 60_000

/** Whether a sign-in with a password is recent enough to link an account. */
export const isFresh = (signedInAt: Date | undefined, now: Date) =>
  signedInAt !== undefined && now.getTime() - signedInAt.getTime() < linksWithin

/** The schools in which the acting person works, also those that open to a session of their provider alone. */
export const worksIn = async (db: Db, personId: string) => (await rightsOf(db, personId)).schools.map(({ id }) => id)
