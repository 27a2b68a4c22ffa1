import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/base/clock.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { mostBytesRead } from '#server/platform/connections/outgoing/pinned-request.rules.ts'
import { challengeOf, hostileProvider } from '#test/harness/hostile-provider.ts'
import { signInThere } from '#test/harness/provider-browser.ts'
import { clock } from '#test/world/clock.ts'
import { clientOfDemo } from '#test/world/providers/client.mjs'
import { startProvider } from '#test/world/providers/server.mjs'
import { hasSecondFactor } from './claims.rules.ts'
import { journeyOf, ownPath, sealedJourney, sealedTicket, ticketOf } from './journey.rules.ts'
import { arrivedFrom, beginAt, mustAnswer, type Provider, ProviderProblem } from './protocol.ts'

const ours = 'http://localhost:9'
const redirectUri = `${ours}/sign-in/callback`
const hostile = await hostileProvider()
const account = { sub: 'laila-1', name: 'ليلى', email: 'laila@nile.example' }
const real = await startProvider({ origins: [ours], accounts: [account] })
afterAll(() => Promise.all([hostile.stop(), real.stop()]))

const needs = { hosts: [hostile.host, `localhost:${real.port}`], redirectUri }
const at = (provider: Partial<Provider> = {}): Provider => ({
  issuer: hostile.issuer,
  clientId: 'us',
  clientSecret: 'secret',
  tenant: null,
  ...provider,
})
const atReal = at({ issuer: real.issuer, clientId: clientOfDemo.id, clientSecret: clientOfDemo.secret })

beforeEach(() => {
  hostile.calls.length = 0
  Object.assign(hostile.state, { answers: {}, metadata: {}, claims: {}, header: undefined })
})

/** Goes to the hostile provider and comes back with what `back` makes of a right answer. */
async function there(provider: Provider = at(), back: (answer: URLSearchParams) => void = () => {}) {
  const { expected } = await beginAt(provider, needs)
  hostile.state.nonce = expected.nonce
  const answer = new URLSearchParams({ code: 'a code', state: expected.state })
  back(answer)
  return arrivedFrom(provider, { answer, expected }, needs)
}
const why = (problem: ProviderProblem['why']) => ({ why: problem })

describe('at a real provider', () => {
  test('a person signs in and comes back as the subject of the account, with code, PKCE, state and nonce', async () => {
    const { url, expected } = await beginAt(atReal, needs)
    const page = new URL(url)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      client_id: clientOfDemo.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: challengeOf(expected.verifier),
      state: expected.state,
      nonce: expected.nonce,
    })
    const back = await signInThere(url, account.sub, ours)
    expect(back.origin + back.pathname).toBe(redirectUri)
    const arrived = await arrivedFrom(atReal, { answer: back.searchParams, expected }, needs)
    expect(arrived).toMatchObject({ subject: account.sub, byFactor: false })
    // Replayed: the provider takes a code once.
    await expect(arrivedFrom(atReal, { answer: back.searchParams, expected }, needs)).rejects.toMatchObject(
      why('refused'),
    )
  })

  test('a code that somebody else got is worth nothing to another browser', async () => {
    const [victim, intruder] = [await beginAt(atReal, needs), await beginAt(atReal, needs)]
    const answer = (await signInThere(intruder.url, account.sub, ours)).searchParams
    await expect(arrivedFrom(atReal, { answer, expected: victim.expected }, needs)).rejects.toMatchObject(
      why('refused'),
    )
    const withState = new URLSearchParams(answer)
    withState.set('state', victim.expected.state)
    // The state is right now, and the verifier is not.
    await expect(arrivedFrom(atReal, { answer: withState, expected: victim.expected }, needs)).rejects.toMatchObject(
      why('refused'),
    )
  })

  test('a wrong secret of ours is refused', async () => {
    const { url, expected } = await beginAt({ ...atReal, clientSecret: 'wrong' }, needs)
    const answer = (await signInThere(url, account.sub, ours)).searchParams
    await expect(arrivedFrom({ ...atReal, clientSecret: 'wrong' }, { answer, expected }, needs)).rejects.toMatchObject(
      why('refused'),
    )
  })
})

