import { expect, describe, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows, type Sent, sender } from '#test/harness/registering.ts'
import { standingClock } from '#test/world/standing-clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

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

const codesTo = async (phone: string) =>
  (await sql(`select 1 from outbox where event = 'code' and payload ->> 'phoneNumber' = $1`, [phone])).length

const notRight = 'The code is not correct or has expired'
const tooShort = 'Please request a new code; it will have more digits'

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
    expect(
      await sql('select tries + tries_elsewhere as tries from sms_codes order by created_at desc limit 1'),
    ).toEqual([{ tries: 5 }])
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

    // Forty have failed: codes of five digits count no more, at either process, and an alarm is raised.
    for (const on of both)
      for (const phone of [first, others[10]!])
        expect((await enter(phone, await codeFor(phone), { on })).body).toBe(tooShort)
    expect(logged.join('')).toContain('new codes have eight digits')

    // New codes have eight, for phones with and without an account; a device that the account knows may still use the old one.
    await waited()
    for (const phone of [freshPhone(), others[9]!]) {
      await send(registration.register, { phoneNumber: phone }, { on: both[0]! })
      expect(await codeFor(phone)).toHaveLength(8)
      expect((await enter(phone, await codeFor(phone), { on: both[0]! })).statusCode).toBe(200)
    }
    await sql(
      'update users set password_hash = (select password_hash from users where id = $1) where phone_number = $2',
      [teacher.id, first],
    )
    const signedIn = await send(identity.login, { phoneNumber: first, password: demoPassword })
    const device = signedIn.cookies.find(({ name }) => name === 'device')!.value
    const own = await enter(first, await codeFor(first), { on: both[1]!, cookies: { device } })
    expect(own.statusCode).toBe(200)
    const elsewhere = await enter(others[10]!, await codeFor(others[10]!), { on: both[1]!, cookies: { device } })
    expect(elsewhere.body).toBe(tooShort)
    await sql(`delete from rate_limits where key = 'codes-failed:accounts'`)
  })

  test('five hundred failures of short codes are the most there are, and guesses at no code wear nobody down', async () => {
    const failed = async () =>
      (await sql(`select points from rate_limits where key = 'codes-failed:accounts'`))[0]?.points ?? 0
    const before = await failed()
    for (let n = 0; n < 3; n++) await enter(dual.phone, '00000')
    expect(await failed()).toBe(before)

    await send(registration.register, { phoneNumber: dual.phone })
    await enter(dual.phone, await wrongFor(dual.phone))
    expect(await failed()).toBe(before + 1)
    await sql(`update rate_limits set points = 500 where key = 'codes-failed:accounts'`)
    expect((await enter(dual.phone, await codeFor(dual.phone))).body).toBe(tooShort)
    await sql(`update rate_limits set points = 499 where key = 'codes-failed:accounts'`)
    expect((await enter(dual.phone, await codeFor(dual.phone))).statusCode).toBe(200)
    expect(await failed()).toBe(499)
    await sql(`delete from rate_limits where key = 'codes-failed:accounts'`)
  })
})

describe('case 22: nobody makes us pay for messages', () => {
  test('many addresses get no more codes than the installation allows; a started registration gets its own', async () => {
    await sql('delete from rate_limits')
    const few = (await testApp({ connection, codes: { newHour: 20 } })).app
    const sent = async () => (await sql(`select 1 from outbox where event = 'code'`)).length
    const before = await sent()
    const onHisWay = freshPhone()
    const ask = (phoneNumber: string, operation: { path: string } = registration.register) =>
      send(operation, { phoneNumber }, { on: few })
    expect((await ask(onHisWay)).statusCode).toBe(200)

    const answers = []
    for (let n = 0; n < 8; n++) answers.push(...(await Promise.all(Array.from({ length: 5 }, () => ask(freshPhone())))))
    // The answer reveals nothing, and numbers with an account have codes of their own.
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await sent()) - before).toBeLessThanOrEqual(18)
    for (const phone of [parent.phone, teacher.phone])
      expect((await ask(phone, registration.forgetPassword)).statusCode).toBe(200)
    expect((await codesTo(parent.phone)) + (await codesTo(teacher.phone))).toBe(2)

    await waited()
    expect((await ask(onHisWay)).statusCode).toBe(200)
    expect((await sent()) - before).toBeLessThanOrEqual(22)
  })

  test('a day has a ceiling too', async () => {
    await sql('delete from rate_limits')
    const few = (await testApp({ connection, codes: { newDay: 10 } })).app
    const phones = Array.from({ length: 11 }, freshPhone)
    for (const phoneNumber of phones) await send(registration.register, { phoneNumber }, { on: few })
    expect(await Promise.all(phones.map(codesTo))).toEqual([...Array(9).fill(1), 0, 0])
  })
})

describe('case 23: failing for another locks nobody out', () => {
  standingClock()

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
