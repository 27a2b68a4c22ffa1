import type { FastifyInstance } from 'fastify'
import { notFound, unsupported } from '#server/base/errors.ts'
import { minuteLimit } from '#server/call/limits.ts'

/** The most bytes of a callback, and how many a minute of one account. */
const most = 64 * 1024
const aMinute = 600

type Texts = Record<string, string>

/** `rawBody`: as it came. */
type Callback = { accountId: string; rawBody: Buffer; query: Texts; headers: Texts }

/** Where gateways tell what was paid. The body stays as it came, because it is signed. */
export function gatewayRoute(app: FastifyInstance, take: (callback: Callback) => Promise<void>) {
  const counted = minuteLimit(aMinute)
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    own.route<{ Params: { accountId: string }; Querystring: Record<string, unknown> }>({
      method: 'POST',
      url: '/gateways/:accountId',
      bodyLimit: most,
      handler: async (request, reply) => {
        const { accountId } = request.params
        if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(accountId)) throw notFound()
        await counted(accountId)
        if (!Buffer.isBuffer(request.body)) throw unsupported()
        const query = texts(request.query)
        await take({ accountId, rawBody: request.body, query, headers: texts(request.headers) })
        return reply.send({ received: true })
      },
    })
  })
}

/** What was sent once; a name that was sent twice is left out. */
const texts = (sent: Record<string, unknown>): Texts =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
