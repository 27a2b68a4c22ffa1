import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { systemClock } from '#server/base/clock.ts'
import { hashOf } from '#server/access/authorise.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { hostileProvider, tokenOf as signedToken } from '#test/harness/hostile-provider.ts'
import { withSession } from '#test/harness/narrowed.ts'
import { journeysIn, signOutThere } from '#test/harness/provider-browser.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { clock } from '#test/world/clock.ts'
import { clientOfDemo } from '#test/world/providers/client.mjs'
import { startProvider } from '#test/world/providers/server.mjs'
import { demoPassword, world } from '#test/world/world.ts'

const ours = 'http://localhost:3000'
// What the real provider sends goes through here to the application of the test.
const relay = createServer()
await new Promise<void>((begun) => relay.listen(0, '127.0.0.1', begun))
const { port } = relay.address() as { port: number }
const account = { sub: 'one', name: 'one', email: 'one@nile.example' }
const real = await startProvider({ origins: [`http://localhost:${port}`, ours], accounts: [account] })
const hostile = await hostileProvider()
afterAll(async () => {
  relay.close()
  await Promise.all([hostile.stop(), real.stop()])
})

const { app, as, connection, tokenOf } = await testApp({ signInHosts: [hostile.host, `localhost:${real.port}`] })
const { sql } = tracesIn(connection)
const { through } = journeysIn(app, ours)
const { delta, dual, manager, nile, otherManager, teacher } = world

const sent: number[] = []
const post = (body: string, type = 'application/x-www-form-urlencoded') =>
  app.inject({ method: 'POST', url: '/sign-in/logout', headers: { 'content-type': type }, payload: body })
relay.on('request', (request, reply) => {
  text(request)
    .then((body) => post(body))
    .then(
      ({ statusCode }) => {
        sent.push(statusCode)
        reply.writeHead(statusCode).end()
      },
      () => reply.destroy(),
    )
})

const entered = { providerName: 'Nile Schools', domain: 'nile.example', password: demoPassword }
const atHostile = { issuer: hostile.issuer, clientId: 'us', clientSecret: 'secret' }
beforeEach(async () => {
  for (const table of ['outside_accounts', 'sign_in_providers']) await sql(`delete from ${table}`)
  Object.assign(hostile.state, { answers: {}, metadata: {} })
  hostile.calls.length = 0
})

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const nowInSeconds = () => Math.floor(systemClock.now().getTime() / 1000)
const usual = () => ({ iss: hostile.issuer, aud: 'us', iat: nowInSeconds(), jti: randomUUID(), events })

type Signing = { header?: object; key?: Parameters<typeof signedToken>[1] }
function logoutToken(claims: object, { header = { alg: 'RS256', kid: 'one' }, key = hostile.state.key }: Signing = {}) {
  const all = Object.entries({ ...usual(), ...claims }).filter(([, value]) => value !== undefined)
  return signedToken(Object.fromEntries(all), key, header)
}
const send = async (token: string) => (await post(new URLSearchParams({ logout_token: token }).toString())).statusCode

