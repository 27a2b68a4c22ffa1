import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { type Holder, mayIn } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { othersMoney } from '#server/platform/payments/coins.rules.ts'
import { holdsRole } from '#server/platform/roles/holders.queries.ts'

/** Only the administrator of a school may hand it over. */
export const administers = (person: { id: string }, adminId: string | null): boolean => person.id === adminId

/** Whether a person is School Manager of a school. Only such a person can let the platform see it. */
export const manages = (db: Db, { id }: { id: string }, schoolId: string) =>
  holdsRole(db, { personId: id, roleId: builtInRoles.schoolManager.id, schoolId })

/** Schools with what the reader may do with them. A visitor may do nothing. */
export async function schoolsWithMay<School extends { id: string; adminId: string | null }>(
  db: Db,
  reader: Holder | null,
  schools: School[],
) {
  const credits =
    reader !== null && platformSchools.addCoins.access.keys.some((key) => reader.rights.appKeys.includes(key))
  const isOthers = credits && (await othersMoney(db, reader.id))
  const rows = []
  for (const school of schools) {
    const mayIt = (operation: Parameters<typeof mayIn>[1]) => reader !== null && mayIn(reader, operation, school.id)
    const update = mayIt(schoolSettings.update)
    const handOver = update && reader !== null && administers(reader, school.adminId)
    const openSupport = reader !== null && mayIt(platformSchools.openSupport) && (await manages(db, reader, school.id))
    const credit = isOthers && isOthers({ schoolId: school.id })
    rows.push({ ...school, may: { update, handOver, openSupport, credit } })
  }
  return rows
}

export const schoolWithMay = async <School extends { id: string; adminId: string | null }>(
  db: Db,
  reader: Holder | null,
  school: School,
) => (await schoolsWithMay(db, reader, [school]))[0]!
