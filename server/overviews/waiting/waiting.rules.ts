import type { Permission } from '#contract/language/permissions.ts'
import { keysOfQueue, queuedKinds } from '#contract/overviews/waiting/queue.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import type { QueueCall } from './rows.ts'
import { countQueued, type Queue, type QueuedKind } from './waiting.queries.ts'
import { countUnmarked, invitedParents, type WorkKind } from './work.queries.ts'

type May = Pick<QueueCall, 'may'>
type Reader = Pick<QueueCall, 'school' | 'reach' | 'now' | 'may'>

/** What the caller may see of the queue of a school: of each kind what its own list shows them. */
export const queueOf = ({ school, reach, now, may }: Reader, kind?: QueuedKind | null): Queue => ({
  schoolId: school.id,
  reach,
  now,
  kinds: queuedKinds.filter((one) => (!kind || one === kind) && keysOfQueue[one].every(may)),
})

/** The kinds of class work whose marks the caller may see. */
export const seesWork = ({ may }: May): WorkKind[] => [
  ...(may('ViewExams') || may('ViewExamsSetting') ? (['exam'] as const) : []),
  ...(may('ViewHomework') ? (['homework'] as const) : []),
  ...(may('ViewActivities') ? (['activity'] as const) : []),
]

/** Permissions that allow reading the phone numbers of parents (student-parents). */
export const seesPhones: readonly Permission[] = ['LinkParentToStudent', 'UpdateStudentInfo']

type Counting = Reader & Pick<QueueCall, 'db'>

/** How many wait of each kind that the caller may see. */
export async function countWaiting(call: Counting) {
  const { db, school, reach } = call
  const view = { schoolId: school.id, today: school.today, reach }
  const kinds = seesWork(call)
  const { unmarked, ...others } = await sideBySide(db, {
    ...countsOfWaiting(call),
    unmarked: kinds.length > 0 ? countUnmarked(view, kinds) : null,
  })
  return waitingIn(others, unmarked[0]?.count ?? 0)
}

/** The statements that count all of that but the marks, to be sent with others. */
export function countsOfWaiting(call: Counting) {
  const queue = queueOf(call)
  return {
    queued: queue.kinds.length > 0 ? countQueued(call.db, queue) : null,
    invited: seesPhones.some(call.may) ? invitedParents(call.school.id) : null,
  }
}

type Counts = { queued: { kind: QueuedKind; count: number }[]; invited: { count: number }[] }

/** The counts from the rows of these statements. `marks`: how much work lacks marks. */
export function waitingIn({ queued, invited }: Counts, marks: number) {
  const others = [
    { kind: 'invitations' as const, count: invited[0]?.count ?? 0 },
    { kind: 'marks' as const, count: marks },
  ]
  return [...queued, ...others.filter(({ count }) => count > 0)]
}
