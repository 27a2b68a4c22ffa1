import type { FastifyInstance } from 'fastify'
import type { RefusedAtOnce } from '#server/call/overload.ts'
import type { Clock } from '#server/clock.ts'
import { operationOf } from './metrics.ts'

/**
 * Logs one line per request: time, operation, status and duration. No address, person, query or body. The id is the one in the
 * answer's header and in the database's statements (server/db/request-id.ts). Returns the function that logs calls which the
 * gate refused before Fastify saw them.
 */
export function logRequests(app: FastifyInstance, clock: Clock, write: (line: string) => void) {
  const line = ({ id, ...call }: RefusedAtOnce, ms: number) =>
    write(`${JSON.stringify({ at: clock.now().toISOString(), request: id, ...call, ms })}\n`)
  app.addHook('onResponse', async (request, reply) => {
    const { id, method } = request
    line({ id, method, operation: operationOf(request), status: reply.statusCode }, Math.round(reply.elapsedTime))
  })
  return (refused: RefusedAtOnce) => line(refused, 0)
}
