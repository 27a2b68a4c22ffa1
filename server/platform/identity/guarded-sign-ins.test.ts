import { beforeEach, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { proof } from '#contract/platform/identity/proof.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { testApp } from '#test/harness/app.ts'
import { registering, rows, type Sent, sender } from '#test/harness/registering.ts'
import { standingClock } from '#test/world/standing-clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const figures = { failuresOfAddress: 1e9, failuresOfNetwork: 1e9, failuresOfAccounts: 12 }
const testing = await testApp({ logins: figures })
const { app, connection } = testing
const { codeFor, wrongFor } = registering(testing)
const { manager, parent, mother, teacher, supervisor, deputy, guardian, mathsTeacher } = world
const people = [manager, parent, mother, teacher, supervisor, deputy, guardian, mathsTeacher]

const origin = 'http://localhost:3000'
const send = sender(app)
const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const signIn = (phoneNumber: string, sent: Sent = {}, password: string = demoPassword) =>
  send(identity.login, { phoneNumber, password }, sent)
type Answer = Awaited<ReturnType<typeof signIn>>
const cookiesOf = ({ cookies }: Answer) => Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
const codesSent = async () => (await sql(`select 1 from outbox where event = 'code'`)).length
const quietDay = () => sql('truncate rate_limits')
/** The installation as it is after strangers have tried more passwords than its figure, each from a network of its own. */
async function guessed() {
  for (let n = 0; n < 14; n++) await signIn(people[n % people.length]!.phone, {}, `not this ${n}`)
}
/** Signs in on a new device with the password and, if it is needed, one code. */
async function signInWithCode(phone: string, from: string) {
  const answer = await signIn(phone, { from })
  const cookies = cookiesOf(answer)
  expect(answer.json()).toMatchObject({ proofDue: true, permissions: [], schools: [], isParent: false })
  expect(cookies.device).toBeUndefined()
  expect((await send(proof.sendCode, {}, { from, cookies })).statusCode).toBe(200)
  const given = await send(proof.give, { way: 'sms', code: await codeFor(phone) }, { from, cookies })
  expect(given.statusCode).toBe(200)
  return { ...cookies, ...cookiesOf(given) }
}

standingClock()
beforeEach(async () => {
  await quietDay()
  for (const table of ['unproved_sign_ins', 'known_devices', 'sms_codes']) await sql(`delete from ${table}`)
  await sql(`delete from outbox where event = 'code'`)
})

test('after guesses from everywhere, everybody signs in on a new device with the password and one code', async () => {
  await guessed()
  expect(await codesSent()).toBe(0)
  for (const [n, { phone }] of people.entries()) {
    const from = `10.60.${n}.1`
    const cookies = await signInWithCode(phone, from)
    const me = await app.inject({ url: `/${identity.me.path}`, cookies })
    expect(me.json()).toMatchObject({ proofDue: false })
    expect((await signIn(phone, { from, cookies })).json().proofDue).toBe(false)
  }
  expect(await codesSent()).toBe(people.length)
  expect(await sql('select from unproved_sign_ins')).toEqual([])
})

test('hundreds of typing errors behind one address keep nobody from signing in, there or elsewhere', async () => {
  const usual = (await testApp({ connection, logins: { ...figures, failuresOfAddress: 20, failuresOfNetwork: 60 } }))
    .app
  const from = '10.61.1.1'
  for (let n = 0; n < 60; n++) {
    const phone = `0112${String(n).padStart(7, '0')}`
    expect((await signIn(phone, { from, on: usual }, 'mistyped')).statusCode).toBe(400)
  }
  for (const { phone } of people.slice(0, 4)) expect((await signIn(phone, { from, on: usual })).statusCode).toBe(200)
  expect((await signIn(guardian.phone, { on: usual })).json().proofDue).toBe(false)
})

test('a password that was guessed while a code was needed opens nothing on a quiet day either, until it is changed', async () => {
  const device = cookiesOf(await signIn(parent.phone))
  await guessed()
  const stranger = cookiesOf(await signIn(parent.phone))
  for (let n = 0; n < 3; n++) {
    const code = (await codeFor(parent.phone)) ? await wrongFor(parent.phone) : '00000'
    expect((await send(proof.give, { way: 'sms', code }, { cookies: stranger })).statusCode).toBe(400)
  }
  await quietDay()
  expect((await signIn(parent.phone)).json().proofDue).toBe(true)
  expect((await signIn(parent.phone, { cookies: { device: device.device! } })).json().proofDue).toBe(false)

  // The owner proves a device of their own; what the stranger knows is still worth nothing.
  await signInWithCode(parent.phone, '10.62.1.1')
  expect((await signIn(parent.phone)).json().proofDue).toBe(true)
  const changed = { oldPassword: demoPassword, newPassword: 'a better one 77', confirmNewPassword: 'a better one 77' }
  const own = cookiesOf(await signIn(parent.phone, { cookies: { device: device.device! } }))
  expect((await send(users.changePassword, changed, { cookies: own })).statusCode).toBe(200)
  expect((await signIn(parent.phone, {}, 'a better one 77')).json().proofDue).toBe(false)
  await sql('update users set password_hash = (select password_hash from users where id = $1) where id = $2', [
    mother.id,
    parent.id,
  ])
})

test('a password chosen with a code ends the need of one as well', async () => {
  await guessed()
  await signIn(mother.phone)
  await quietDay()
  await send(registration.forgetPassword, { phoneNumber: mother.phone })
  const key = await codeFor(mother.phone)
  const { id } = (await send(registration.confirm, { phoneNumber: mother.phone, key })).json()
  expect((await send(registration.setPassword, { userId: id, password: demoPassword })).statusCode).toBe(200)
  expect((await signIn(mother.phone)).json().proofDue).toBe(false)
})

test('a code of a school confirms no such sign-in, and the session opens nothing until it is confirmed', async () => {
  await guessed()
  const answer = await signIn(teacher.phone)
  const cookies = cookiesOf(answer)
  const due = await app.inject({ url: `/${proof.get.path}`, method: proof.get.method, cookies, headers: { origin } })
  expect(due.json()).toEqual({ due: true, because: 'guesses', ways: ['sms'] })
  const given = await send(proof.give, { way: 'school', code: '23456789AB' }, { cookies })
  expect([given.statusCode, given.body]).toEqual([409, 'Only a code by SMS confirms this sign-in'])
  expect((await send(users.sessions, {}, { cookies })).statusCode).toBe(403)
})
