import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import type { Reach } from '#server/db/reach.ts'
import { doneImports, draftsOfImports } from '#server/exchange/imports/imports.queries.ts'
import { decidedChanges, waitingChanges } from '#server/platform/identity/phone-changes.queries.ts'
import { decidedRequests, waitingRequests } from '#server/platform/payments/payment-requests.queries.ts'
import { decidedProposals, waitingProposals } from '#server/people/official-records/proposals.queries.ts'
import { waitingStaffInvitations } from '#server/people/teachers/staff-invitations.queries.ts'
import { donePromotions, waitingPromotions } from '#server/results/promotion/promotions.queries.ts'
import { decidedExcuses, waitingExcuses } from '#server/teaching/absence/excuses.queries.ts'
import { handledSteps, openSteps } from '#server/teaching/absence/steps.queries.ts'
import { decidedRecords, waitingRecords } from '#server/teaching/conduct/records.queries.ts'

export type QueuedKind =
  | 'excuses'
  | 'letters'
  | 'conduct'
  | 'proposals'
  | 'numbers'
  | 'imports'
  | 'nextYear'
  | 'payments'
  | 'staffInvitations'

export type Queue = {
  schoolId: string
  reach: Reach
  now: Date
  /** The kinds that are read, in the order of the queue; those that the caller may see. */
  kinds: readonly QueuedKind[]
}

/** The rows of each kind that wait, by the condition of that kind's own list. */
const waitingOf: Record<QueuedKind, (db: Db, queue: Queue) => unknown> = {
  excuses: (db, { schoolId, reach }) => waitingExcuses(db, schoolId, reach),
  letters: (db, { schoolId, reach }) => openSteps(db, schoolId, reach),
  conduct: (db, queue) => waitingRecords(db, readingAll(queue)),
  proposals: (db, { schoolId, reach }) => waitingProposals(db, schoolId, reach),
  numbers: (db, { schoolId, now }) => waitingChanges(db, schoolId, now),
  imports: (db, { schoolId }) => draftsOfImports(db, schoolId),
  nextYear: (db, { schoolId }) => waitingPromotions(db, schoolId),
  payments: (db, { schoolId }) => waitingRequests(db, schoolId),
  staffInvitations: (db, { schoolId }) => waitingStaffInvitations(db, schoolId),
}

/** The rows of each kind that were decided. An invitation is decided by the invited person, so it has none. */
const decidedOf: Record<QueuedKind, ((db: Db, queue: Queue) => unknown) | null> = {
  excuses: (db, { schoolId, reach }) => decidedExcuses(db, schoolId, reach),
  letters: (db, { schoolId, reach }) => handledSteps(db, schoolId, reach),
  conduct: (db, queue) => decidedRecords(db, readingAll(queue)),
  proposals: (db, { schoolId, reach }) => decidedProposals(db, schoolId, reach),
  numbers: (db, { schoolId }) => decidedChanges(db, schoolId),
  imports: (db, { schoolId }) => doneImports(db, schoolId),
  nextYear: (db, { schoolId }) => donePromotions(db, schoolId),
  payments: (db, { schoolId }) => decidedRequests(db, schoolId),
  staffInvitations: null,
}

/** Who decides reads every record within reach. */
export const readingAll = ({ schoolId, reach }: Pick<Queue, 'schoolId' | 'reach'>) => ({
  schoolId,
  reach,
  published: false,
  notes: false,
})

type Placed = { kind: QueuedKind; id: string; at: string }

const together = (rows: readonly (readonly [QueuedKind, unknown])[]) =>
  sql<Placed>`(${sql.join(
    rows.map(([kind, of], place): RawBuilder<unknown> => {
      return sql`select ${sql.lit(kind)} as kind, ${sql.lit(place)} as place, w.id, w.at from (${of}) w`
    }),
    sql` union all `,
  )})`.as('q')

/** How many of each kind wait; of at least one kind. */
export function countQueued(db: Db, queue: Queue) {
  const each = queue.kinds.map((kind) => [kind, waitingOf[kind](db, queue)] as const)
  return sql<{ kind: QueuedKind; count: number }>`
    select q.kind, count(*)::integer as count from ${together(each)} group by q.kind, q.place order by q.place`
}

/** A page of what waits: kind after kind, within each the longest wait first. */
export const queued = (db: Db, queue: Queue, page: PageRequest) =>
  paged(
    db
      .selectFrom(together(queue.kinds.map((kind) => [kind, waitingOf[kind](db, queue)])))
      .select(['q.kind', 'q.id', 'q.at'])
      .orderBy(sql`q.place`)
      .orderBy('q.at')
      .orderBy('q.id'),
    page,
  )

/** A page of what was decided since a moment, the latest decision first. */
export const decidedSince = (db: Db, queue: Queue, since: Date, page: PageRequest) =>
  paged(
    db
      .selectFrom(
        together(
          queue.kinds.flatMap((kind) => {
            const of = decidedOf[kind]?.(db, queue)
            return of ? [[kind, of] as const] : []
          }),
        ),
      )
      .where(sql<boolean>`q.at >= ${since.toISOString()}::timestamptz`)
      .select(['q.kind', 'q.id', 'q.at'])
      .orderBy('q.at', 'desc')
      .orderBy('q.id'),
    page,
  )
