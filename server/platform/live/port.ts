import type { ServerResponse } from 'node:http'
import type { LiveTopic } from '#contract/platform/live/live.ts'
import type { Operation } from '#contract/language/operation.ts'
import type { Caller } from '#server/access/caller.ts'

/** What the route needs from the domain of live events. */
export type LiveEvents = {
  /** The operation of a topic. Throws when the request names no topic. */
  exactly: (topic: LiveTopic | null, input: Record<string, unknown>) => { operation: Operation; input: { id: unknown } }
  /** The checks that a topic's declared access cannot express. Throws a refusal. */
  admit: (topic: LiveTopic, caller: Caller, id: string) => void
  open: (listening: {
    caller: Caller
    secret: string
    topics: { topic: LiveTopic; id: string }[]
    /** Sends the headers, so that events can follow. */
    begin: () => ServerResponse
  }) => Promise<void>
  start: () => void
  stop: () => Promise<void>
}
