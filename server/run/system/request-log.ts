import type { Clock } from '#server/base/clock.ts'
import type { SeenRequest } from './answered.ts'

/**
 * Returns the function that logs one line per request: time, operation, status and duration. No address, person, query or body. The id is
 * the one in the answer's header and in the database's statements (server/db/request-id.ts).
 */
export const requestLog =
  (clock: Clock, write: (line: string) => void) =>
  ({ id, ms, ...call }: SeenRequest) =>
    write(`${JSON.stringify({ at: clock.now().toISOString(), request: id, ...call, ms: Math.round(ms) })}\n`)
