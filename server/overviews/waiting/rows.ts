import type { OutputOf } from '#contract/language/operation.ts'
import type { waiting } from '#contract/overviews/waiting/waiting.ts'
import type { Context } from '#server/call/implement.ts'
import { importsNamed } from '#server/exchange/imports/imports.queries.ts'
import { phoneChangesNamed } from '#server/platform/identity/phone-changes.queries.ts'
import { changesWithMay } from '#server/platform/identity/phone-changes.rules.ts'
import { requestsNamed } from '#server/platform/payments/payment-requests.queries.ts'
import { requestsWithMay } from '#server/platform/payments/payments.rules.ts'
import { proposalsNamed } from '#server/people/official-records/proposals.queries.ts'
import { staffInvitationsNamed } from '#server/people/teachers/staff-invitations.queries.ts'
import { promotionsNamed } from '#server/results/promotion/promotions.queries.ts'
import { besideExcuses, excusesNamed } from '#server/teaching/absence/excuses.queries.ts'
import { stepsNamed } from '#server/teaching/absence/steps.queries.ts'
import { recordsNamed } from '#server/teaching/conduct/records.queries.ts'
import { type QueuedKind, readingAll } from './waiting.queries.ts'

type Item = OutputOf<typeof waiting.list>[number]
export type QueueCall = Pick<Context<typeof waiting.list>, 'db' | 'user' | 'school' | 'reach' | 'now' | 'may'>

const empty = {
  excuse: null,
  step: null,
  conduct: null,
  proposal: null,
  numberChange: null,
  draft: null,
  promotion: null,
  payment: null,
  invitation: null,
} satisfies Partial<Item>

type Row = Partial<Item> & { id: string }

/** The rows of a page: one query for each kind on it, and what helps to decide beside. */
const read: Record<QueuedKind, (call: QueueCall, ids: string[]) => Promise<Row[]>> = {
  excuses: excusesToDecide,

  letters: async ({ db, school, reach }, ids) =>
    (await stepsNamed(db, school.id, reach, ids)).map((step) => ({ id: step.id, step })),

  async conduct({ db, school, reach, may }, ids) {
    const reading = { ...readingAll({ schoolId: school.id, reach }), notes: may('ViewCounsellorNotes') }
    return (await recordsNamed(db, reading, ids)).map((conduct) => ({ id: conduct.id, conduct }))
  },

  proposals: async ({ db, school, reach }, ids) =>
    (await proposalsNamed(db, school.id, reach, ids)).map((proposal) => ({ id: proposal.id, proposal })),

  async numbers({ db, user, school, now }, ids) {
    const changes = await phoneChangesNamed(db, school.id, now, ids)
    const rows = await changesWithMay(db, user, school.id, changes)
    return rows.map((numberChange) => ({ id: numberChange.id, numberChange }))
  },

  imports: async ({ db, school }, ids) =>
    (await importsNamed(db, school.id, ids)).map((draft) => ({ id: draft.id, draft })),

  nextYear: async ({ db, school }, ids) =>
    (await promotionsNamed(db, school.id, ids)).map((promotion) => ({ id: promotion.id, promotion })),

  async payments({ db, user, school }, ids) {
    const requests = await requestsNamed(db, { onPlatform: false, schools: [school.id] }, ids)
    const rows = await requestsWithMay({ db, user }, requests)
    return rows.map((payment) => ({ id: payment.id, payment }))
  },

  staffInvitations: async ({ db, school }, ids) =>
    (await staffInvitationsNamed(db, school.id, ids)).map((invitation) => ({ id: invitation.id, invitation })),
}

async function excusesToDecide({ db, school, reach, may }: QueueCall, ids: string[]): Promise<Row[]> {
  const excuses = await excusesNamed(db, school.id, reach, ids)
  const beside = new Map((await besideExcuses(db, school.id, ids)).map(({ id, ...facts }) => [id, facts]))
  const seesMarks = may('ViewAttendanceList')
  return excuses.flatMap((excuse) => {
    const facts = beside.get(excuse.id)
    if (!facts) return []
    const seen = seesMarks ? facts : { ...facts, days: [], absentThisYear: null }
    return { id: excuse.id, excuse: { ...excuse, ...seen } }
  })
}

/** The rows of a page in its order. */
export async function rowsOfKinds(
  call: QueueCall,
  placed: readonly { kind: QueuedKind; id: string; at: string }[],
): Promise<Item[]> {
  const rows = new Map<string, Row>()
  for (const kind of new Set(placed.map((one) => one.kind))) {
    const ids = placed.flatMap((one) => (one.kind === kind ? one.id : []))
    for (const row of await read[kind](call, ids)) rows.set(row.id, row)
  }
  return placed.flatMap((one) => {
    const row = rows.get(one.id)
    return row ? { ...empty, ...row, ...one } : []
  })
}
