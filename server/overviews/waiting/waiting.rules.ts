import { keysOfQueue, queuedKinds } from '#contract/overviews/waiting/queue.ts'
import type { QueueCall } from './rows.ts'
import type { Queue, QueuedKind } from './waiting.queries.ts'

type Reader = Pick<QueueCall, 'school' | 'reach' | 'now' | 'may'>

/** What the caller may see of the queue of a school: of each kind what its own list shows them. */
export const queueOf = ({ school, reach, now, may }: Reader, kind?: QueuedKind | null): Queue => ({
  schoolId: school.id,
  reach,
  now,
  kinds: queuedKinds.filter((one) => (!kind || one === kind) && keysOfQueue[one].every(may)),
})
