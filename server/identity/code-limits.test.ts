import { describe, expect, test } from 'vitest'
import { registration } from '#contract/identity/registration.ts'
import { testApp } from '#test/app.ts'
import { freshPhone, registering, rows } from '#test/registering.ts'
import { world } from '#test/world.ts'

const testing = await testApp()
const { app, connection } = testing
const { codeFor, confirm, wrongFor, waited } = registering(testing)
const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)

const { register, forgetPassword } = registration

const ask = (phoneNumber: string, { path = register.path, from = '10.9.0.1', on = app } = {}) =>
  on.inject({ method: 'POST', url: `/${path}`, payload: { phoneNumber }, remoteAddress: from })

const retryAfter = (answer: Awaited<ReturnType<typeof ask>>) => {
  expect([answer.statusCode, answer.body]).toEqual([429, 'Too many requests, please wait'])
  return Number(answer.headers['retry-after'])
}

const sentTo = async (phoneNumber: string) =>
  (await sql(`select 1 from outbox where event = 'code' and payload ->> 'phoneNumber' = $1`, [phoneNumber])).length

/** An app on the same database with other figures. */
const withFigures = async (codes: object) => (await testApp({ connection, codes })).app

describe('codes for one phone', () => {
  test.each([
    ['a phone without an account', freshPhone()],
    ['a phone with one', world.parent.phone],
  ])('%s: are sent three in an hour and five in a day, each after a longer wait', async (_, phone) => {
    const waits = []
    for (let sent = 0; sent < 3; sent++) {
      expect((await ask(phone)).statusCode).toBe(200)
      waits.push(retryAfter(await ask(phone)))
      await waited()
    }
    expect(waits).toEqual([30, 120, 3600])
    const nextHour = () => sql(`update rate_limits set expire = 0 where key like 'codes-phone-hour%'`)
    await nextHour()
    expect((await ask(phone)).statusCode).toBe(200)
    expect(retryAfter(await ask(phone))).toBe(1920)
    await waited()
    expect((await ask(phone)).statusCode).toBe(200)
    await waited()
    await nextHour()
    expect(retryAfter(await ask(phone))).toBeGreaterThan(23 * 3600)
    expect(await sentTo(phone)).toBe(5)
  })

  test('are counted over both ways of requesting them, and a request that comes too early is not counted', async () => {
    const phone = world.guardian.phone
    await ask(phone)
    for (let n = 0; n < 5; n++) retryAfter(await ask(phone, { path: forgetPassword.path }))
    await waited()
    expect((await ask(phone, { path: forgetPassword.path })).statusCode).toBe(200)
    expect(await sentTo(phone)).toBe(2)
  })

  test('requested many times at once are one', async () => {
    const phone = freshPhone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(phone)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await sentTo(phone)).toBe(1)
  })

  test('that are refused leave the older code alive', async () => {
    const phone = freshPhone()
    await ask(phone)
    retryAfter(await ask(phone))
    expect((await confirm(phone, (await codeFor(phone))!)).phoneNumber).toBe(phone)
  })
})

describe('codes for all', () => {
  test('are limited by address, and by the network around it', async () => {
    const few = await withFigures({ address: 3, network: 5 })
    const from = async (address: string) => (await ask(freshPhone(), { from: address, on: few })).statusCode
    const inTurn = []
    for (const last of [1, 1, 1, 1, 2, 2, 2, 3]) inTurn.push(await from(`10.9.1.${last}`))
    expect(inTurn).toEqual([200, 200, 200, 429, 200, 200, 429, 429])
    expect(await from('10.9.2.1')).toBe(200)
  })

  test('requested from many addresses at once stay within the limit', async () => {
    const few = await withFigures({ network: 7 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => ask(freshPhone(), { from: `10.9.3.${n}`, on: few })),
    )
    const sent = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(sent).toBeLessThanOrEqual(7)
    for (let n = 0; n < 8 - sent; n++) await ask(freshPhone(), { from: `10.9.3.2`, on: few })
    expect((await ask(freshPhone(), { from: '10.9.3.1', on: few })).statusCode).toBe(429)
  })

  test('a phone refused for its address may request at once from another', async () => {
    const few = await withFigures({ address: 1 })
    await ask(freshPhone(), { from: '10.9.4.1', on: few })
    const phone = freshPhone()
    retryAfter(await ask(phone, { from: '10.9.4.1', on: few }))
    expect((await ask(phone, { from: '10.9.5.1', on: few })).statusCode).toBe(200)
  })
})

describe('tries', () => {
  const enter = (phoneNumber: string, key: string, from: string, on = app) =>
    on.inject({
      method: 'POST',
      url: `/${registration.confirm.path}`,
      payload: { phoneNumber, key },
      remoteAddress: from,
    })

  test('that failed are counted a day by address, right ones are not', async () => {
    const few = await withFigures({ failuresOfAddress: 3 })
    const right = async () => {
      const phone = freshPhone()
      await ask(phone)
      return (await enter(phone, (await codeFor(phone))!, '10.9.6.1', few)).statusCode
    }
    const phone = freshPhone()
    await ask(phone)
    const wrong = async () => (await enter(phone, await wrongFor(phone), '10.9.6.1', few)).statusCode
    expect([await wrong(), await right(), await wrong(), await right(), await right()]).toEqual([
      400, 200, 400, 200, 200,
    ])
    expect([await wrong(), await wrong()]).toEqual([400, 429])
    const limited = await enter(phone, (await codeFor(phone))!, '10.9.6.1', few)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await enter(phone, (await codeFor(phone))!, '10.9.7.1', few)).statusCode).toBe(200)
  })
})

describe('the operator is alarmed', () => {
  const watching = async (codes: object) => {
    await sql('truncate rate_limits')
    const lines: string[] = []
    return { lines, on: (await testApp({ connection, codes, log: { write: (line) => void lines.push(line) } })).app }
  }

  test('when many codes go to one range of numbers, once', async () => {
    const { lines, on } = await watching({ alarmOfRange: 3 })
    for (const last of ['0001', '0002', '0003', '0004']) await ask(`0127777${last}`, { on })
    await ask('01266660001', { on })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('3 codes were sent to numbers beginning with 0127777 within an hour')
  })

  test('when few of the codes are confirmed, and not when enough are', async () => {
    const { lines, on } = await watching({ alarmEvery: 4 })
    for (let n = 0; n < 8; n++) await ask(freshPhone(), { on })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('of 8 codes sent within an hour only 0 were confirmed')

    const good = await watching({ alarmEvery: 4 })
    for (let n = 0; n < 4; n++) {
      const phone = freshPhone()
      await ask(phone, { on: good.on })
      if (n < 2) await confirm(phone, (await codeFor(phone))!)
    }
    expect(good.lines).toEqual([])
  })
})
