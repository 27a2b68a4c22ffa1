import type { Db } from '#server/db/db.ts'
import { forbidden } from '#server/call/errors.ts'
import { announce } from '#server/outbox/events.ts'
import { belongsTo } from './coins.queries.ts'
import { balanceOf } from '#server/students/seats.queries.ts'

type Deciding = { db: Db; user: { id: string }; school: { id: string } }

/** Refuses whoever decides on money of a school he belongs to, or on what he asked for himself. */
export async function mustBeOthers({ db, user, school }: Deciding, requestedBy?: string) {
  if (requestedBy === user.id || (await belongsTo(db, user.id, school.id)))
    throw forbidden('You cannot decide for your own school')
}

/** Tells who keeps an eye on the coins of a school that they changed. */
export const tellOfCoins = async ({ db, user, school }: Deciding) =>
  announce(db, {
    event: 'coins changed',
    schoolId: school.id,
    actorId: user.id,
    payload: { balance: await balanceOf(db, school.id) },
  })
