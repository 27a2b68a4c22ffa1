import { beforeEach, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows, type Sent, sender } from '#test/harness/registering.ts'
import { standingClock } from '#test/world/standing-clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const testing = await testApp()
const { app, connection } = testing
const { codeFor } = registering(testing)
const { teacher, parent, mother, manager, supervisor } = world

const send = sender(app)
const signIn = async (phoneNumber: string, sent: Sent = {}, password: string = demoPassword) =>
  send(identity.login, { phoneNumber, password }, sent)
const fail = async (phoneNumber: string, sent: Sent = {}) =>
  (await signIn(phoneNumber, sent, 'not this one')).statusCode
const deviceOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.cookies.find(({ name }) => name === 'device')!.value
const withFigures = async (logins: object, lines: string[] = []) =>
  (await testApp({ connection, logins, log: { write: (line) => void lines.push(line) } })).app

const slow = [429, 'Too many requests, please wait']
const answerOf = ({ statusCode, body }: Awaited<ReturnType<typeof signIn>>) => [statusCode, body]
/** What a right password is answered: at once, with a code besides, or the status of a refusal. */
const opened = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.statusCode === 200 ? opening(answer.json()) : answer.statusCode
const opening = ({ proofDue }: { proofDue?: unknown }) => (proofDue ? 'code' : 'at once')

standingClock()
beforeEach(async () => {
  await rows(connection, 'truncate rate_limits')
  await rows(connection, 'delete from unproved_sign_ins')
})

test('wrong tries make this phone wait at this address alone; all addresses of one household of IPv6 are one', async () => {
  const statuses = []
  for (let n = 1; n <= 6; n++) statuses.push(await fail(supervisor.phone, { from: `2001:db8:1:1::${n}` }))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  const refused = await signIn(supervisor.phone, { from: '2001:db8:1:1:ffff::1' })
  expect(answerOf(refused)).toEqual(slow)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(2)
  expect(opened(await signIn(supervisor.phone, { from: '2001:db8:1:2::1' }))).toBe('at once')
  expect(opened(await signIn(manager.phone, { from: '2001:db8:1:1::1' }))).toBe('at once')
})

test.each([
  ['in its network', 15, (n: number) => `2001:db8:2:${n}::1`, '2001:db8:2:99::1', '2001:db8:3:1::1'],
  ['from everywhere', 30, (n: number) => `2001:db8:${n + 10}:1::1`, '2001:db8:99:1::1', null],
])('one phone guessed at %s needs a code besides the password, except on the devices it knows', async (...row) => {
  const [, times, nth, near, far] = row
  const device = deviceOf(await signIn(mother.phone))
  for (let n = 1; n <= times; n++) expect(await fail(mother.phone, { from: nth(n) })).toBe(400)
  expect(opened(await signIn(mother.phone, { from: near }))).toBe('code')
  expect(opened(await signIn(mother.phone, { from: near, cookies: { device } }))).toBe('at once')
  expect(opened(await signIn(manager.phone, { from: near }))).toBe('at once')
  await rows(connection, 'delete from unproved_sign_ins')
  if (far) expect(opened(await signIn(mother.phone, { from: far }))).toBe('at once')
})

test('behind an address, or in a network, with many failures nobody is refused: a right password needs a code', async () => {
  const few = await withFigures({ failuresOfAddress: 3, failuresOfNetwork: 5, failuresOfAccounts: 1e9 })
  const from = (address: string) => ({ from: address, on: few })
  for (let n = 0; n < 30; n++) expect(await fail(freshPhone(), from('10.77.1.1'))).toBe(400)
  expect(opened(await signIn(teacher.phone, from('10.77.1.1')))).toBe('code')
  expect(opened(await signIn(parent.phone, from('10.77.1.2')))).toBe('code')
  expect(opened(await signIn(manager.phone, from('10.77.2.1')))).toBe('at once')
})

test('one address cannot use up the figure of the installation', async () => {
  const few = await withFigures({ failuresOfAddress: 3, failuresOfAccounts: 4 })
  for (const { phone } of [teacher, parent, manager, supervisor, mother, teacher, parent])
    expect(await fail(phone, { from: '10.76.1.1', on: few })).toBe(400)
  expect(opened(await signIn(manager.phone, { on: few }))).toBe('at once')
})

