import type { Permission } from '#contract/language/permissions.ts'
import { keysOfQueue, queuedKinds } from '#contract/overviews/waiting/queue.ts'
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

/** How many wait of each kind that the caller may see. `unmarked`: the work without all marks, if it is already counted. */
export async function countWaiting(call: Counting, unmarked?: number) {
  const { db, school, reach, may } = call
  const queued = await countQueued(db, queueOf(call))
  const invitations = seesPhones.some(may) ? await invitedParents(db, school.id) : 0
  const view = { schoolId: school.id, today: school.today, reach }
  const marks = unmarked ?? (await countUnmarked(db, view, seesWork(call)))
  const others = [
    { kind: 'invitations' as const, count: invitations },
    { kind: 'marks' as const, count: marks },
  ]
  return [...queued, ...others.filter(({ count }) => count > 0)]
}