/** An account of the hostile provider at a school, and sessions that came from it, each with its sid; answers calls with each. */
async function signedIn(
  person: { id: string },
  sids: readonly (string | null)[],
  { school = nile, subject = person.id }: { school?: { id: string }; subject?: string } = {},
) {
  const [id, now] = [newId(), clock.now()]
  await sql(`insert into outside_accounts (id, user_id, issuer, subject, at_school_id) values ($1, $2, $3, $4, $5)`, [
    id,
    person.id,
    hostile.issuer,
    subject,
    school.id,
  ])
  return Promise.all(sids.map((sid) => opened(id, person, { sid, school, now })))
}
async function opened(
  account: string,
  { id }: { id: string },
  { sid, school, now }: { sid: string | null; school: { id: string }; now: Date },
) {
  const token = randomUUID()
  await sql(
    `insert into sessions (id, token_hash, user_id, only_school, outside_id, outside_sid, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [newId(), hashOf(token), id, school.id, account, sid, now],
  )
  const call = withSession(app, token)
  return () =>
    call(identity.me, {}).then(
      () => true,
      () => false,
    )
}
const live = (sessions: readonly (() => Promise<boolean>)[]) => Promise.all(sessions.map((is) => is()))
const addHostile = (school = nile, person = manager) =>
  as(person)(signInProviders.add, { ...entered, ...atHostile, schoolId: school.id })

describe('a provider that signs somebody out', () => {
  test('ends the sessions that came from it, as a real one does it, and no others of the person', async () => {
    const issuer = real.issuer
    const client = { issuer, clientId: clientOfDemo.id, clientSecret: clientOfDemo.secret }
    const { id } = await as(manager)(signInProviders.add, { ...entered, ...client, schoolId: nile.id })
    const { url } = await as(dual)(outsideSignIn.link, { providerId: id })
    await through(url, 'one', { session: await tokenOf(dual) })
    const [jar, otherJar] = [new Map<string, string>(), new Map<string, string>()]
    const [here, elsewhere] = [
      (await through(`/sign-in/${id}`, 'one', {}, jar)).set.session!,
      (await through(`/sign-in/${id}`, 'one', {}, otherJar)).set.session!,
    ]
    expect(await withSession(app, here)(identity.me, {})).toMatchObject({ onlySchoolId: nile.id })
    await signOutThere(issuer, jar)
    await expect.poll(() => sent).toEqual([200])
    await expect(withSession(app, here)(identity.me, {})).rejects.toMatchObject({ status: 401 })
    expect(await withSession(app, elsewhere)(identity.me, {})).toMatchObject({ onlySchoolId: nile.id })
    expect(await as(dual)(identity.me, {})).toMatchObject({ onlySchoolId: null })
    const lines = `select target_id from audit_lines where operation = 'Identity/SignOutOutside'`
    expect(await sql(lines)).toEqual([{ target_id: dual.id }])
  })

  test('of a session there, ends what came from that one; of a person, all that came from their account', async () => {
    await addHostile()
    const theirs = await signedIn(dual, ['a', 'b', 'c'])
    const others = await signedIn(teacher, ['d', null])
    expect(await send(logoutToken({ sid: 'a' }))).toBe(200)
    expect(await live([...theirs, ...others])).toEqual([false, true, true, true, true])
    expect(await send(logoutToken({ sub: dual.id, sid: 'b' }))).toBe(200)
    expect(await live([...theirs, ...others])).toEqual([false, false, true, true, true])
    expect(await send(logoutToken({ sub: dual.id }))).toBe(200)
    expect(await live([...theirs, ...others])).toEqual([false, false, false, true, true])
    expect(await send(logoutToken({ sub: teacher.id, sid: 'unknown here' }))).toBe(200)
    expect(await live(others)).toEqual([true, true])
    expect(await send(logoutToken({ sub: teacher.id }))).toBe(200)
    expect(await live(others)).toEqual([false, false])
  })

  test('at one school ends nothing of another client or another school', async () => {
    await addHostile()
    const other = { ...entered, ...atHostile, clientId: 'them', schoolId: delta.id }
    await as(otherManager)(signInProviders.add, other)
    const [[here], [there]] = [await signedIn(dual, ['a']), await signedIn(dual, ['a'], { school: delta })]
    expect(await send(logoutToken({ sub: dual.id }))).toBe(200)
    expect(await live([here!, there!])).toEqual([false, true])
  })
})

describe('a logout is refused', () => {
  test.each<[string, object, Signing?]>([
    ['for another client', { aud: 'them' }],
    ['for nobody', { aud: undefined }],
    ['of another issuer', { iss: 'https://login.example' }],
    ['of an issuer that no school entered, here on this machine', { iss: 'http://127.0.0.1:9' }],
    ['with a nonce, as a token of a sign-in has', { nonce: 'n' }],
    ['that says neither whom nor which session', { sub: undefined }],
    ['whose subject is a number', { sub: 7 }],
    ['with an empty subject', { sub: '' }],
    ['whose session is a list', { sid: ['a'] }],
    ['without its event', { events: undefined }],
    ['with another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['whose event is a text', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } }],
    ['without a name of its own', { jti: undefined }],
    ['without its time', { iat: undefined }],
    ['from ten minutes ago', { iat: nowInSeconds() - 600 }],
    ['from the future', { iat: nowInSeconds() + 600 }],
    ['that expired', { exp: nowInSeconds() - 120 }],
    ['that nobody signed', {}, { header: { alg: 'none' }, key: null }],
    ['whose signature is missing', {}, { key: null }],
    ['that another key signed', {}, { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }],
    ['that says it is signed with our secret', {}, { header: { alg: 'HS256' } }],
    ['of another kind', {}, { header: { alg: 'RS256', kid: 'one', typ: 'at+jwt' } }],
  ])('%s', async (_, claims, signing) => {
    await addHostile()
    const theirs = await signedIn(dual, ['a', null])
    expect(await send(logoutToken({ sub: dual.id, ...claims }, signing))).toBe(400)
    expect(await live(theirs)).toEqual([true, true])
    // And the same token without what is wrong is taken.
    expect(await send(logoutToken({ sub: dual.id }))).toBe(200)
    expect(await live(theirs)).toEqual([false, false])
  })

  test('a second time: what began after it stays, also after one that is older', async () => {
    await addHostile()
    const token = logoutToken({ sub: dual.id })
    const older = logoutToken({ sub: dual.id, iat: nowInSeconds() - 30 })
    await signedIn(dual, [null])
    expect(await send(token)).toBe(200)
    const [{ id }] = (await sql('select id from outside_accounts')) as [{ id: string }]
    const again = await opened(id, dual, { sid: 'new', school: nile, now: clock.now() })
    for (const replayed of [token, older]) await send(replayed)
    expect(await again()).toBe(true)
  })

  test('from a provider that is switched off, or that does not answer', async () => {
    await addHostile()
    const theirs = await signedIn(dual, ['a'])
    hostile.state.answers = { '/keys': (_, reply) => reply.writeHead(302, { location: `${hostile.issuer}/k` }).end() }
    expect(await send(logoutToken({ sub: dual.id }))).toBe(400)
    hostile.state.answers = {}
    await sql('update sign_in_providers set active = false')
    hostile.calls.length = 0
    expect(await send(logoutToken({ sub: dual.id }))).toBe(400)
    expect([await live(theirs), hostile.calls]).toEqual([[true], []])
  })

  test.each([
    '',
    'logout_token=',
    'logout_token=a.b.c',
    'logout_token=a&logout_token=b',
    `logout_token=${'a'.repeat(17_000)}`,
  ])('as the form %.30s', async (body) => {
    expect([400, 413]).toContain((await post(body)).statusCode)
  })

  test('as JSON', async () => {
    expect((await post('{"logout_token":"a.b.c"}', 'application/json')).statusCode).toBe(415)
  })
})
