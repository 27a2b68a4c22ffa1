import { why } from '#contract/platform/roles/why.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
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
    const school = schoolId ? await schoolNamed(db, schoolId) : null
    const belongs =
      rows.some((row) => row.schoolId === schoolId) || user.rights.schools.some(({ id }) => id === schoolId)
    if (schoolId && !(school && (school.active || onPlatform || belongs))) throw notFound()

    const fits = schoolId ? schoolScope : appScope
    const sources = rows.map((row): Explanation['sources'][number] => {
      const hindrance = hindranceOf(row, schoolId, fits)
      const { roleId, roleName, schoolName } = row
      return { roleId, roleName, schoolId: row.schoolId, schoolName, counts: hindrance === null, hindrance }
    })
    const counting = sources.filter(({ counts }) => counts)
    return {
      userId,
      permissionId,
      permissionKey: key,
      permissionName: name,
      permissionNameAr: nameAr,
      schoolId,
      schoolName: school?.name ?? null,
      allowed: counting.length > 0,
      reason: counting.length > 0 ? reasonOf(counting) : (nearest(sources) ?? (fits ? 'notGiven' : 'otherScope')),
      sources,
      roles: fits ? await rolesWith(db, permissionId, schoolId ? 1 : 2) : [],
    }
  },
})

const reasonOf = (counting: Explanation['sources']): Explanation['reason'] =>
  counting.some(({ roleId }) => roleId) ? 'role' : 'direct'

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
