import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { rosterSource } from '#contract/exchange/imports/roster-source.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { arriving } from '#test/imports/arriving.ts'
import { contentIn } from '#test/imports/folder-content.ts'
import { everythingOf, importing } from '#test/imports/sending.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { manager, otherManager, teacher, nile } = world
const webhookHosts: string[] = []
const [first, second] = [await testApp(), await testApp({ webhookHosts })]
const { start, undo, sql } = importing(second)
const { emptySchool, withClasses } = arriving(second)
const there = second.as(manager)

let ours = ''
beforeAll(async () => {
  await first.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = first.app.server.address() as AddressInfo
  webhookHosts.push(`localhost:${port}`)
  ours = `http://localhost:${port}`
})
beforeEach(() => sql('delete from roster_sources'))

async function keyOf(scopes: readonly ('oneroster' | 'records' | 'contacts' | 'roster')[]) {
  const { id, secret } = await first.as(manager)(programKeys.make, {
    schoolId: nile.id,
    keyName: 'other school',
    scopes: [...scopes],
    endsOn: daysFrom(today, 30),
    password: demoPassword,
  })
  const at = { rosterUrl: `${ours}/ims/oneroster`, tokenUrl: `${ours}/oauth/token` }
  return { ...at, clientId: id, clientSecret: secret }
}

/** A service that answers as it is set, on a port of its own. */
let says: (url: string) => { status: number; body: unknown; headers?: Record<string, string> } = () => ({
  status: 404,
  body: {},
})
const asked: string[] = []
const service = http.createServer((request, response) => {
  asked.push(request.url!)
  const { status, body, headers } =
    request.url === '/token'
      ? ({ status: 200, body: { access_token: 'one' } } as ReturnType<typeof says>)
      : says(request.url!)
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
})
let at = { schoolId: nile.id, rosterUrl: '', tokenUrl: '', clientId: 'us', clientSecret: 'secret of the other service' }
beforeAll(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  const { port } = service.address() as AddressInfo
  webhookHosts.push(`localhost:${port}`)
  at = { ...at, rosterUrl: `http://localhost:${port}/v1p2`, tokenUrl: `http://localhost:${port}/token` }
})
afterAll(() => service.close())

/** Students as far as the standard says them: without what a folder of ours adds. */
const inStandard = (students: readonly string[]) =>
  students.map((text) => JSON.parse(text, (name, value: unknown) => (name.startsWith('metadata.') ? undefined : value)))

test('a school that is read from elsewhere arrives as it is there, and goes again with the undo', async () => {
  const answer = await first.app.inject({
    method: 'POST',
    url: `/${exportSchoolFolder.path}`,
    headers: { authorization: `Bearer ${await first.tokenOf(manager)}` },
    payload: { schoolId: nile.id },
  })
  const schoolId = await emptySchool()
  const before = await everythingOf(sql)
  await there(rosterSource.save, { schoolId, ...(await keyOf(['oneroster', 'records', 'contacts'])) })
  const draft = await withClasses(schoolId, await there(rosterSource.read, { schoolId }))
  expect(draft).toMatchObject({ source: 'oneRoster', state: 'draft', problems: 0 })
  expect(await start(draft.id)).toMatchObject({ state: 'done', added: draft.rows })
  const [year] = await there(years.list, { schoolId })
  await there(years.activate, { schoolYearId: year!.id })
  const arrived = await second.app.inject({
    method: 'POST',
    url: `/${exportSchoolFolder.path}`,
    headers: { authorization: `Bearer ${await second.tokenOf(manager)}` },
    payload: { schoolId },
  })
  const [one, other] = [contentIn(answer.rawPayload), contentIn(arrived.rawPayload)]
  expect(other.classes).toEqual(one.classes)
  // The standard has no place for what a course is about.
  const namesOf = (courses: readonly string[]) => courses.map((course) => (JSON.parse(course) as string[])[0])
  expect(namesOf(other.courses)).toEqual(namesOf(one.courses))
  expect(other.enrolments).toEqual(one.enrolments)
  expect(other.sessions.slice(1)).toEqual(one.sessions.slice(1))
  expect(inStandard(other.students)).toEqual(inStandard(one.students))
  expect(other.students.length).toBeGreaterThan(5)
  await there(years.deactivate, { schoolYearId: year!.id })
  expect((await undo(draft.id)).state).toBe('undone')
  expect((await everythingOf(sql)).students).toEqual(before.students)
})

