import type { threads } from '#contract/messages/threads/threads.ts'
import type { OutputOf } from '#contract/language/operation.ts'

/** A thread as its reader gets it. */
export type Thread = OutputOf<typeof threads.get>
