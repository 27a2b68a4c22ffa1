import { beforeEach, expect, test } from 'vitest'
import { identity } from '#contract/identity/identity.ts'
import { registration } from '#contract/identity/registration.ts'
import { users } from '#contract/identity/users.ts'
import { testApp } from '#test/app.ts'
import { freshPhone, registering, rows, type Sent, sender } from '#test/registering.ts'
import { standingClock } from '#test/standing-clock.ts'
import { demoPassword, world } from '#test/world.ts'

const testing = await testApp()
const { app, connection } = testing
const { grantFor, codeFor } = registering(testing)
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
const paused = [429, 'Signing in on a new device is paused; use "Forgot password" to receive a code']
const answerOf = ({ statusCode, body }: Awaited<ReturnType<typeof signIn>>) => [statusCode, body]

standingClock()
beforeEach(() => rows(connection, 'truncate rate_limits'))

test('all addresses of one household of IPv6 are one', async () => {
  const statuses = []
  for (let n = 1; n <= 6; n++) statuses.push(await fail(supervisor.phone, { from: `2001:db8:1:1::${n}` }))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect(answerOf(await signIn(supervisor.phone, { from: '2001:db8:1:1:ffff::1' }))).toEqual(slow)
  expect((await signIn(supervisor.phone, { from: '2001:db8:1:2::1' })).statusCode).toBe(200)
})

test('a network has a count of its own, in which it may fail more often', async () => {
  for (let n = 1; n <= 15; n++) expect(await fail(supervisor.phone, { from: `2001:db8:2:${n}::1` })).toBe(400)
  expect(answerOf(await signIn(supervisor.phone, { from: '2001:db8:2:99::1' }))).toEqual(slow)
  expect((await signIn(supervisor.phone, { from: '2001:db8:3:1::1' })).statusCode).toBe(200)
})

test('one phone guessed at from everywhere is slow for all but the devices it knows', async () => {
  const device = deviceOf(await signIn(mother.phone))
  for (let n = 1; n <= 30; n++) expect(await fail(mother.phone)).toBe(400)
  expect(answerOf(await signIn(mother.phone))).toEqual(slow)
  expect((await signIn(mother.phone, { cookies: { device } })).statusCode).toBe(200)
  expect((await signIn(manager.phone)).statusCode).toBe(200)
})

test('one address that tries many phones is stopped, and so is its network', async () => {
  const few = await withFigures({ failuresOfAddress: 3, failuresOfNetwork: 5, failuresOfAccounts: 1e9 })
  const spray = (from: string) => fail(freshPhone(), { from, on: few })
  const inTurn = []
  for (const last of [1, 1, 1, 1, 2, 2, 2, 3]) inTurn.push(await spray(`10.77.1.${last}`))
  expect(inTurn).toEqual([400, 400, 400, 429, 400, 400, 429, 429])
  expect(await spray('10.77.2.1')).toBe(400)
})

test('beyond the budget of the installation new devices wait, whatever the phone, and the operator reads of it', async () => {
  const device = deviceOf(await signIn(mother.phone))
  const lines: string[] = []
  const few = await withFigures({ failuresOfAccounts: 4 }, lines)
  for (let n = 0; n < 6; n++) expect(await fail(freshPhone(), { on: few })).toBe(400)
  expect(lines).toEqual([])
  for (const { phone } of [teacher, parent, manager, supervisor]) expect(await fail(phone, { on: few })).toBe(400)
  expect(lines.join()).toContain('signing in on a new device is paused for a day')
  expect(lines).toHaveLength(1)

  expect(answerOf(await signIn(teacher.phone, { on: few }))).toEqual(paused)
  expect(answerOf(await signIn(freshPhone(), { on: few }))).toEqual(paused)
  expect((await signIn(mother.phone, { on: few, cookies: { device } })).statusCode).toBe(200)
})

test('who receives a code gets in while new devices are paused: choosing the password makes the device known', async () => {
  const phone = freshPhone()
  const few = await withFigures({ failuresOfAccounts: 1 })
  await fail(teacher.phone, { on: few })
  const set = await send(registration.setPassword, { userId: await grantFor(phone), password: 'fresh and long' })
  expect(set.statusCode).toBe(200)
  expect(answerOf(await signIn(phone, { on: few }, 'fresh and long'))).toEqual(paused)
  const sent = { on: few, cookies: { device: deviceOf(set) } }
  expect((await signIn(phone, sent, 'fresh and long')).statusCode).toBe(200)
})

test('what a person mistyped is given back once they got in, and nothing else is', async () => {
  const few = await withFigures({ failuresOfAddress: 4, failuresOfAccounts: 5 })
  const from = '10.78.1.1'
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 3; n++) expect(await fail(parent.phone, { from, on: few })).toBe(400)
    expect((await signIn(parent.phone, { from, on: few })).statusCode).toBe(200)
  }
  for (let n = 0; n < 4; n++) expect(await fail(teacher.phone, { from: '10.79.1.1', on: few })).toBe(400)
  expect((await signIn(parent.phone, { from, on: few })).statusCode).toBe(200)
  expect(await fail(manager.phone, { from, on: few })).toBe(400)
  expect(answerOf(await signIn(parent.phone, { from, on: few }))).toEqual(paused)
})

test('many at once are no way round', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => fail(supervisor.phone, { from: '10.80.1.1' })))
  expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(5)
  await rows(connection, 'truncate rate_limits')
  const few = await withFigures({ failuresOfAccounts: 3 })
  const others = await Promise.all(Array.from({ length: 30 }, () => fail(manager.phone, { on: few })))
  expect(others.filter((status) => status === 400)).toHaveLength(3)
})

test('refused tries are not given back with a success, so no credit can be made of them', async () => {
  const few = await withFigures({ failuresOfAccounts: 10 })
  const from = '10.83.1.1'
  await Promise.all(Array.from({ length: 40 }, () => fail(parent.phone, { from, on: few })))
  await rows(connection, `update rate_limits set expire = 0 where key like 'login-wait%'`)
  expect((await signIn(parent.phone, { from, on: few })).statusCode).toBe(200)
  for (let n = 0; n < 10; n++) expect(await fail(manager.phone, { on: few })).toBe(400)
  expect(answerOf(await signIn(manager.phone, { on: few }))).toEqual(paused)
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
