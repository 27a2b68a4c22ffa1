import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { lockRow } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { foundByPhone } from '#server/platform/identity/people.queries.ts'
import { lockPhones } from '#server/platform/identity/phone-locks.queries.ts'
import { invitedRole, mayInviteTo } from './invited-roles.rules.ts'
import { askByPhone, inviteStaff } from './staff-invitations.rules.ts'
import {
  areOfSchool,
  changeStaffInvitation,
  staffInvitationOf,
  staffInvitationsOf,
  type InvitedTeacher,
  type Taught,
  teachesByPhone,
  withdrawStaffInvitation,
} from './staff-invitations.queries.ts'
import { mayTeach } from './teachers.rules.ts'

/** The code of a letter, and until when it is valid. */
type HandedOutCode = { code: string; expiresAt: string }

type Needs = {
  /** Counts a look-up for the caller in each school that allows look-ups. Throws 429 if there are too many. */
  lookUps: (personId: string, schoolIds: readonly string[]) => Promise<void>
  codes: { handOut: (db: Db, letter: { phoneNumber: string; schoolId: string }) => Promise<HandedOutCode> }
}

/** An invitation reveals as much as a look-up of the number (decision 014), so it counts as one. */
export const staffInvitationOperations = implement(staffInvitations, ({ lookUps, codes }: Needs) => ({
  list: ({ db, school, page }) => staffInvitationsOf(db, school.id, page),

  async invite(context) {
    const { db, user, school, audit, input } = context
    const { phoneNumber = null, email = null, teacherName, teaching } = input
    const roleId = invitedRole(input.roleId)
    const one = { phoneNumber, email, teacherName: teacherName || null, roleId, teaching: teaching ?? [] }
    if (phoneNumber) await lookUps(user.id, [school.id])
    await mustFit(context, one)

    const inviting = { schoolId: school.id, actorId: user.id }
    const { stored } = await inviteStaff(db, inviting, [one])
    if (!stored[0]) throw conflict('This person is already invited', { field: phoneNumber ? 'phoneNumber' : 'email' })
    await audit('staff invitation', stored[0].id)
    if (phoneNumber) await askByPhone(db, phoneNumber)
    return { done: true as const, changed: 1 }
  },

  async update(context) {
    const { db, user, school, audit, input } = context
    const { invitationId, phoneNumber, email, teacherName, teaching, baseVersion } = input
    const before = found(await staffInvitationOf(db, school.id, invitationId))
    // Numbers are locked before their invitations, as in the call that confirms a number (decision 073).
    await lockPhones(db, [before.phoneNumber ?? [], phoneNumber ?? []].flat())
    const version = await lockRow(db, { table: 'staffInvitations', schoolId: school.id, id: invitationId })
    const stored = found(await staffInvitationOf(db, school.id, invitationId))
    await mustBeCurrent(baseVersion, version)
    const one = {
      phoneNumber: phoneNumber === undefined ? stored.phoneNumber : phoneNumber,
      email: email === undefined ? stored.email : email,
      teacherName: teacherName === undefined ? stored.teacherName : teacherName || null,
      roleId: input.roleId === undefined ? stored.roleId : invitedRole(input.roleId),
      teaching: teaching ?? asGiven(stored.teaching),
    }
    if (one.phoneNumber && one.phoneNumber !== stored.phoneNumber) await lookUps(user.id, [school.id])
    // If the number changes, the planned courses and classes would be given to another person.
    const plans = teaching !== undefined || one.phoneNumber !== stored.phoneNumber
    await mustFit(context, one, { plans })
    if (!(await changeStaffInvitation(db, { schoolId: school.id, id: invitationId, changedBy: user.id }, one)))
      throw notFound()
    await audit('staff invitation', invitationId)
    if (one.phoneNumber) await askByPhone(db, one.phoneNumber)
    return { done: true as const, changed: 1 }
  },

  async handOut({ db, user, school, audit, input: { invitationId } }) {
    await lookUps(user.id, [school.id])
    const { phoneNumber } = found(await staffInvitationOf(db, school.id, invitationId))
    if (!phoneNumber) throw conflict('This invitation has no phone number yet')
    const letter = await codes.handOut(db, { phoneNumber, schoolId: school.id })
    await audit('staff invitation', invitationId)
    return letter
  },

  async withdraw({ db, user, school, audit, input: { invitationId } }) {
    const changed = await withdrawStaffInvitation(db, school.id, invitationId, user.id)
    if (changed === 0) throw notFound()
    await audit('staff invitation', invitationId)
    return { done: true as const, changed }
  },
}))

const asGiven = (teaching: readonly Taught[]) =>
  teaching.map(({ courseId, classRoomId }) => ({ courseId, classRoomId }))

type Inviting = Pick<Context<typeof staffInvitations.invite>, 'db' | 'user' | 'school' | 'may'>

/** The invited person can be reached, everything named exists, and the caller may give all of it. */
async function mustFit({ db, user, school, may }: Inviting, one: InvitedTeacher, { plans } = { plans: true }) {
  const { phoneNumber, email, roleId, teaching } = one
  if (!phoneNumber && !email) throw invalid('Give a phone number or an e-mail address', 'phoneNumber')
  if (roleId && teaching.length > 0) throw invalid('Only a teacher is given courses', 'teaching')
  if (roleId) await mayInviteTo(db, user, school.id, roleId)
  if (plans && teaching.length > 0 && !may('LinkTeacherToCourse&Class')) throw forbidden()
  if (!(await areOfSchool(db, school.id, teaching))) throw notFound()
  if (!phoneNumber) return
  if (!roleId) await mustNotTeach(db, school.id, phoneNumber)
  const person = await foundByPhone(db, phoneNumber)
  if (person?.id === user.id && roleId) throw forbidden('You cannot change your own rights')
  if (person) await mayTeach(db, user.id, person.id, may)
}

async function mustNotTeach(db: Db, schoolId: string, phoneNumber: string) {
  if (await teachesByPhone(db, schoolId, phoneNumber))
    throw conflict('This person is already a teacher of this school', { field: 'phoneNumber' })
}