describe('an answer is refused', () => {
  test('unless everything in it is right', async () => {
    expect(await there()).toEqual({ subject: 'someone', label: null, sid: null, byFactor: false })
  })

  test.each<[string, (answer: URLSearchParams) => void]>([
    ['without a state', (answer) => answer.delete('state')],
    ['with a forged state', (answer) => answer.set('state', 'forged')],
    ['with two states', (answer) => answer.append('state', 'forged')],
    ['without a code', (answer) => answer.delete('code')],
    ['that says that it was refused there', (answer) => answer.set('error', 'access_denied')],
    ['that names another issuer', (answer) => answer.set('iss', 'https://evil.example')],
  ])('%s', async (_, back) => {
    await expect(there(at(), back)).rejects.toMatchObject(why('refused'))
  })

  const soon = Math.floor(systemClock.now().getTime() / 1000)
  test.each<[string, object]>([
    ['of another client', { aud: 'them' }],
    ['for several clients without saying who asked', { aud: ['us', 'them'] }],
    ['that another client asked for', { aud: ['us', 'them'], azp: 'them' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['with another nonce', { nonce: 'replayed' }],
    ['without a nonce', { nonce: undefined }],
    ['that expired', { exp: soon - 120, iat: soon - 600 }],
    ['without an end', { exp: undefined }],
    ['that begins later', { nbf: soon + 3600 }],
    ['without a subject', { sub: undefined }],
    ['whose subject is a number', { sub: 7 }],
  ])('a token %s', async (_, claims) => {
    hostile.state.claims = claims
    await expect(there()).rejects.toMatchObject(why('refused'))
  })

  test('a token that nobody signed, that another key signed, or that our own secret signed', async () => {
    const { key } = hostile.state
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const forged = [
      { key: null, header: { alg: 'none' } },
      { key: null, header: { alg: 'RS256', kid: 'one' } },
      { key: other, header: { alg: 'RS256', kid: 'one' } },
      { key, header: { alg: 'HS256' } },
      { key, header: { alg: 'RS256', kid: 'one', crit: ['b64'], b64: false } },
    ]
    for (const one of forged) {
      Object.assign(hostile.state, one)
      await expect(there()).rejects.toMatchObject(why('refused'))
    }
    // Also where the provider says of itself that it signs nothing.
    Object.assign(hostile.state, { key: null, header: { alg: 'none' } })
    hostile.state.metadata = { id_token_signing_alg_values_supported: ['none', 'HS256'] }
    await expect(there()).rejects.toMatchObject(why('refused'))
    hostile.state.key = key
  })

  test.each<[string, object]>([
    ['hd', { hd: 'other.example' }],
    ['tid', { tid: 'another' }],
    ['nothing', {}],
    ['an e-mail of it', { email: 'someone@nile.example' }],
  ])('a token that says of the organisation %s', async (_, claims) => {
    hostile.state.claims = claims
    await expect(there(at({ tenant: 'nile.example' }))).rejects.toMatchObject(why('tenant'))
  })

  test('and one that says the right organisation is taken', async () => {
    hostile.state.claims = { hd: 'nile.example' }
    expect(await there(at({ tenant: 'nile.example' }))).toMatchObject({ subject: 'someone' })
    hostile.state.claims = { tid: '9188040d' }
    expect(await there(at({ tenant: '9188040d' }))).toMatchObject({ subject: 'someone' })
  })
})

describe('a provider is not asked', () => {
  test.each([
    'http://login.example',
    'https://127.0.0.1',
    'https://[::1]',
    'https://169.254.169.254',
    'https://10.0.0.8/realm',
    'https://localhost:8443',
    'https://keycloak',
    'https://who:secret@login.example',
    'javascript:alert(1)',
  ])('at %s', async (issuer) => {
    await expect(mustAnswer(at({ issuer }), needs)).rejects.toMatchObject(why('unreachable'))
  })

  test('where its name leads to a private address, or to one the second time only', async () => {
    let asked = 0
    const resolve = async () => [asked++ === 0 ? '203.0.113.7' : '127.0.0.1']
    const first = mustAnswer(at({ issuer: 'https://login.example' }), { ...needs, resolve: async () => ['127.0.0.1'] })
    await expect(first).rejects.toMatchObject(why('unreachable'))
    const changing = mustAnswer(at({ issuer: `https://login.example:${hostile.host.split(':')[1]}` }), {
      ...needs,
      resolve,
      timeout: 300,
    })
    await expect(changing).rejects.toMatchObject(why('unreachable'))
    expect({ asked, calls: hostile.calls }).toEqual({ asked: 1, calls: [] })
  })
})

describe('what a provider says of itself is refused', () => {
  const says = (answer: (reply: import('node:http').ServerResponse) => void) => {
    hostile.state.answers = { '/.well-known/openid-configuration': (_, reply) => answer(reply) }
  }

  test('if it is somebody else’s name', async () => {
    hostile.state.metadata = { issuer: 'https://accounts.google.com' }
    await expect(mustAnswer(at(), needs)).rejects.toBeInstanceOf(ProviderProblem)
  })

  test('if it is larger than 256 kB, or no JSON', async () => {
    says((reply) =>
      reply.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(mostBytesRead + 1)}"`),
    )
    await expect(mustAnswer(at(), needs)).rejects.toMatchObject(why('unreachable'))
    says((reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('<html>'))
    await expect(mustAnswer(at(), needs)).rejects.toMatchObject(why('unreachable'))
  })

  test('if it sends us elsewhere', async () => {
    says((reply) => reply.writeHead(302, { location: `${hostile.issuer}/elsewhere` }).end())
    await expect(mustAnswer(at(), needs)).rejects.toMatchObject(why('unreachable'))
    expect(hostile.calls).toEqual(['/.well-known/openid-configuration'])
  })

  test.each(['javascript:alert(1)', 'http://login.example/page', 'https://127.0.0.1/page', 'no address'])(
    'if its page of sign-in is %s',
    async (page) => {
      hostile.state.metadata = { authorization_endpoint: page }
      await expect(mustAnswer(at(), needs)).rejects.toBeInstanceOf(ProviderProblem)
    },
  )

  test.each(['token_endpoint', 'jwks_uri'])('if its %s is a private address', async (name) => {
    hostile.state.metadata = { [name]: 'https://169.254.169.254/latest' }
    await expect(there()).rejects.toBeInstanceOf(ProviderProblem)
  })
})

describe('a journey', () => {
  const secrets = secretsOf(Buffer.alloc(32, 1))
  const now = clock.now()
  const journey = {
    providerId: 'one',
    expected: { state: 's', nonce: 'n', verifier: 'v' },
    next: '/',
    shared: false,
    linkTo: null,
    until: now.getTime() + 1000,
  }

  test('is known by its own cookie, until its end, and by no other text', () => {
    const cookie = sealedJourney(secrets, journey)
    expect(journeyOf(secrets, cookie, now)).toEqual(journey)
    expect(journeyOf(secrets, cookie, new Date(journey.until))).toBe(null)
    for (const text of [undefined, '', 'forged', `${cookie.slice(0, -2)}AA`, Buffer.from('{}').toString('base64url')])
      expect(journeyOf(secrets, text, now)).toBe(null)
    expect(journeyOf(secretsOf(Buffer.alloc(32, 2)), cookie, now)).toBe(null)
  })

  test('is no ticket, and a ticket no journey', () => {
    const ticket = { providerId: 'one', sessionId: 'two', until: journey.until }
    expect(ticketOf(secrets, sealedTicket(secrets, ticket), now)).toEqual(ticket)
    expect(ticketOf(secrets, sealedTicket(secrets, ticket), new Date(journey.until))).toBe(null)
    expect(ticketOf(secrets, sealedJourney(secrets, journey), now)).toBe(null)
    expect(journeyOf(secrets, sealedTicket(secrets, ticket), now)).toBe(null)
  })

  test.each([
    ['/inbox?topic=work#top', '/inbox?topic=work#top'],
    ['/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['https://evil.example', '/'],
    ['https:evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['evil', '/'],
    ['', '/'],
    ['/sign-in/one', '/'],
    [`/${'a'.repeat(500)}`, '/'],
    [['/inbox'], '/'],
  ])('leads from %j to %s', (next, path) => expect(ownPath(next)).toBe(path))
})

test.each<[object, boolean]>([
  [{ amr: ['pwd'] }, false],
  [{ amr: ['otp'] }, false],
  [{ amr: ['pwd', 'pwd'] }, false],
  [{ amr: 'mfa' }, false],
  [{ acr: '1' }, false],
  [{}, false],
  [{ amr: ['pwd', 'otp'] }, true],
  [{ amr: ['mfa'] }, true],
  [{ acr: 'phr' }, true],
])('that %j says that a second factor was given is %s', (claims, expected) =>
  expect(hasSecondFactor(claims as Record<string, unknown>)).toBe(expected),
)
