import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { balanceOf, type Charging } from '#server/platform/payments/seats.queries.ts'

type Call = { user: { id: string }; school: { id: string; today: string } }

/** The author, the school and the current day of a call that charges or gives back seats. */
export const chargingOf = ({ user, school }: Call): Charging => ({
  schoolId: school.id,
  actorId: user.id,
  today: school.today,
})

/** The balance of a school, or null for callers who may not see it. */
export const balanceSeen = async (db: Db, schoolId: string, may: (key: Permission) => boolean) =>
  may('ViewSchoolData') ? balanceOf(db, schoolId) : null
