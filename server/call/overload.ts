import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import { newId } from '#server/db/ids.ts'
import { busy } from '#server/base/errors.ts'
import type { Gate } from './gate.ts'
import type { Callers } from './callers.ts'

/** A call that was refused before the framework knew of it, for counting and logging. */
export type RefusedAtOnce = { id: string; method: string; operation: string; status: number }

type Overload = {
  gate: Gate
  callers: Callers
  operations: readonly Operation[]
  /** Whether addresses are those of a proxy. If so, only callers with a secret can be identified without the framework. */
  proxied: boolean
  refused: () => void
  refusedAtOnce: (refused: RefusedAtOnce) => void
}

/**
 * Refuses calls that would have to wait too long, before anything of them is read, so that an overloaded server spends its time
 * on the calls that it answers. Usually they are refused even before the framework creates a request, which costs more than the
 * refusal. Must be called before any hook is added.
 */
export function refuseOverload(
  app: FastifyInstance,
  { gate, callers, operations, proxied, refused, refusedAtOnce }: Overload,
) {
  app.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config
    if (!operation || gate.admits(callers.turnOf(request), operation.path)) return done()
    refused()
    reply.hijack()
    send(request.id, request.headers, reply.raw)
  })

  const named = new Map(operations.map(({ method, path }) => [`${method} /${path}`, path]))
  const [serve] = app.server.listeners('request') as [RequestListener]
  app.server.off('request', serve).on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const operation = named.get(`${request.method} ${request.url!.split('?', 1)[0]!}`)
    if (operation === undefined || gate.admits(callers.turnOf(fromOf(request, proxied)), operation))
      return serve(request, answer)
    const id = newId()
    send(id, request.headers, answer)
    refused()
    refusedAtOnce({ id, method: request.method!, operation, status })
  })
}

/** The caller of a raw request. Behind a proxy only the framework knows the address, so it is empty: no call waits under it. */
const fromOf = ({ headers, socket }: IncomingMessage, proxied: boolean) => ({
  headers,
  ip: proxied ? '' : (socket.remoteAddress ?? ''),
})

const { message, status, code } = busy()

/** The prepared headers of a refusal, one for each number of seconds, so that the retries are spread over time. */
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

function send(id: string, headers: IncomingHttpHeaders, answer: ServerResponse) {
  const { type, of } = headers.accept?.includes('application/problem+json') ? problem : text
  const body = of(id)
  answer
    .writeHead(status, {
      ...prepared[turn++ % prepared.length],
      'content-type': type,
      'content-length': body.length,
      'x-request-id': id,
    })
    .end(body)
}
