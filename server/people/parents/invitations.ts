import { invitations } from '#contract/people/parents/invitations.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { foundByPhone } from '#server/platform/identity/people.queries.ts'
import type { Db } from '#server/db/db.ts'
import { implement } from '#server/call/implement.ts'
import { publish } from '#server/outbox/events.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { linkByPhone, openNumberOf, waitingFor, withdraw } from './invitations.queries.ts'
import { lockPhones } from '#server/platform/identity/phone-locks.queries.ts'
import { noteSms, smsOfInvitation } from './invitations-by-sms.queries.ts'
import { type LookUps, mayLink, publishLinks } from './student-parents.ts'
import { relationExists } from './student-parents.queries.ts'

/** The code of a letter, and until when it is valid. */
type HandedOutCode = { code: string; expiresAt: string }

type Needs = {
  lookUps: LookUps
  codes: { handOut: (db: Db, letter: { phoneNumber: string; schoolId: string }) => Promise<HandedOutCode> }
  /** How many invitations a school may send by SMS a day; null: none. */
  smsInvitations: number | null
}

/** An invitation reveals as much as a look-up of the number (decision 014), so it counts as one. */
export const invitationOperations = implement(invitations, ({ lookUps, codes, smsInvitations }: Needs) => ({
  list({ db, school, input: { studentId, relationId }, page, readsStudent }) {
    readsStudent(studentId)
    const smsPossible = smsInvitations !== null
    return waitingFor(db, { schoolId: school.id, studentId, relationId: relationId ?? null, smsPossible }, page)
  },

  async invite({ db, user, school, may, audit, input: guardian }) {
    await lookUps(user.id, [school.id])
    if (!(await relationExists(db, guardian.relationId))) throw notFound()
    mayLink(user.id, (await foundByPhone(db, guardian.phoneNumber))?.id ?? null, may)

    await lockPhones(db, [guardian.phoneNumber])
    await lockUnmerged(db, school.id, guardian.studentId)
    const { linked, known, beyond } = await linkByPhone(db, { schoolId: school.id, actorId: user.id }, [guardian])
    if (known.length > 0) throw conflict('This parent is already linked to this student', { field: 'phoneNumber' })
    if (beyond.length > 0) throw conflict('A student has at most 10 parents')

    await audit('student', guardian.studentId)
    await publishLinks(db, { schoolId: school.id, actorId: user.id }, linked, true)
    return { done: true as const, changed: 1 }
  },

  async sendSms({ db, user, school, audit, input: { studentId, invitationId } }) {
    const sms = found(await smsOfInvitation(db, school.id, studentId, invitationId))
    if (smsInvitations === null || !sms.isOn) throw conflict('This school sends no invitations by SMS')
    if (!sms.isReached) throw conflict('The school sends no messages to this country')
    if (sms.isRecent) throw conflict('This number was sent an invitation by SMS within the last day')
    if (sms.sentToday >= smsInvitations)
      throw conflict('The school has sent as many invitations by SMS as it may in a day')

    await noteSms(db, school.id, invitationId)
    await audit('student', studentId)
    const payload = { invitationId }
    await publish(db, { event: 'invitation by SMS', schoolId: school.id, actorId: user.id, payload })
    return { done: true as const, changed: 1 }
  },

  async handOut({ db, user, school, audit, input: { studentId, invitationId } }) {
    await lookUps(user.id, [school.id])
    const phoneNumber = found(await openNumberOf(db, school.id, studentId, invitationId))
    const letter = await codes.handOut(db, { phoneNumber, schoolId: school.id })
    await audit('student', studentId)
    return letter
  },

  async withdraw({ db, user, school, audit, input: { studentId, invitationId } }) {
    const changed = await withdraw(db, school.id, studentId, invitationId, user.id)
    if (changed === 0) throw notFound()
    await audit('student', studentId)
    return { done: true as const, changed }
  },
}))
