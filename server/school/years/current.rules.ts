import type { Db } from '#server/db/db.ts'
import { lockRow } from '#server/db/change-row.ts'
import { publish } from '#server/outbox/events.ts'
import { adoptSeats, balanceOf } from '#server/platform/payments/seats.queries.ts'
import { yearOf } from './years.queries.ts'

type Call = { db: Db; user: { id: string }; school: { id: string; today: string } }

/** The year that has become current takes over the seats that were charged for it in advance. */
export async function takeSeats({ db, user, school }: Call, id: string) {
  const by = { schoolId: school.id, actorId: user.id }
  const givenBack = await adoptSeats(db, { ...by, today: school.today }, id)
  if (givenBack > 0)
    await publish(db, { event: 'coins changed', ...by, payload: { balance: await balanceOf(db, school.id) } })
}

export async function lockedYear(db: Db, schoolId: string, id: string) {
  await lockRow(db, { table: 'schoolYears', schoolId, id })
  return (await yearOf(db, schoolId, id))!
}
