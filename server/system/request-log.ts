import type { FastifyInstance } from 'fastify'
import type { RefusedAtOnce } from '#server/call/overload.ts'
import type { Clock } from '#server/clock.ts'
import { operationOf } from './metrics.ts'

/**
 * One line a request: when, what, how it ended and how long it took. No address, person, query or body; the id is that of
 * the answer's header, and of the statements in the database (server/db/request-id.ts). Returns what logs a call that was
 * refused at once.
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
