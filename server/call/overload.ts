import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy } from './errors.ts'
import type { Gate } from './gate.ts'
import { callerKey } from './http.ts'

/**
 * Refuses calls that would wait too long, before anything of them is read: an overloaded server spends its time on those
 * that it answers. To be called before any hook is added. `refused` is called for each.
 */
export function refuseOverload(app: FastifyInstance, { admits }: Gate, refused: () => void) {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.operation || admits(callerKey(request))) return done()
    refused()
    send(request, reply)
  })
}

const { message, status, code } = busy()

/** The headers of an answer, for each of the seconds over which those who come again are spread. */
const prepared = [1, 2, 3, 4, 5].map((seconds) => ({
  'retry-after': `${seconds}`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}))

const text = { type: 'text/plain; charset=utf-8', of: () => message }
const begun = JSON.stringify({ type: 'about:blank', title: 'Service Unavailable', status, detail: message, code })
const problem = {
  type: 'application/problem+json; charset=utf-8',
  of: (requestId: string) => `${begun.slice(0, -1)},"requestId":"${requestId}"}`,
}

let turn = 0

function send({ id, headers }: FastifyRequest, reply: FastifyReply) {
  const { type, of } = headers.accept?.includes('application/problem+json') ? problem : text
  const body = of(id)
  reply.hijack()
  reply.raw
    .writeHead(status, {
      ...prepared[turn++ % prepared.length],
      'content-type': type,
      'content-length': body.length,
      'x-request-id': id,
    })
    .end(body)
}
