import type { Db } from '#server/db/db.ts'
import { forbidden } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { schoolsOf } from './coins.queries.ts'
import { balanceOf } from './seats.queries.ts'

type Deciding = { db: Db; user: { id: string }; school: { id: string } }

type Money = { schoolId: string; requestedBy?: string | undefined }

/** Whether a person may decide about the money: not of their own schools, and not for their own request. */
export async function othersMoney(db: Db, personId: string) {
  const own = await schoolsOf(db, personId)
  return ({ schoolId, requestedBy }: Money) => requestedBy !== personId && !own.includes(schoolId)
}

/** Refuses a caller who would decide about money of their own school, or about their own request. */
export async function mustBeOthers({ db, user, school }: Deciding, requestedBy?: string) {
  const isOthers = await othersMoney(db, user.id)
  if (!isOthers({ schoolId: school.id, requestedBy })) throw forbidden('You cannot decide for your own school')
}

/** Notifies the people who watch the coins of a school. */
export const coinsChanged = async (db: Db, { schoolId, actorId }: { schoolId: string; actorId: string }) =>
  publish(db, { event: 'coins changed', schoolId, actorId, payload: { balance: await balanceOf(db, schoolId) } })
