import type { Operation } from '#contract/language/operation.ts'
import type { Clock } from '#server/base/clock.ts'
import { insertLines } from './audit.queries.ts'
import type { Db } from '#server/db/db.ts'
import { Refusal } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { countReading, markNotified, schoolOfStudent } from './read-quota.queries.ts'
import type { Caller } from './caller.ts'

/** How many students a person may read one by one within a number of seconds (api.md §9); settings of the installation. */
export type ReadQuotaFigures = {
  students: number
  seconds: number
  /** The managers of a school are notified of an export with more rows than this. */
  exported: number
}

export const readQuotaFigures: ReadQuotaFigures = { students: 300, seconds: 600, exported: 1000 }

/** Counts a student read by a person, over all their sessions. Throws UnusualReading if there are too many. */
export type ReadQuota = {
  count: (db: Db, caller: Caller, studentId: string) => Promise<void>
  /** Notifies the school that a person reads too much, and writes an audit line. */
  tell: (
    db: Db,
    call: { operation: Operation; caller: Caller; requestId: string },
    refused: UnusualReading,
  ) => Promise<void>
}

export function readQuota({ students, seconds }: ReadQuotaFigures, clock: Clock): ReadQuota {
  const counted = countedHere(clock)

  return {
    async count(db, { id: personId }, studentId) {
      if (counted.has(personId, studentId)) return
      const { others, wait, until } = await countReading(db, personId, studentId, seconds)
      if (others >= students)
        throw new UnusualReading(studentId, (await schoolOfStudent(db, studentId))?.schoolId ?? null, wait ?? seconds)
      counted.add(personId, studentId, until)
    },

    async tell(db, { operation, caller, requestId }, { studentId, schoolId }) {
      const line = { personId: caller.id, operation: operation.path, outcome: '429', requestId }
      await insertLines(db, [{ ...line, schoolId, targetKind: 'student', targetId: studentId }])
      if (schoolId && (await markNotified(db, caller.id, schoolId, seconds)))
        await publish(db, { event: 'unusual reading', schoolId, actorId: caller.id, payload: { personId: caller.id } })
    },
  }
}

/** Refuses a person who reads more students one by one than any work needs. */
export class UnusualReading extends Refusal {
  readonly studentId: string
  readonly schoolId: string | null

  constructor(studentId: string, schoolId: string | null, wait: number) {
    super(429, 'slow-down', 'Too many requests, please wait', { retryAfter: Math.max(1, Math.ceil(wait)) })
    this.studentId = studentId
    this.schoolId = schoolId
  }
}

/** Remembers what is already counted, so that further reads of the same student need no query. */
function countedHere(clock: Clock) {
  const persons = new Map<string, Map<string, number>>()
  return {
    has: (personId: string, studentId: string) => (persons.get(personId)?.get(studentId) ?? 0) > clock.now().getTime(),
    add(personId: string, studentId: string, until: number) {
      const known = persons.get(personId) ?? new Map<string, number>()
      known.set(studentId, until)
      // The map is ordered by last use, so that the oldest persons are forgotten first.
      persons.delete(personId)
      persons.set(personId, known)
      if (persons.size > mostPersons) persons.delete(persons.keys().next().value!)
      if (known.size > mostStudents) known.clear()
    },
  }
}

const mostPersons = 2000
const mostStudents = 1000
