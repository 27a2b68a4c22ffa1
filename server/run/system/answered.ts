import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RefusedAtOnce } from '#server/call/overload.ts'

/** A request that is over: what was answered, and how long it took in ms. */
export type SeenRequest = RefusedAtOnce & { ms: number }

/** Not a status that anybody receives: the caller left before an answer was sent. */
const left = 499

/** Calls `over` once for each request: when its answer was sent, or when the caller left before that. */
export function whenAnswered(app: FastifyInstance, over: (answered: SeenRequest) => void) {
  app.addHook('onRequest', (request, reply, done) => {
    const since = performance.now()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      const { id, method } = request
      const { headersSent, statusCode } = reply.raw
      over({
        id,
        method,
        operation: operationOf(request),
        status: headersSent ? statusCode : left,
        ms: performance.now() - since,
      })
    }
    // Fastify's onResponse does not run when the connection closes before the answer.
    reply.raw.once('finish', end).once('close', end)
    done()
  })
}

/** The operation or route of a request, never the address itself, which may contain anything. */
export const operationOf = ({ routeOptions, is404 }: FastifyRequest) =>
  routeOptions.config?.operation?.path ?? (is404 ? 'unknown' : (routeOptions.url ?? 'unknown'))
