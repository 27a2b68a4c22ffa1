import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { mayGiveTo } from '#contract/platform/roles/own-rights.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { sessionRightsRow } from '#server/access/authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { forbidden, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { lockRole } from './roles.queries.ts'
import type { Caller } from '#server/access/caller.ts'

/** A right that is given or removed: the right of a person, in a school or app-wide. */
export type Element = { userId: string; schoolId?: string | null | undefined }

/** The rights of the caller at each place. */
export type Standing = {
  holds: (key: string, schoolId: string | null | undefined) => boolean
  /** Refuses app-wide elements if the caller has the key of the call only in schools. */
  mayAppWide: () => void
}

/**
 * Locks the schools in the order of their ids, then reads the caller's rights again, because an earlier change may have removed
 * them.
 */
export async function standingAt(db: Db, user: Caller, key: Permission, elements: Element[]): Promise<Standing> {
  const schoolIds = [...new Set(elements.flatMap(({ schoolId }) => schoolId ?? []))].sort()
  const appWide = elements.some(({ schoolId }) => schoolId == null)
  for (const id of schoolIds) await lockSchool(db, id)
  if (appWide) await lockRole(db, builtInRoles.platformAdministrator.id)

  const { schools, appKeys } = (await sessionRightsRow(user.id, user.onlySchool).execute(db)).rows[0]!
  const keysAt = (schoolId: string | null | undefined): readonly string[] =>
    schoolId == null ? appKeys : (schools.find(({ id }) => id === schoolId)?.keys ?? [])
  if (schoolIds.some((id) => !keysAt(id).includes(key))) throw notFound()
  return {
    holds: (name, schoolId) => keysAt(schoolId).includes(name),
    mayAppWide() {
      if (appWide && !appKeys.includes(key)) throw forbidden()
    },
  }
}

/** Nobody may give rights to themselves. */
export function notToOneself(user: Caller, elements: Element[]) {
  if (!elements.every(({ userId }) => mayGiveTo(user.id, userId))) throw forbidden('You cannot change your own rights')
}

type RightsChange = {
  db: Db
  user: Caller
  audit: (kind: string, id: string, schoolId?: string | null) => Promise<void>
}

/** Writes an audit line for each changed right, and notifies each person once for each school. */
export async function notifyOfRights(
  { db, user, audit }: RightsChange,
  changed: { userId: string; schoolId: string | null }[],
) {
  for (const { userId, schoolId } of changed) await audit('person', userId, schoolId)
  const places = distinct(changed.map(({ userId, schoolId }) => ({ userId, schoolId })))
  for (const { userId: personId, schoolId } of places)
    await publish(db, { event: 'rights changed', schoolId, actorId: user.id, payload: { personId } })
  return { done: true as const, changed: changed.length }
}

/** Notifies all platform staff of roles that people received app-wide; `roleId` is null for single keys. */
export async function notifyStaff(
  db: Db,
  givenBy: string,
  given: readonly { userId: string; roleId: string | null }[],
) {
  for (const { userId: personId, roleId } of given)
    await publish(db, {
      event: 'platform right given',
      schoolId: null,
      actorId: null,
      payload: { personId, givenBy, roleId },
    })
}

/** Identical elements count once. */
export const distinct = <T extends Element>(elements: T[]): T[] => [
  ...new Map(elements.map((one) => [JSON.stringify({ ...one, schoolId: one.schoolId ?? null }), one])).values(),
]
