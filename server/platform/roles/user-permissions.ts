import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { lookedAt, pageOfPeople } from './query.ts'
import { distinct, notToOneself, type Standing, standingAt, notifyOfRights, notifyStaff } from './lock-rights.ts'
import { keyWithMay } from './rights.rules.ts'
import { permissionsNamed } from './roles.queries.ts'
import {
  type GivenKey,
  giveKeys,
  givenByRole,
  keyHoldersIn,
  takeKeys,
  userPermissionsBy,
} from './user-permissions.queries.ts'
import { arePeople } from './user-roles.queries.ts'
import { newStaff } from '#server/access/second-person.ts'
import { areOlder } from '#server/access/second-person.queries.ts'
import type { Caller } from '#server/access/caller.ts'

export const userPermissionOperations = implement(userPermissions, {
  async list(context) {
    const { rows, total } = await userPermissionsBy(context.db, await lookedAt(context), pageOfPeople(context))
    return { rows: rows.map(keyWithMay(context.user)), total }
  },

  holders: ({ db, school, page }) => keyHoldersIn(db, school.id, page),

  async give({ db, user, audit, input }) {
    const named = distinct(input.userPermissions)
    const standing = await standingAt(db, user, 'AddUserPermission', named)
    await mayGive(db, user, standing, named)
    const given = await giveKeys(db, named, user.id)
    const people = new Set(given.flatMap(({ schoolId, userId }) => (schoolId == null ? userId : [])))
    await notifyStaff(
      db,
      user.id,
      [...people].map((userId) => ({ userId, roleId: null })),
    )
    return notifyOfRights({ db, user, audit }, given)
  },

  async take({ db, user, audit, input }) {
    const named = distinct(input.userPermissions)
    const standing = await standingAt(db, user, 'RemoveUserPermission', named)
    standing.mayAppWide()
    if (await areOlder(db, user.id, 'RemoveUserPermission', named)) throw newStaff()

    const taken = await takeKeys(db, named)
    const left = named.filter((one) => !taken.some((row) => isSame(row, one)))
    if (await givenByRole(db, left)) throw conflict('Only directly granted permissions can be removed')
    return notifyOfRights({ db, user, audit }, taken)
  },
})

const isSame = (row: GivenKey, { userId, permissionId, schoolId }: GivenKey) =>
  row.userId === userId && row.permissionId === permissionId && (row.schoolId ?? null) === (schoolId ?? null)

/** Each element is checked: callers may give only keys that they have in the same school, and none to themselves. */
async function mayGive(db: Db, user: Caller, { holds, mayAppWide }: Standing, named: GivenKey[]) {
  const ids = [...new Set(named.map(({ permissionId }) => permissionId))]
  const known = new Map((await permissionsNamed(db, ids)).map((permission) => [permission.id, permission]))
  if (known.size < ids.length || !(await arePeople(db, named))) throw notFound()

  for (const { permissionId, schoolId } of named) {
    const { schoolScope, appScope } = known.get(permissionId)!
    if (schoolId == null && !appScope) throw invalid('A school permission needs a school')
    if (schoolId != null && !schoolScope) throw invalid('An app permission has no school')
  }
  mayAppWide()
  for (const { permissionId, schoolId } of named)
    if (!holds(known.get(permissionId)!.key, schoolId)) throw forbidden('You cannot grant what you do not hold')
  notToOneself(user, named)
}
