import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

export type Proposal = {
  kind: 'refund' | 'writeOff' | 'reduction'
  familyId: string
  studentId: string | null
  dueId: string | null
  wayId: string | null
  reductionId: string | null
  yearId: string | null
  amount: string
  reason: string
  proposedBy: string
}

export const insertProposalOfFees = (db: Db, schoolId: string, proposal: Proposal, expiresAt: string) =>
  db
    .insertInto('feeProposals')
    .values({ ...proposal, amount: sql<number>`${proposal.amount}::numeric`, schoolId, id: newId(), expiresAt })
    .execute()

/** A proposal that waits, locked until the call ends. */
export async function lockProposal(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<Proposal & { state: string; expiresAt: string }>`
    select o.kind, o.family_id, o.student_id, o.due_id, o.way_id, o.reduction_id, o.year_id, o.amount::text as amount, o.reason,
      o.proposed_by, o.state, o.expires_at
    from fee_proposals o where o.school_id = ${schoolId} and o.id = ${id} for no key update`.execute(db)
  return rows[0]
}

type Decided = { schoolId: string; id: string; state: 'confirmed' | 'refused'; by: string; now: string }

export const decideProposalOfFees = (db: Db, { schoolId, id, state, by, now }: Decided) =>
  sql`update fee_proposals o set state = ${state}, decided_by = ${by}, decided_at = ${now}
    where o.school_id = ${schoolId} and o.id = ${id}`.execute(db)

/** The sum of what waits for a second person against a family's credit, or against a part. */
export async function waitingAgainst(
  db: Db,
  schoolId: string,
  of: { familyId: string } | { dueId: string },
  now: string,
) {
  const about =
    'familyId' in of
      ? sql`o.kind = 'refund' and o.family_id = ${of.familyId}`
      : sql`o.kind = 'writeOff' and o.due_id = ${of.dueId}`
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(o.amount), 0)::text as amount from fee_proposals o
    where o.school_id = ${schoolId} and o.state = 'waiting' and o.expires_at > ${now} and ${about}`.execute(db)
  return rows[0]!.amount
}

type NewGrant = { schoolId: string; studentId: string; yearId: string; reductionId: string; givenBy: string }

/** Gives a reduction; false if the student has it in this year. */
export async function insertFeeGrant(db: Db, { schoolId, studentId, yearId, reductionId, givenBy }: NewGrant) {
  const { numAffectedRows } = await sql`
    insert into fee_grants (school_id, id, student_id, year_id, reduction_id, given_by)
    values (${schoolId}, ${newId()}, ${studentId}, ${yearId}, ${reductionId}, ${givenBy})
    on conflict (school_id, student_id, year_id, reduction_id) where ended_at is null do nothing`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Ends a grant; the student whom it was for, or undefined if there is none that stands. */
export async function endGrant(db: Db, schoolId: string, id: string, by: string, now: string) {
  const { rows } = await sql<{ studentId: string }>`
    update fee_grants g set ended_at = ${now}, ended_by = ${by}
    where g.school_id = ${schoolId} and g.id = ${id} and g.ended_at is null returning g.student_id`.execute(db)
  return rows[0]?.studentId
}
