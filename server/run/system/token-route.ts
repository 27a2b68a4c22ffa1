import type { FastifyInstance, FastifyRequest } from 'fastify'
import { guessLimit, minuteLimit } from '#server/call/limits.ts'
import { addressOf } from '#server/call/addresses.ts'
import { acceptForms } from './url-encoded.ts'

/** Parameters of a request for a token. */
type TokenRequest = { grant: string; clientId: string; clientSecret: string; scope: string | null }

/** How many wrong secrets one network address may send per minute, and how many requests at all. */
const wrongTries = 30
const aMinute = 300

/** Where programs get tokens (OAuth 2 client credentials, RFC 6749 §4.4). The body is a form, as the standard wants it. */
export function tokenRoute(app: FastifyInstance, give: (request: TokenRequest) => Promise<object>) {
  const guesses = guessLimit(wrongTries)
  const counted = minuteLimit(aMinute)
  void app.register(async (own) => {
    acceptForms(own)
    own.route({
      method: 'POST',
      url: '/oauth/token',
      bodyLimit: 4096,
      handler: async (request, reply) => {
        await guesses.check(request)
        await counted(addressOf(request.ip))
        const asked = readRequest(request)
        const answer = asked ? await give(asked) : { error: 'invalid_request' as const }
        void reply.header('cache-control', 'no-store')
        if (!('error' in answer)) return reply.send(answer)
        if (answer.error !== 'invalid_client') return reply.code(400).send(answer)
        await guesses.wrong(request)
        return reply.code(401).header('www-authenticate', 'Basic realm="programs"').send(answer)
      },
    })
  })
}

/** The client is named by Basic authorization or in the form, and never in both; null for a request that is neither, or says something twice. */
function readRequest({ body, headers: { authorization } }: FastifyRequest): TokenRequest | null {
  if (!(body instanceof URLSearchParams)) return null
  const names = [...body.keys()]
  if (new Set(names).size < names.length) return null
  const basic = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1]
  if (basic !== undefined && body.has('client_secret')) return null
  const [id = '', secret = ''] =
    basic === undefined
      ? [body.get('client_id') ?? '', body.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString('utf8').split(':').map(decoded)
  return { grant: body.get('grant_type') ?? '', clientId: id, clientSecret: secret, scope: body.get('scope') }
}

/** Names and secrets are written like forms before they are put together (RFC 6749 §2.3.1). */
function decoded(part: string) {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
