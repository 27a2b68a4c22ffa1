import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { mayTakePost } from '#server/platform/roles/positions.rules.ts'
import { giveRole } from '#server/platform/roles/holders.queries.ts'
import { canSupervise, endSupervision } from './class-settings.queries.ts'

const roleId = builtInRoles.schoolSupervisor.id
/** What naming a supervisor needs from the call. */
type Naming = {
  db: Db
  user: { id: string }
  school: { id: string }
  may: (key: Permission) => boolean
  audit: (kind: string, id: string) => Promise<void>
}

/**
 * Checks that the supervisor belongs to the school. People may name themselves only if they already have the keys of the role.
 */
export async function maySupervise({ db, user, school, may }: Naming, personId: string) {
  if (!(await canSupervise(db, school.id, personId)))
    throw invalid('This person does not belong to the school', 'supervisorId')
  if (personId === user.id) await mayTakePost(db, roleId, may)
}

/** Gives the role to the new supervisor of a class. The previous supervisor loses it if this was their last class. */
export async function changeSupervisor(naming: Naming, fromId: string | null, toId: string | null) {
  const { db, user, school } = naming
  if (fromId === toId) return
  if (toId) await giveRole(db, { personId: toId, roleId, schoolId: school.id, source: 'supervisor' }, user.id)
  if (fromId) await endSupervision(db, school.id, fromId, roleId)
  for (const personId of [fromId, toId]) if (personId) await tell(naming, personId)
}

async function tell({ db, user, school, audit }: Naming, personId: string) {
  await audit('person', personId)
  await publish(db, { event: 'rights changed', schoolId: school.id, actorId: user.id, payload: { personId } })
}
