import { actAs, seeOnly } from '#server/access/authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { foundByPhone } from '#server/platform/identity/people.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { lockPhones } from '#server/platform/identity/phone-locks.queries.ts'
import { markRolesAsked } from './invited-roles.queries.ts'
import {
  insertStaffInvitations,
  schoolsInvitingStaff,
  type InvitedTeacher,
  takeOverStaffInvitations,
} from './staff-invitations.queries.ts'

type Inviting = { schoolId: string; actorId: string }

/**
 * Stores invitations until the people confirm their numbers or sign in. Returns the positions of those that are already
 * invited. What is stored does not depend on who has an account (decision 014).
 */
export async function inviteStaff(db: Db, inviting: Inviting, invited: readonly InvitedTeacher[]) {
  const stored = await insertStaffInvitations(db, inviting, invited)
  const places = new Set(stored.map(({ n }) => n))
  return { stored, waiting: invited.flatMap((_, n) => (places.has(n) ? [] : [n])) }
}

/** If the number belongs to an account, its person is asked at once, in the schools of the call. */
export async function askByPhone(db: Db, phoneNumber: string) {
  await lockPhones(db, [phoneNumber])
  const person = await foundByPhone(db, phoneNumber)
  if (!person) return
  await askPerson(db, person.id, phoneNumber)
}

/**
 * A person who confirms a phone number, or signs in with it, is asked whether they will teach at the schools that invited the
 * number.
 */
export async function offerTeaching(db: Db, personId: string, phoneNumber: string) {
  await actAs(db, personId)
  const schools = await schoolsInvitingStaff(db, phoneNumber)
  if (schools.length === 0) return
  await seeOnly(db, { schools })
  await askPerson(db, personId, phoneNumber)
  await seeOnly(db, { schools: [] })
}

async function askPerson(db: Db, personId: string, phoneNumber: string) {
  for (const { schoolId, invitedBy: actorId } of await takeOverStaffInvitations(db, personId, phoneNumber))
    await publish(db, { event: 'teacher invited', schoolId, actorId, payload: { teacherId: personId } })
  for (const { schoolId, invitedBy: actorId } of await markRolesAsked(db, phoneNumber))
    await publish(db, { event: 'role invited', schoolId, actorId, payload: { personId } })
}
