import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/clock.ts'
import { operationOf } from './metrics.ts'

/**
 * One line a request: when, what, how it ended and how long it took. No address, person, query or body; the id is that of
 * the answer's header, and of the statements in the database (server/db/request-id.ts).
 */
export function logRequests(app: FastifyInstance, clock: Clock, write: (line: string) => void) {
  app.addHook('onResponse', async (request, reply) =>
    write(
      `${JSON.stringify({
        at: clock.now().toISOString(),
        request: request.id,
        method: request.method,
        operation: operationOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      })}\n`,
    ),
  )
}
