import { actAs } from '#server/access/authorise.queries.ts'
import { insertLines } from '#server/access/audit.queries.ts'
import { notFound } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { type Accepted, acceptInvitations, declineInvitations, ownNumber } from './invitations.queries.ts'

/**
 * When a person confirms a number for the first time, links them to the students to whom it is invited. Each link is an audit
 * line of its school.
 */
export async function takeInvitations(
  db: Db,
  { id, phoneNumber }: { id: string; phoneNumber: string },
  by: { operation: string; requestId: string },
) {
  await actAs(db, id)
  const accepted = await acceptInvitations(db, { personId: id, phoneNumber, schoolId: null })
  const line = { personId: id, ...by, outcome: 'done', targetKind: 'person', targetId: id }
  await insertLines(
    db,
    accepted.map(({ schoolId }) => ({ ...line, schoolId })),
  )
  await publishAccepted(db, id, accepted)
}

/** The answer of a person with an account to a school that named them as a parent: they agree or refuse. */
export async function answerInvitations(db: Db, schoolId: string, personId: string, accept: boolean) {
  const phoneNumber = await ownNumber(db, personId)
  if (!accept) {
    if ((await declineInvitations(db, { personId, phoneNumber, schoolId })) === 0) throw notFound()
    return
  }
  await publishAccepted(db, personId, await acceptInvitations(db, { personId, phoneNumber, schoolId }))
}

async function publishAccepted(db: Db, personId: string, accepted: readonly Accepted[]) {
  for (const schoolId of new Set(accepted.map((link) => link.schoolId))) {
    const here = accepted.filter((link) => link.schoolId === schoolId)
    const links = here.map(({ studentId, parentId }) => ({ studentId, parentId }))
    await publish(db, { event: 'parent link', schoolId, actorId: personId, payload: { links, linked: true } })
  }
}
