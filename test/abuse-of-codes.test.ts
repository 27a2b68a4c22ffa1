import { expect, describe, test } from 'vitest'
import { identity } from '#contract/identity/identity.ts'
import { registration } from '#contract/identity/registration.ts'
import { testApp } from './app.ts'
import { freshPhone, registering, rows, type Sent, sender } from './registering.ts'
import { demoPassword, world } from './world.ts'

const logged: string[] = []
const log = { write: (line: string) => void logged.push(line) }
const testing = await testApp({ log })
const { app, connection } = testing
const { codeFor, wrongFor, waited } = registering(testing)
const { teacher, parent, dual } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const send = sender(app)
const enter = (phoneNumber: string, key: string | undefined, sent?: Sent) =>
  send(registration.confirm, { phoneNumber, key }, sent)

const notRight = 'The code is not correct or has expired'

describe('case 4: five digits cannot be guessed', () => {
  test('the sixth try fails though it is right', async () => {
    const phone = freshPhone()
    await send(registration.register, { phoneNumber: phone })
    const wrong = await wrongFor(phone)
    for (let n = 0; n < 5; n++) expect((await enter(phone, wrong)).body).toBe(notRight)
    const sixth = await enter(phone, await codeFor(phone))
    expect([sixth.statusCode, sixth.body]).toEqual([400, notRight])
  })

  test('many tries at once, at two processes, are five', async () => {
    const other = (await testApp({ connection })).app
    const phone = freshPhone()
    await send(registration.register, { phoneNumber: phone })
    const wrong = await wrongFor(phone)
    await Promise.all(Array.from({ length: 20 }, (_, n) => enter(phone, wrong, { on: n % 2 ? app : other })))
    expect(await sql('select tries from sms_codes order by created_at desc limit 1')).toEqual([{ tries: 5 }])
    expect((await enter(phone, await codeFor(phone))).body).toBe(notRight)
  })

  test('a guess from many phones and addresses is one budget, of all processes', async () => {
    const codes = { failuresOfAccounts: 40 }
    const both = [(await testApp({ connection, codes, log })).app, (await testApp({ connection, codes })).app]
    const phones = (await sql('select phone_number from users order by phone_number desc limit 12')).map(
      (row) => row.phone_number as string,
    )
    for (const phone of phones) await send(registration.register, { phoneNumber: phone })
    const [first, ...others] = phones as [string, ...string[]]
    const guesses = others.slice(0, 10).flatMap((phone) => [phone, phone, phone, phone])
    // What is refused as busy was no guess.
    const guess = async (phone: string, on: (typeof both)[number]): Promise<unknown> =>
      (await enter(phone, await wrongFor(phone), { on })).statusCode === 503 && guess(phone, on)
    await Promise.all(guesses.map((phone, n) => guess(phone, both[n % 2]!)))

    // Forty have failed: the right code of any account is refused, by either process, and an alarm is raised.
    for (const on of both)
      for (const phone of [first, others[10]!])
        expect((await enter(phone, await codeFor(phone), { on })).body).toBe(notRight)
    expect(logged.join('')).toContain('codes of phones with an account are paused')

    // Phones without an account still get codes, and the owner can still sign in from a known device.
    const stranger = freshPhone()
    await send(registration.register, { phoneNumber: stranger })
    expect((await enter(stranger, await codeFor(stranger), { on: both[0]! })).statusCode).toBe(200)
    await sql(
      'update users set password_hash = (select password_hash from users where id = $1) where phone_number = $2',
      [teacher.id, first],
    )
    const signedIn = await send(identity.login, { phoneNumber: first, password: demoPassword })
    const device = signedIn.cookies.find(({ name }) => name === 'device')!.value
    const own = await enter(first, await codeFor(first), { on: both[1]!, cookies: { device } })
    expect(own.statusCode).toBe(200)
    const elsewhere = await enter(others[10]!, await codeFor(others[10]!), { on: both[1]!, cookies: { device } })
    expect(elsewhere.body).toBe(notRight)
    await sql(`delete from rate_limits where key = 'codes-failed:accounts'`)
  })

  test('six hundred failures are the most there are, and guesses at no code wear nobody down', async () => {
    const failed = async () =>
      (await sql(`select points from rate_limits where key = 'codes-failed:accounts'`))[0]?.points ?? 0
    const before = await failed()
    for (let n = 0; n < 3; n++) await enter(dual.phone, '00000')
    expect(await failed()).toBe(before)

    await send(registration.register, { phoneNumber: dual.phone })
    await enter(dual.phone, await wrongFor(dual.phone))
    expect(await failed()).toBe(before + 1)
    await sql(`update rate_limits set points = 600 where key = 'codes-failed:accounts'`)
    expect((await enter(dual.phone, await codeFor(dual.phone))).body).toBe(notRight)
    await sql(`update rate_limits set points = 599 where key = 'codes-failed:accounts'`)
    expect((await enter(dual.phone, await codeFor(dual.phone))).statusCode).toBe(200)
    expect(await failed()).toBe(599)
    await sql(`delete from rate_limits where key = 'codes-failed:accounts'`)
  })
})

describe('case 22: nobody makes us pay for messages', () => {
  test('many addresses get no more codes than the installation allows; a started registration gets its own', async () => {
    await sql('delete from rate_limits')
    const few = (await testApp({ connection, codes: { hour: 20, address: 1e6, network: 1e6 } })).app
    const sent = async () => (await sql(`select 1 from outbox where event = 'code'`)).length
    const before = await sent()
    const onHisWay = freshPhone()
    const ask = (phoneNumber: string, operation: { path: string } = registration.register) =>
      send(operation, { phoneNumber }, { on: few })
    expect((await ask(onHisWay)).statusCode).toBe(200)

    const answers = []
    for (let n = 0; n < 8; n++) answers.push(...(await Promise.all(Array.from({ length: 5 }, () => ask(freshPhone())))))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(17)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
    expect(Number((await ask(freshPhone())).headers['retry-after'])).toBeGreaterThan(0)
    for (const operation of [registration.register, registration.forgetPassword])
      expect((await ask(parent.phone, operation)).statusCode).toBe(429)

    await waited()
    expect((await ask(onHisWay)).statusCode).toBe(200)
    expect((await sent()) - before).toBeLessThanOrEqual(20)
  })

  test('a day has a ceiling too', async () => {
    await sql('delete from rate_limits')
    const few = (await testApp({ connection, codes: { day: 10 } })).app
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await send(registration.register, { phoneNumber: freshPhone() }, { on: few })).statusCode)
    expect(statuses).toEqual([...Array(9).fill(200), 429, 429])
  })
})

describe('case 23: failing for another locks nobody out', () => {
  test('the owner signs in at once from a known device, however many tries of others have failed', async () => {
    await sql('delete from rate_limits')
    const owner = world.mathsTeacher
    const signIn = (sent: Sent, password = demoPassword) =>
      send(identity.login, { phoneNumber: owner.phone, password }, sent)
    const home = await signIn({ from: '10.99.0.1' })
    const device = home.cookies.find(({ name }) => name === 'device')!.value
    for (let n = 0; n < 60; n++) await signIn({ from: `10.99.0.${n % 3}`, cookies: { device: 'made-up' } }, 'a guess')
    expect((await signIn({ from: '10.99.0.1' })).statusCode).toBe(429)
    expect((await signIn({ from: '10.99.0.1', cookies: { device } })).statusCode).toBe(200)
    expect((await signIn({ from: '10.98.0.1' })).statusCode).toBe(200)
  })
})
