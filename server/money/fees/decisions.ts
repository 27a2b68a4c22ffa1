import { exact } from '#contract/money/fees/amounts.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { mustBeTwo } from '#server/access/second-person.ts'
import { conflict, forbidden, found } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { implement } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import { decideProposalOfFees, lockProposal, type Proposal, waitingAgainst } from './decisions.queries.ts'
import { giveReduction, none, proposeFees, reducedNow } from './grants.rules.ts'
import { dueOf, feeProposalsWaiting, lockFamily } from './family.queries.ts'
import { twoOfDecision, type FeeReader, shownFamily, shownProposals } from './family.rules.ts'
import { mustFit, settingsWanted } from './money.rules.ts'
import { insertPostings } from './postings.queries.ts'
import { reversed } from './reversing.rules.ts'
import { wayOf } from './settings.queries.ts'
import { openTill, type Taking } from './taking.rules.ts'

type Needs = { secrets: Secrets }

export const feeDecisionOperations = implement(feeDecisions, ({ secrets }: Needs) => ({
  reverse: (context) => reversed(context, secrets),

  async refund(context) {
    const { db, user, school, now, audit, input } = context
    const { familyId, amount, wayId, reason } = input
    const { decimals } = await settingsWanted(db, school.id)
    mustFit(amount, decimals, 'amount')
    const { credit } = found(await lockFamily(db, school.id, familyId))
    found(await wayOf(db, school.id, wayId))
    const waits = exact(await waitingAgainst(db, school.id, { familyId }, now.toISOString()))
    if (exact(amount) + waits > exact(credit))
      throw conflict('This is more than the credit of the family', { field: 'amount' })
    await proposeFees(context, { ...none, kind: 'refund', familyId, wayId, amount, reason, proposedBy: user.id })
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },

  async writeOff(context) {
    const { db, user, school, now, audit, input } = context
    const { dueId, amount, reason } = input
    const { decimals } = await settingsWanted(db, school.id)
    mustFit(amount, decimals, 'amount')
    const { familyId, studentId } = found(await dueOf(db, school.id, dueId))
    await lockFamily(db, school.id, familyId)
    const { open } = found(await dueOf(db, school.id, dueId))
    const waits = exact(await waitingAgainst(db, school.id, { dueId }, now.toISOString()))
    if (exact(amount) + waits > exact(open)) throw conflict('This is more than what is owed', { field: 'amount' })
    await proposeFees(context, {
      ...none,
      kind: 'writeOff',
      familyId,
      studentId,
      dueId,
      amount,
      reason,
      proposedBy: user.id,
    })
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },

  async proposals({ db, user, school, now, may, page }) {
    const { rows, total } = await feeProposalsWaiting(db, school.id, now.toISOString(), page)
    if (rows.length === 0) return { rows: [], total }
    const { decimals } = await settingsWanted(db, school.id)
    return { rows: await shownProposals({ db, user, school, may, decimals }, rows), total }
  },

  async confirm(context) {
    const { db, user, school, now, audit, input } = context
    const proposal = await waiting(context, input.proposalId)
    if (proposal.proposedBy === user.id) throw forbidden('Somebody else has to confirm what you proposed')
    await mustBeTwo(db, ...twoOfDecision(school.id, proposal.proposedBy, user.id, proposal.kind))
    await lockFamily(db, school.id, proposal.familyId)
    await carryOut(context, proposal)
    const decided = { schoolId: school.id, id: input.proposalId, by: user.id, now: now.toISOString() }
    await decideProposalOfFees(db, { ...decided, state: 'confirmed' })
    await audit('family', proposal.familyId)
    return { done: true as const, changed: 1 }
  },

  async refuse(context) {
    const { db, user, school, now, audit, input } = context
    const { familyId } = await waiting(context, input.proposalId)
    const decided = { schoolId: school.id, id: input.proposalId, by: user.id, now: now.toISOString() }
    await decideProposalOfFees(db, { ...decided, state: 'refused' })
    await audit('family', familyId)
    return { done: true as const, changed: 1 }
  },
}))

async function waiting({ db, school, now }: Pick<FeeReader, 'db' | 'school' | 'now'>, id: string) {
  const proposal = found(await lockProposal(db, school.id, id))
  if (proposal.state !== 'waiting') throw conflict('This request has already been decided')
  if (proposal.expiresAt <= now.toISOString()) throw conflict('This request has expired; propose it again')
  return proposal
}

/** Does what two people decided. */
async function carryOut(context: Taking, { kind, familyId, amount, reason, proposedBy, ...about }: Proposal) {
  const { db, user, school } = context
  const head = { id: newId(), day: school.today, madeBy: proposedBy, confirmedBy: user.id, reason }
  if (kind === 'refund') {
    const { credit } = found(await lockFamily(db, school.id, familyId))
    if (exact(amount) > exact(credit)) throw conflict('This is more than the credit of the family')
    const till = await openTill(context)
    const line = {
      from: 'till' as const,
      to: 'credit' as const,
      amount,
      familyId,
      wayId: about.wayId!,
      tillId: till.id,
    }
    return insertPostings(db, school.id, [{ ...head, kind: 'refund', lines: [line] }])
  }
  if (kind === 'writeOff') {
    const { open } = found(await dueOf(db, school.id, about.dueId!))
    if (exact(amount) > exact(open)) throw conflict('This is more than what is owed')
    const line = {
      from: 'owed' as const,
      to: 'writtenOff' as const,
      amount,
      studentId: about.studentId!,
      dueId: about.dueId!,
    }
    return insertPostings(db, school.id, [{ ...head, kind: 'writeOff', lines: [line] }])
  }
  const given = { studentId: about.studentId!, yearId: about.yearId!, reductionId: about.reductionId! }
  const now = await reducedNow(db, school.id, given)
  if (now.amount > exact(amount)) throw conflict('What is owed has changed since this was proposed; propose it again')
  return giveReduction(context, { ...given, givenBy: proposedBy, reason, lines: now.lines, confirmedBy: user.id })
}
