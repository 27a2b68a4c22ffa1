import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#server/call/addresses.ts'
import { type Http, httpOf } from '#server/call/http.ts'
import { minuteLimit } from '#server/call/limits.ts'
import { acceptForms } from './url-encoded.ts'

/** How many logouts one network address may send per minute: a provider sends those of all its schools. */
const aMinute = 300

/** Where providers send their logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.5). */
export function signOutRoute(app: FastifyInstance, end: (token: string, http: Http) => Promise<boolean>) {
  const counted = minuteLimit(aMinute)
  void app.register(async (own) => {
    acceptForms(own)
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      await counted(addressOf(request.ip))
      const tokens = request.body instanceof URLSearchParams ? request.body.getAll('logout_token') : []
      const [token = ''] = tokens
      const isEnded = tokens.length === 1 && (await end(token, httpOf(request, reply)))
      void reply.header('cache-control', 'no-store')
      return isEnded ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' })
    }
    own.route({ method: 'POST', url: '/sign-in/logout', bodyLimit: 16_384, handler })
  })
}
