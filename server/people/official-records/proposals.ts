import { mayBeAtOnce, proposedFields, recordProposals } from '#contract/people/official-records/proposals.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { type Context, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { publish } from '#server/outbox/events.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import {
  confirmedOn,
  confirmRecord,
  decideRecordProposal,
  insertRecordProposal,
  isFieldAsked,
  lockRecordProposal,
  lockWays,
  recordProposalOf,
  recordProposalsOf,
  saveWays,
  type StoredWays,
  takeProposalBack,
  undecideRecordProposal,
  waysToPropose,
  withdrawWaiting,
} from './proposals.queries.ts'
import { mustAgreeWith, presentOf, readProposed, storedRecord, writeIntoRecord } from './proposals.rules.ts'

export const recordProposalOperations = implement(recordProposals, {
  async ask({ db, user, input: { studentId, field, value: written, numberKind = null, note = null } }) {
    const { schoolId, timeZone, today } = found(await childOf(db, user, studentId))
    const { ways } = await waysToPropose(db, schoolId)
    if (ways[field] === 'off') throw conflict('The school does not take proposals for this field', { field: 'field' })
    const change = readProposed(field, written, numberKind, timeZone)
    await lockUnmerged(db, schoolId, studentId)
    const record = await storedRecord(db, schoolId, studentId)
    mustAgreeWith(record, change, today)

    const atOnce = ways[field] === 'atOnce'
    const was = presentOf(record, field)
    await withdrawWaiting(db, { schoolId, studentId, field, askedBy: user.id })
    if (atOnce) await writeIntoRecord(db, { schoolId, studentId, today }, change)
    const id = await insertRecordProposal(db, {
      schoolId,
      studentId,
      field,
      formerValue: was.value,
      formerKind: was.numberKind,
      value: change.value!,
      numberKind: change.numberKind,
      note,
      askedBy: user.id,
      atOnce,
    })
    await signalChanges(db, [schoolChanged(schoolId)])
    return found(await recordProposalOf(db, schoolId, { of: 'children', studentIds: [studentId] }, id))
  },

  async takeBack({ db, user, input: { studentId, proposalId } }) {
    const { schoolId } = found(await childOf(db, user, studentId))
    if (!(await takeProposalBack(db, schoolId, studentId, proposalId, user.id))) throw notFound()
    await signalChanges(db, [schoolChanged(schoolId)])
    return { done: true as const, changed: 1 }
  },

  ofStudent({ db, user, school, reach, input: { studentId }, page, readsStudent }) {
    readsStudent(studentId)
    return recordProposalsOf(db, { schoolId: school.id, reach, studentId, personId: user.id }, page)
  },

  async confirm({ db, user, input }) {
    mustDiffer(input.studentIds, 'Invalid input', 'studentIds')
    for (const studentId of input.studentIds.toSorted()) {
      const { schoolId, today } = found(await childOf(db, user, studentId))
      await confirmRecord(db, { schoolId, studentId, personId: user.id, day: today })
    }
    return { done: true as const, changed: input.studentIds.length }
  },

  async confirmed({ db, user, input: { studentId } }) {
    const { schoolId } = found(await childOf(db, user, studentId))
    return { confirmedOn: await confirmedOn(db, schoolId, studentId, user.id) }
  },

  async decide(call) {
    const { db, user, school, input } = call
    const { studentId, proposalId, accept, reason = null } = input
    const stored = await lockedProposal(call)
    if (stored.accepted !== null) throw conflict('This request has already been decided')
    if (!accept && !reason) throw invalid('Required', 'reason')
    const was = presentOf(await storedRecord(db, school.id, studentId), stored.field)
    if (accept) await writeIntoRecord(db, { schoolId: school.id, studentId, today: school.today }, stored)
    const before = { formerValue: was.value, formerKind: was.numberKind }
    await decideRecordProposal(db, school.id, proposalId, { accepted: accept, decidedBy: user.id, reason, ...before })
    await announce(call, stored.askedBy, accept)
    return found(await recordProposalOf(db, school.id, wholeSchool, proposalId))
  },

  async undo(call) {
    const { db, user, school, input } = call
    const { studentId, proposalId } = input
    const { field, formerValue, formerKind, askedBy, atOnce, accepted, value, numberKind } = await lockedProposal(call)
    if (accepted === null || (atOnce && !accepted)) throw conflict('There is no decision to take back')
    if (!atOnce && (await isFieldAsked(db, { schoolId: school.id, studentId, field, askedBy })))
      throw conflict('The same parent has proposed something else since then')
    if (accepted) {
      const present = presentOf(await storedRecord(db, school.id, studentId), field)
      if (present.value !== value || present.numberKind !== numberKind)
        throw conflict('The record was changed since then; correct it there')
      const place = { schoolId: school.id, studentId, today: school.today }
      await writeIntoRecord(db, place, { field, value: formerValue, numberKind: formerKind })
    }
    const refused = { accepted: false, decidedBy: user.id, reason: null, formerValue, formerKind }
    if (atOnce) {
      await decideRecordProposal(db, school.id, proposalId, refused)
      await announce(call, askedBy, false)
    } else {
      await undecideRecordProposal(db, school.id, proposalId)
      await signalChanges(db, [schoolChanged(school.id)])
    }
    return found(await recordProposalOf(db, school.id, wholeSchool, proposalId))
  },

  settings: ({ db, school }) => settingsShown(db, school.id),

  async saveSettings({ db, school, input: { ways, baseVersion } }) {
    const named = ways.map(({ field }) => field)
    mustDiffer(named, 'Invalid input', 'ways')
    if (ways.some(({ field, way }) => way === 'atOnce' && !mayBeAtOnce.includes(field)))
      throw invalid('This field is never taken at once', 'ways')
    const version = await lockWays(db, school.id)
    await mustBeCurrent(baseVersion, version, () => settingsShown(db, school.id))
    const { ways: stored } = await waysToPropose(db, school.id)
    const next: Record<string, string> = { ...stored }
    for (const { field, way } of ways)
      if (way === 'asks') delete next[field]
      else next[field] = way
    await saveWays(db, school.id, next as StoredWays)
    return settingsShown(db, school.id)
  },
})

type Deciding = Pick<Context<typeof recordProposals.undo>, 'db' | 'user' | 'school' | 'input'>

/** Locks the student before the proposal, as every call that changes the record. */
async function lockedProposal({ db, school, input: { studentId, proposalId } }: Deciding) {
  await lockUnmerged(db, school.id, studentId)
  const stored = found(await lockRecordProposal(db, school.id, studentId, proposalId))
  if (stored.takenBackAt) throw notFound()
  return stored
}

async function announce({ db, user, school, input }: Deciding, askedBy: string, accepted: boolean) {
  await signalChanges(db, [schoolChanged(school.id)])
  await publish(db, {
    event: 'proposal decided',
    schoolId: school.id,
    actorId: user.id,
    payload: { proposalId: input.proposalId, studentId: input.studentId, askedBy, accepted },
  })
}

async function settingsShown(db: Db, schoolId: string) {
  const { ways, version } = await waysToPropose(db, schoolId)
  return { schoolId, version, ways: proposedFields.map((field) => ({ field, way: ways[field] ?? ('asks' as const) })) }
}