test('the secret is kept sealed, never answered, and goes to no other host than the one for which it was entered', async () => {
  expect(await there(rosterSource.get, { schoolId: nile.id })).toMatchObject({ version: 0, rosterUrl: null })
  const saved = await there(rosterSource.save, at)
  expect(saved).toMatchObject({ rosterUrl: at.rosterUrl, clientId: 'us', version: 1, readAt: null })
  expect(JSON.stringify([saved, await sql('select * from roster_sources')])).not.toContain(at.clientSecret)
  const { clientSecret: _, ...kept } = at
  expect(await there(rosterSource.save, { ...kept, clientId: 'we', baseVersion: 1 })).toMatchObject({ version: 2 })
  for (const changed of [{ rosterUrl: 'https://thief.example/v1p2' }, { tokenUrl: 'https://thief.example/token' }])
    await expect(there(rosterSource.save, { ...kept, ...changed, baseVersion: 2 })).rejects.toMatchObject(
      refused(400, 'Enter the secret of the other service'),
    )
  await expect(there(rosterSource.save, { ...at, baseVersion: 1 })).rejects.toMatchObject({ status: 409 })
  expect(await there(rosterSource.remove, { schoolId: nile.id })).toEqual({ done: true, changed: 1 })
  await expect(there(rosterSource.remove, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  await expect(there(rosterSource.read, { schoolId: nile.id })).rejects.toMatchObject(notFound)
})

test('it is closed to other schools and to staff who may not import', async () => {
  await there(rosterSource.save, at)
  for (const operation of [rosterSource.get, rosterSource.read, rosterSource.remove] as const) {
    await expect(second.as(teacher)(operation, { schoolId: nile.id } as never)).rejects.toMatchObject(notAllowed)
    await expect(second.as(otherManager)(operation, { schoolId: nile.id } as never)).rejects.toMatchObject(notFound)
  }
})

describe('an address is refused', () => {
  test.each([
    'http://roster.example/v1p2',
    'https://localhost/v1p2',
    'https://169.254.169.254/v1p2',
    'https://[::1]/v1p2',
    'https://10.0.0.7/v1p2',
    'https://u:p@roster.example/v1p2',
    'https://roster.example/v1p2?a=b',
  ])('%s', async (address) => {
    const wrong = refused(400, 'Enter an https address on the public internet')
    await expect(there(rosterSource.save, { ...at, rosterUrl: address })).rejects.toMatchObject(wrong)
    await expect(there(rosterSource.save, { ...at, tokenUrl: address })).rejects.toMatchObject(wrong)
  })
})

describe('what does not answer as OneRoster changes nothing, and says why', () => {
  const other = 'The other service does not answer by OneRoster 1.2'
  const tooMuch = 'The other service offers more than can be read at once'
  const users = (more: object = {}) => ({ status: 200, body: { users: [] }, ...more })
  test.each<[string, typeof says, string]>([
    ['a page', () => ({ status: 200, body: '<html>' }), other],
    ['a text that goes on for ever', () => ({ status: 200, body: 'x'.repeat(9 * 1024 * 1024) }), tooMuch],
    ['a page of millions of rows', () => ({ status: 200, body: `{"users":[${'{},'.repeat(2_000_000)}{}]}` }), tooMuch],
    ['a redirection', () => ({ status: 302, body: '', headers: { location: 'http://127.0.0.1/' } }), other],
    ['a refusal', () => ({ status: 401, body: {} }), 'The other service refuses the client id or the secret'],
    [
      'no people',
      (url) => (url.startsWith('/v1p2/users') ? { status: 403, body: {} } : users()),
      'The other service refuses the client id or the secret',
    ],
    ['an error', () => ({ status: 500, body: {} }), other],
  ])('%s', async (_, answers, sentence) => {
    says = answers
    await there(rosterSource.save, at)
    const drafts = await sql('select id from imports')
    await expect(there(rosterSource.read, { schoolId: nile.id })).rejects.toMatchObject(refused(409, sentence))
    expect(await sql('select id from imports')).toEqual(drafts)
  })

  test('nobody in it', async () => {
    says = () => users()
    await there(rosterSource.save, at)
    await expect(there(rosterSource.read, { schoolId: nile.id })).rejects.toMatchObject(
      refused(400, 'The folder has no list of students'),
    )
  })
})

test('hostile values become cells of a draft, as those of a folder do, and pages are read to the end', async () => {
  const user = (nth: number, more: object = {}) => ({
    sourcedId: `s${nth}`,
    status: 'active',
    givenName: `Omar${nth}`,
    familyName: 'Adel',
    roles: [{ roleType: 'primary', role: 'student', org: { sourcedId: 'o' } }],
    ...more,
  })
  const all = [
    user(1, { givenName: 'A\u0000b\u202e', familyName: { a: 1 }, grades: 'x'.repeat(5000) }),
    user(2, { __proto__: null, agents: 'none', roles: [{ role: 'student' }, null, 7] }),
    user(3),
  ]
  asked.length = 0
  says = (url) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname !== '/v1p2/users') return { status: 404, body: {} }
    const from = Number(searchParams.get('offset'))
    return { status: 200, body: { users: all.slice(from, from + 2) }, headers: { 'x-total-count': '3' } }
  }
  await there(rosterSource.save, at)
  const draft = await there(rosterSource.read, { schoolId: nile.id })
  expect(draft).toMatchObject({ rows: 3, source: 'oneRoster', state: 'draft' })
  expect(asked.filter((url) => url.startsWith('/v1p2/users'))).toHaveLength(2)
  expect(await there(rosterSource.get, { schoolId: nile.id })).toMatchObject({ readAt: expect.any(String) })
})
