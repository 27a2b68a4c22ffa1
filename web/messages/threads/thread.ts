import { threads } from '#contract/messages/threads/threads.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { call } from '#web/lib/call.ts'

/** A thread as its member or reviewer reads it. */
export type Thread = OutputOf<typeof threads.get>
type Lines = Thread['lines']

/** Lines that were read before, and those that the last answer gives; each once, in the order of the thread. */
export function withKept(kept: Lines, given: Lines) {
  const ids = new Set(given.map(({ id }) => id))
  return [...kept.filter(({ id }) => !ids.has(id)), ...given]
}

/** The lines before these ones. `earlier`: there are more before them. */
export const linesBefore = (threadId: string, lines: Lines) =>
  call(threads.get, { threadId, before: lines.find(({ lineKind }) => lineKind === 'text')?.number ?? 1 })

/** All lines of a thread of which these are the last. */
export async function allLines(threadId: string, lines: Lines, more: boolean): Promise<Lines> {
  if (!more) return lines
  const { lines: older, earlier } = await linesBefore(threadId, lines)
  return allLines(threadId, [...older, ...lines], earlier)
}
