import type { Permission } from '#contract/permissions.ts'
import type { Db } from './db/db.ts'
import { forbidden } from './errors.ts'
import { keysOfRole } from './roles.queries.ts'

/** Nobody takes a post for himself unless he holds every key of its role in that school already. */
export async function mayTakePost(db: Db, roleId: string, may: (key: Permission) => boolean) {
  const keys = await keysOfRole(db, roleId)
  if (!keys.every((key) => may(key as Permission))) throw forbidden('You cannot grant what you do not hold')
}
