import { expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows, sender } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'

const testing = await testApp()
const { app, as, connection } = testing
const { codeFor } = registering(testing)
const { teacher, parent, mother, manager } = world
const send = sender(app)
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

const signIn = (phoneNumber: string, password: string, from: string, cookies = {}) =>
  app.inject({
    method: 'POST',
    url: `/${identity.login.path}`,
    payload: { phoneNumber, password },
    remoteAddress: from,
    cookies,
    headers: { 'user-agent': browser, origin: 'http://localhost:3000' },
  })
const linesOf = async (person: { phone: string }) =>
  (await as(person)(users.accountLines, {})).map(({ event, address }) => `${event} ${address}`)
const cookiesOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))

test('a person reads who signed in to their account, who failed to, from where and with what', async () => {
  const first = await signIn(teacher.phone, demoPassword, '10.5.0.1')
  await signIn(teacher.phone, 'not this one', '2001:db8::7')
  await signIn(teacher.phone, demoPassword, '10.5.0.2', cookiesOf(first))
  const lines = await as(teacher)(users.accountLines, {})
  expect(lines.slice(-4).map(({ event, address, device }) => [event, address, device])).toEqual([
    ['signedIn', '10.5.0.2', 'Firefox · Linux'],
    ['failed', '2001:db8::7', 'Firefox · Linux'],
    ['deviceKnown', '10.5.0.1', 'Firefox · Linux'],
    ['signedIn', '10.5.0.1', 'Firefox · Linux'],
  ])
  expect(Date.parse(lines[0]!.at)).not.toBeNaN()
})

test('and nobody reads those of another, nor what fails at a number that nobody has', async () => {
  await signIn(freshPhone(), 'not this one', '10.5.1.1')
  expect(await linesOf(parent)).toEqual(['deviceKnown 127.0.0.1', 'signedIn 127.0.0.1'])
  const [{ count }] = await rows(connection, `select count(*)::int from audit_origins where address = '10.5.1.1'`)
  expect(count).toBe(0)
})

test('passwords, sessions and their ends leave lines', async () => {
  const here = cookiesOf(await signIn(mother.phone, demoPassword, '10.5.2.1'))
  const own = (operation: { path: string }, payload: object) =>
    send(operation, payload, { from: '10.5.2.2', cookies: here })
  const sessions = (await own(users.sessions, {})).json() as { id: string; current: boolean }[]
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  await signIn(mother.phone, demoPassword, '10.5.2.3')
  const other = ((await own(users.sessions, {})).json() as typeof sessions).find(({ current }) => !current)!
  await own(users.endSession, { sessionId: other.id })
  await own(users.endOtherSessions, {})
  const changed = { oldPassword: demoPassword, newPassword: 'long and new', confirmNewPassword: 'long and new' }
  await own(users.changePassword, changed)
  await own(identity.logout, {})
  await send(registration.forgetPassword, { phoneNumber: mother.phone })
  const key = await codeFor(mother.phone)
  const { id } = (await send(registration.confirm, { phoneNumber: mother.phone, key })).json()
  await send(registration.setPassword, { userId: id, password: demoPassword }, { from: '10.5.2.4' })
  expect((await linesOf(mother)).slice(2, -4)).toEqual([
    'deviceKnown 10.5.2.4',
    'passwordSet 10.5.2.4',
    'signedOut 10.5.2.2',
    'passwordChanged 10.5.2.2',
    'othersEnded 10.5.2.2',
    'sessionEnded 10.5.2.2',
  ])
})

test('the address goes after 90 days, the line stays', async () => {
  await signIn(manager.phone, demoPassword, '10.5.3.1')
  await rows(connection, `update audit_origins set at = now() - interval '91 days' where address = '10.5.3.1'`)
  await eraseExpired(connection)
  expect((await linesOf(manager)).slice(-2)).toEqual(['deviceKnown null', 'signedIn null'])
})
