import { describe, expect, test } from 'vitest'
import { registration } from '#contract/platform/identity/registration.ts'
import { testApp } from '#test/harness/app.ts'
import { codeFigures } from './code-figures.ts'
import { freshPhone, registering, rows } from '#test/harness/registering.ts'
import { world } from '#test/world/world.ts'

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
    // A slow machine may take some seconds of them.
    expect(waits).toEqual([30, 120, 3600].map((seconds) => expect.closeTo(seconds, -1.3)))
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
  const usual = async () => {
    await sql('truncate rate_limits')
    return withFigures(codeFigures)
  }

  test('made-up numbers from seven addresses use up no code of a number with an account or an invitation', async () => {
    const on = await usual()
    const madeUp = Array.from({ length: 7 * 14 }, freshPhone)
    for (const [n, phone] of madeUp.entries())
      expect((await ask(phone, { from: `10.${90 + (n % 7)}.1.1`, on })).statusCode).toBe(200)
    const sent = (await Promise.all(madeUp.map(sentTo))).reduce((sum, n) => sum + n, 0)
    expect(sent).toBeLessThanOrEqual(70)
    expect(sent).toBeGreaterThan(0)

    const invited = freshPhone()
    await sql(
      `insert into staff_invitations (school_id, id, phone_number, invited_by) values ($1, gen_random_uuid(), $2, $3)`,
      [world.nile.id, invited, world.manager.id],
    )
    const known = [world.mother, world.manager, world.teacher, world.deputy].map(({ phone }) => phone)
    for (const [n, phone] of [...known, invited].entries()) {
      expect(
        (
          await ask(phone, {
            path: invited === phone ? register.path : forgetPassword.path,
            from: `10.${100 + n}.1.1`,
            on,
          })
        ).statusCode,
      ).toBe(200)
      expect(await sentTo(phone)).toBe(1)
    }
  })

  test('sixty parents behind one address all get theirs, because each that is confirmed lets in more', async () => {
    const on = await usual()
    let waiting = Array.from({ length: 60 }, freshPhone)
    for (let round = 0; round < 3; round++) {
      await waited()
      for (const phone of waiting) expect((await ask(phone, { from: '10.110.1.1', on })).statusCode).toBe(200)
      for (const phone of waiting) {
        const key = await codeFor(phone)
        if (key)
          await on.inject({
            method: 'POST',
            url: `/${registration.confirm.path}`,
            payload: { phoneNumber: phone, key },
            remoteAddress: '10.110.1.1',
          })
      }
      waiting = (await Promise.all(waiting.map(async (phone) => ((await sentTo(phone)) === 0 ? [phone] : [])))).flat()
    }
    expect(waiting).toEqual([])
  })

  test('whoever requests codes for the phone of another does not keep its owner from one', async () => {
    const on = await usual()
    for (let n = 0; n < 3; n++) {
      expect((await ask(world.parent.phone, { path: forgetPassword.path, from: '10.111.1.1', on })).statusCode).toBe(
        200,
      )
      await waited()
    }
    retryAfter(await ask(world.parent.phone, { path: forgetPassword.path, from: '10.111.1.2', on }))
    expect((await ask(world.parent.phone, { path: forgetPassword.path, from: '10.112.1.1', on })).statusCode).toBe(200)
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

  test('of a code from elsewhere do not use up those of the address that requested it', async () => {
    const phone = freshPhone()
    await ask(phone, { from: '10.9.8.1' })
    for (let n = 0; n < 6; n++) expect((await enter(phone, await wrongFor(phone), '10.9.9.1')).statusCode).toBe(400)
    expect((await enter(phone, (await codeFor(phone))!, '10.9.9.1')).statusCode).toBe(400)
    expect((await enter(phone, (await codeFor(phone))!, '10.9.8.1')).statusCode).toBe(200)
  })

  test('that failed too often behind an address let nobody there be refused: new codes are longer', async () => {
    const few = await withFigures({ failuresOfAddress: 3 })
    const [here, phone, other] = ['10.9.6.1', freshPhone(), freshPhone()]
    for (const number of [phone, other]) await ask(number, { from: here, on: few })
    for (let n = 0; n < 3; n++) expect((await enter(phone, await wrongFor(phone), here, few)).statusCode).toBe(400)
    const short = (await codeFor(other))!
    const refused = await enter(other, short, here, few)
    expect([refused.statusCode, refused.body]).toEqual([400, 'Please request a new code; it will have more digits'])
    await waited()
    expect((await ask(other, { from: here, on: few })).statusCode).toBe(200)
    const long = (await codeFor(other))!
    expect([short.length, long.length]).toEqual([5, 8])
    expect((await enter(other, long, here, few)).statusCode).toBe(200)
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
    const { lines, on } = await watching({ alarmEvery: 4, addressAlarmed: 50, networkAlarmed: 50 })
    for (let n = 0; n < 8; n++) await ask(freshPhone(), { on })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('of 8 codes sent within an hour only 0 were confirmed')

    // While few are confirmed, an address of strangers gets fewer.
    const few = await watching({ alarmEvery: 4, address: 50, addressAlarmed: 3 })
    const phones = Array.from({ length: 6 }, freshPhone)
    for (const phone of phones) await ask(phone, { on: few.on })
    expect(await Promise.all(phones.map(sentTo))).toEqual([1, 1, 1, 1, 0, 0])

    const good = await watching({ alarmEvery: 4 })
    for (let n = 0; n < 4; n++) {
      const phone = freshPhone()
      await ask(phone, { on: good.on })
      if (n < 2) await confirm(phone, (await codeFor(phone))!)
    }
    expect(good.lines).toEqual([])
  })
})