test('beyond the figure of the installation every new device needs a code, and the operator reads of it once', async () => {
  const device = deviceOf(await signIn(mother.phone))
  const lines: string[] = []
  const few = await withFigures({ failuresOfAccounts: 4 }, lines)
  for (let n = 0; n < 6; n++) expect(await fail(freshPhone(), { on: few })).toBe(400)
  expect(lines).toEqual([])
  for (const { phone } of [teacher, parent, manager, supervisor]) expect(await fail(phone, { on: few })).toBe(400)
  expect(lines.join()).toContain('signing in on a new device needs a code by SMS for a day')
  expect(opened(await signIn(teacher.phone, { on: few }))).toBe('code')
  expect(await fail(teacher.phone, { on: few })).toBe(400)
  expect(opened(await signIn(mother.phone, { on: few, cookies: { device } }))).toBe('at once')
  expect(lines).toHaveLength(1)
})

test('what a person mistyped is given back once they got in, and nothing else is', async () => {
  const few = await withFigures({ failuresOfAddress: 4, failuresOfAccounts: 5 })
  const from = '10.78.1.1'
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 3; n++) expect(await fail(parent.phone, { from, on: few })).toBe(400)
    expect(opened(await signIn(parent.phone, { from, on: few }))).toBe('at once')
  }
  for (let n = 0; n < 4; n++) expect(await fail(teacher.phone, { from: '10.79.1.1', on: few })).toBe(400)
  expect(opened(await signIn(parent.phone, { from, on: few }))).toBe('at once')
  expect(await fail(manager.phone, { from, on: few })).toBe(400)
  expect(opened(await signIn(parent.phone, { from, on: few }))).toBe('code')
})

test('many at once are no way round', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => fail(supervisor.phone, { from: '10.80.1.1' })))
  const failed = answers.filter((status) => status === 400).length
  expect(failed).toBeLessThan(30)
  expect(await rows(connection, `select points from rate_limits where key like 'login-tries:%'`)).toEqual([
    { points: failed },
  ])
  const few = await withFigures({ failuresOfAccounts: 3 })
  await Promise.all(Array.from({ length: 10 }, () => fail(manager.phone, { on: few })))
  expect(opened(await signIn(manager.phone, { on: few }))).toBe('code')
})

test('refused tries and tries that gained nothing are not given back, so no credit can be made of them', async () => {
  const few = await withFigures({ failuresOfAddress: 3, failuresOfAccounts: 6 })
  const from = '10.83.1.1'
  await Promise.all(Array.from({ length: 40 }, () => fail(parent.phone, { from, on: few })))
  await rows(connection, `update rate_limits set expire = 0 where key like 'login-wait%'`)
  await signIn(parent.phone, { from, on: few })
  await rows(connection, 'delete from unproved_sign_ins')
  for (let n = 0; n < 6; n++) expect(await fail(manager.phone, { on: few })).toBe(400)
  expect(opened(await signIn(manager.phone, { on: few }))).toBe('code')
})

test('a device stops being known with a new password, with the end of other sessions, and after 180 days', async () => {
  const known = async (device: string) => {
    await rows(connection, 'truncate rate_limits')
    for (let n = 0; n < 6; n++) await fail(mother.phone, { from: '10.81.1.1' })
    return (await signIn(mother.phone, { from: '10.81.1.1', cookies: { device } })).statusCode === 200
  }
  const [here, there] = [await signIn(mother.phone), await signIn(mother.phone)]
  expect([await known(deviceOf(here)), await known(deviceOf(there))]).toEqual([true, true])

  const session = here.cookies.find(({ name }) => name === 'session')!.value
  expect((await send(users.endOtherSessions, {}, { cookies: { session, device: deviceOf(here) } })).statusCode).toBe(
    200,
  )
  expect([await known(deviceOf(here)), await known(deviceOf(there))]).toEqual([true, false])

  await rows(connection, `update known_devices set last_used_at = now() - interval '181 days' where user_id = $1`, [
    mother.id,
  ])
  expect(await known(deviceOf(here))).toBe(false)

  const again = deviceOf(await signIn(mother.phone, { from: '10.82.1.1' }))
  expect(await known(again)).toBe(true)
  await send(registration.forgetPassword, { phoneNumber: mother.phone })
  const key = await codeFor(mother.phone)
  const { id } = (await send(registration.confirm, { phoneNumber: mother.phone, key })).json()
  await send(registration.setPassword, { userId: id, password: demoPassword })
  expect(await known(again)).toBe(false)
})
