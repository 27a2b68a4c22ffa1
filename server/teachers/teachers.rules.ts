import type { Permission } from '#contract/language/permissions.ts'
import { builtInRoles } from '#contract/roles/built-in-roles.ts'
import type { Db } from '#server/db/db.ts'
import { mayTakePost } from '#server/roles/positions.rules.ts'

/** People may make themselves teachers only if they have every key of School Teacher there already. */
export async function mayTeach(db: Db, actorId: string, teacherId: string, may: (key: Permission) => boolean) {
  if (teacherId === actorId) await mayTakePost(db, builtInRoles.schoolTeacher.id, may)
}
