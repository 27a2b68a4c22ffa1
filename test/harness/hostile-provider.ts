import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { systemClock } from '#server/base/clock.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token signed as a provider does; `header` and `key` make it another's, or nobody's. */
export function tokenOf(claims: object, key: KeyObject | null, header: object = { alg: 'RS256', kid: 'one' }) {
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${key ? sign('sha256', Buffer.from(signed), key).toString('base64url') : ''}`
}

type Answers = Record<string, (request: IncomingMessage, reply: ServerResponse) => void>

/**
 * A provider that does what a test wants: what its pages answer can be replaced, and so can the claims, the header and the key of its tokens. Unless
 * told otherwise it is a correct one.
 */
export async function hostileProvider() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer()
  await new Promise<void>((begun) => server.listen(0, '127.0.0.1', begun))
  const { port } = server.address() as { port: number }
  const issuer = `http://localhost:${port}`
  const calls: string[] = []
  const state = {
    answers: {} as Answers,
    metadata: {} as object,
    claims: {} as object,
    nonce: '',
    header: undefined as object | undefined,
    key: keys.privateKey as KeyObject | null,
  }
  const say = (reply: ServerResponse, value: unknown) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const usual: Answers = {
    '/.well-known/openid-configuration': (_, reply) =>
      say(reply, {
        issuer,
        authorization_endpoint: `${issuer}/page`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        ...state.metadata,
      }),
    '/keys': (_, reply) =>
      say(reply, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/token': (_, reply) => {
      const now = Math.floor(systemClock.now().getTime() / 1000)
      const usualClaims = { iss: issuer, aud: 'us', sub: 'someone', nonce: state.nonce, iat: now, exp: now + 300 }
      const claims = Object.entries({ ...usualClaims, ...state.claims }).filter(([, value]) => value !== undefined)
      const idToken = tokenOf(Object.fromEntries(claims), state.key, state.header)
      say(reply, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken })
    },
  }
  server.on('request', (request, reply) => {
    const path = request.url!.split('?')[0]!
    calls.push(path)
    const answer = state.answers[path] ?? usual[path]
    if (answer) answer(request, reply)
    else reply.writeHead(404).end()
  })
  return {
    issuer,
    host: `localhost:${port}`,
    calls,
    state,
    stop: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}

/** What S256 makes of a verifier. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
