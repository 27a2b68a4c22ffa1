import { why } from '#contract/platform/roles/why.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { isPerson } from './user-roles.queries.ts'
import { permissionByKey, rolesWith, schoolNamed, type SourceRow, sourcesOf } from './why.queries.ts'

type Explanation = OutputOf<typeof why.explain>
type Hindrance = Explanation['sources'][number]['hindrance']

export const whyOperations = implement(why, {
  async explain({ db, user, reach, onPlatform, input }): Promise<Explanation> {
    const { userId, permissionKey, schoolId = null } = input
    const own = userId === user.id
    if (!own && !onPlatform && !schoolId) throw invalid('Required', 'schoolId')
    const permission = await permissionByKey(db, permissionKey)
    if (!permission || (!own && !(await isPerson(db, userId)))) throw notFound()

    const { id: permissionId, key, name, nameAr, schoolScope, appScope } = permission
    const schools = own || onPlatform ? null : reach.schools
    const rows = await sourcesOf(db, { userId, permissionId, schools })
    const seen = onPlatform || [...rows.map((row) => row.schoolId), ...user.rights.schools.map(({ id }) => id)]
    const schoolName = schoolId ? await nameOfSchool(db, schoolId, seen) : null

    const fits = schoolId ? schoolScope : appScope
    const sources = rows.map((row): Explanation['sources'][number] => {
      const hindrance = hindranceOf(row, schoolId, fits)
      const { roleId, roleName } = row
      const of = { schoolId: row.schoolId, schoolName: row.schoolName }
      return { roleId, roleName, ...of, counts: hindrance === null, hindrance }
    })
    return {
      userId,
      permissionId,
      permissionKey: key,
      permissionName: name,
      permissionNameAr: nameAr,
      schoolId,
      schoolName,
      allowed: sources.some(({ counts }) => counts),
      reason: reasonOf(sources, fits),
      sources,
      roles: fits ? await rolesWith(db, permissionId, schoolId ? 1 : 2) : [],
    }
  },
})

/** The name of a school that is open, or that is among those `seen` (true: all). Throws "not found" for any other. */
async function nameOfSchool(db: Db, schoolId: string, seen: true | (string | null)[]) {
  const school = await schoolNamed(db, schoolId)
  if (!school || !(school.active || seen === true || seen.includes(schoolId))) throw notFound()
  return school.name
}

function reasonOf(sources: Explanation['sources'], fits: boolean): Explanation['reason'] {
  const counting = sources.filter(({ counts }) => counts)
  if (counting.length > 0) return counting.some(({ roleId }) => roleId) ? 'role' : 'direct'
  return nearest(sources) ?? (fits ? 'notGiven' : 'otherScope')
}

/** Why a row does not give the key in the school of the query. */
function hindranceOf(row: SourceRow, schoolId: string | null, fits: boolean): Hindrance {
  if (!fits || (row.schoolId === null) !== (schoolId === null)) return 'otherScope'
  if (row.schoolId !== schoolId) return 'otherSchool'
  if (!row.roleActive) return 'roleInactive'
  return row.schoolOpen ? null : 'schoolInactive'
}

/** The obstacle among the sources that is easiest to remove. */
const nearest = (sources: Explanation['sources']) =>
  (['roleInactive', 'schoolInactive', 'otherSchool', 'otherScope'] as const).find((one) =>
    sources.some(({ hindrance }) => hindrance === one),
  )
