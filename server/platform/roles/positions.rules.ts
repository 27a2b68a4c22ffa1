import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { forbidden } from '#server/base/errors.ts'
import { keysOfRole } from './holders.queries.ts'

/** Whether the person has every key of a role. */
export async function hasKeysOf(db: Db, roleId: string, may: (key: Permission) => boolean) {
  const keys = await keysOfRole(db, roleId)
  return keys.every((key) => may(key as Permission))
}

/** People may take a post themselves only if they already have every key of its role in that school. */
export async function mayTakePost(db: Db, roleId: string, may: (key: Permission) => boolean) {
  if (!(await hasKeysOf(db, roleId, may))) throw forbidden('You cannot grant what you do not hold')
}
