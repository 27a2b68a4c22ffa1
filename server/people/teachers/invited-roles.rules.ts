import { builtInRoles, officeRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { type Holder, mayAt } from '#server/access/may.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { giveRole } from '#server/platform/roles/holders.queries.ts'
import { mustBeSwitchedOn } from '#server/platform/roles/office-roles.rules.ts'
import { rolesToGive } from '#server/platform/roles/user-roles.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { endInvitedRole, mayStillGive, rolesGivenIn } from './invited-roles.queries.ts'

/** Teachers are invited without a role, because the link to the school gives them theirs. */
export const invitedRole = (roleId: string | null | undefined) =>
  !roleId || roleId === builtInRoles.schoolTeacher.id ? null : roleId

/** The roles that can be given in a school, with their keys. */
export const givableRoles = (db: Db, schoolId: string) =>
  rolesGivenIn(
    db,
    schoolId,
    officeRoles.map(({ id }) => id),
  )

/** Whether a person has all of these keys in a school, and may give roles there. */
export function givenBy(person: Holder, schoolId: string) {
  const owned = person.rights.schools.find(({ id }) => id === schoolId)?.keys ?? []
  const gives = mayAt(person, userRoles.give, schoolId)
  return (keys: readonly string[]) => gives && keys.every((key) => owned.some((one) => one === key))
}

/**
 * People may invite only to roles that they may also give by hand: active roles of a school. They must have every key of the
 * role there.
 */
export async function mayInviteTo(db: Db, giver: Holder, schoolId: string, roleId: string) {
  const keys = await keysOfGivable(db, schoolId, roleId)
  if (!mayAt(giver, userRoles.give, schoolId)) throw forbidden()
  if (!givenBy(giver, schoolId)(keys)) throw forbidden('You cannot grant what you do not hold')
}

async function keysOfGivable(db: Db, schoolId: string, roleId: string) {
  const role = (await rolesToGive(db, [roleId])).get(roleId)
  if (role?.type !== 1) throw notFound()
  if (!role.active) throw conflict('This role is not active')
  await mustBeSwitchedOn(db, [{ roleId, schoolId }])
  return role.keys
}

/**
 * If the answer is yes, the person gets the role to which they were invited, as long as the person who invited them may still
 * give it. If the answer is no, nothing is kept.
 */
export async function answerRole(db: Db, schoolId: string, personId: string, accept: boolean) {
  await seeOnly(db, { schools: [schoolId] })
  await lockSchool(db, schoolId)
  const invited = await endInvitedRole(db, schoolId, personId, accept)
  if (!invited) throw notFound()
  if (!accept) return
  const { roleId, invitedBy } = invited
  const keys = await keysOfGivable(db, schoolId, roleId)
  if (!(await mayStillGive(db, schoolId, invitedBy, keys))) throw conflict('This invitation is not valid any more')
  await giveRole(db, { personId, roleId, schoolId, source: 'given' }, invitedBy)
  await publish(db, { event: 'rights changed', schoolId, actorId: invitedBy, payload: { personId } })
}
