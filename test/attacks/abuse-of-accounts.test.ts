import * as argon2 from '@node-rs/argon2'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows, sender } from '#test/harness/registering.ts'
import { world } from '#test/world/world.ts'
import { batches } from '#server/db/batch.ts'

// The hashing module is loaded anew, so that its calls can be counted; other files of this process share the old one.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
  vi.restoreAllMocks()
})
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const testing = await testApp()
const { app, asVisitor, connection, wire } = testing
const { codeFor, wrongFor, grantFor } = registering(testing)
const { admin, manager, teacher, parent, mother, guardian, newcomer, dual } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const send = sender(app)
const enter = (phoneNumber: string, key: string | undefined) => send(registration.confirm, { phoneNumber, key })

const matching = (text: RegExp | undefined) => text && expect.stringMatching(text)
const notRight = 'The code is not correct or has expired'
const hashes = async () =>
  (await sql(`select md5(string_agg(id || password_hash, ' ' order by id)) as all from users`))[0].all

describe('case 5: nobody learns who has an account', () => {
  const queries = vi.spyOn(batches, 'ask')

  /** An answer's bytes, without ids of its own, and what it took to make it. */
  async function traceOf(work: () => ReturnType<typeof send>) {
    queries.mockClear()
    vi.mocked(argon2.verify).mockClear()
    vi.mocked(argon2.hash).mockClear()
    const { statusCode, headers, body } = await work()
    const { 'x-request-id': _id, date: _, ...same } = headers
    return {
      statusCode,
      headers: same,
      body: body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43}|01\d{9}/g, (id) => '*'.repeat(id.length)),
      statements: queries.mock.calls.map(([{ text }]) => text).toSorted(),
      hashed: [vi.mocked(argon2.verify).mock.calls.length, vi.mocked(argon2.hash).mock.calls.length],
    }
  }

  /** Phones with an account and without, in turn: every answer and what it took is the same. */
  async function alike(
    call: (phone: string, n: number) => ReturnType<typeof send>,
    prepare?: (phone: string) => unknown,
  ) {
    const known = (await sql('select phone_number from users order by md5(phone_number) limit 5')).map(
      (row) => row.phone_number as string,
    )
    const phones = known.flatMap((phone) => [phone, freshPhone()])
    const traces = []
    for (const [n, phone] of phones.entries()) {
      await prepare?.(phone)
      traces.push(await traceOf(() => call(phone, n)))
    }
    for (const trace of traces) expect(trace).toEqual(traces[0])
    return traces[0]!
  }

  const forgetting = async () => {
    await sql('delete from rate_limits')
  }

  test('by registering with a number of a country that gets no codes, which gets none', async () => {
    await forgetting()
    await sql(`update users set phone_number = '+966505550000' where phone_number = $1`, [dual.phone])
    const phones = ['+966505550000', mother.phone, '+966505550001', freshPhone(), '+4915123456789']
    const traces = []
    for (const phoneNumber of phones) traces.push(await traceOf(() => send(registration.register, { phoneNumber })))
    await sql(`update users set phone_number = $1 where phone_number = '+966505550000'`, [dual.phone])
    for (const trace of traces) expect(trace).toEqual(traces[0])
    expect(await Promise.all(phones.map(codeFor))).toEqual([undefined, /./, undefined, /./, undefined].map(matching))
  })

  test('by registering', async () => {
    await forgetting()
    const { statusCode, statements } = await alike((phoneNumber) => send(registration.register, { phoneNumber }))
    expect([statusCode, statements.length > 5]).toEqual([200, true])
  })

  test('by a forgotten password, also when codes are requested too often', async () => {
    await forgetting()
    const ask = (phoneNumber: string) => send(registration.forgetPassword, { phoneNumber })
    expect((await alike(ask)).statusCode).toBe(200)
    await forgetting()
    expect((await alike(ask, ask)).statusCode).toBe(429)
    const phone = freshPhone()
    await ask(phone)
    expect(await codeFor(phone)).toBeUndefined()
  })

  test('by a wrong code, no code, or the right one', async () => {
    await forgetting()
    const register = (phoneNumber: string) => send(registration.register, { phoneNumber })
    expect((await alike((phone) => enter(phone, '00000'))).body).toBe(notRight)
    const wrong = new Map<string, string>()
    const prepared = async (phone: string) => {
      await register(phone)
      wrong.set(phone, await wrongFor(phone))
    }
    expect((await alike((phone) => enter(phone, wrong.get(phone)), prepared)).body).toBe(notRight)
    await forgetting()
    const right = new Map<string, string>()
    const known = async (phone: string) => {
      await register(phone)
      right.set(phone, (await codeFor(phone))!)
    }
    expect((await alike((phone) => enter(phone, right.get(phone)), known)).statusCode).toBe(200)
  })

  test('by signing in with a wrong password', async () => {
    await forgetting()
    const { statusCode, hashed } = await alike((phoneNumber) =>
      send(identity.login, { phoneNumber, password: 'not this one' }),
    )
    expect([statusCode, hashed]).toEqual([400, [1, 0]])
  })

  test('by finding a person by phone, except for staff who need it: they are counted and audited', async () => {
    for (const person of [newcomer, parent])
      expect(await wire(users.byPhone.path, { phoneNumber: teacher.phone }, { as: person })).toMatchObject({
        status: 403,
      })
    expect((await wire(users.byPhone.path, { phoneNumber: teacher.phone })).status).toBe(401)
    // A school that nobody has reviewed makes its founder a manager, not somebody who may look people up.
    for (const person of [world.pendingManager, world.closedManager])
      expect(await wire(users.byPhone.path, { phoneNumber: teacher.phone }, { as: person })).toMatchObject({
        status: 409,
        text: 'Your school is not approved yet or not active; people can be found and linked once it is',
      })

    const found = await wire(users.byPhone.path, { phoneNumber: teacher.phone }, { as: manager })
    expect(found.json()).toMatchObject({ id: teacher.id })
    const nobody = await wire(users.byPhone.path, { phoneNumber: freshPhone() }, { as: manager })
    expect([nobody.status, nobody.json()]).toEqual([200, null])
    const lines = await sql(
      'select person_id, outcome, target_id from audit_lines where request_id = any ($1) order by id',
      [[found, nobody].map(({ headers }) => headers['x-request-id'])],
    )
    const line = { person_id: manager.id, outcome: 'read' }
    expect(lines).toEqual([
      { ...line, target_id: teacher.id },
      { ...line, target_id: null },
    ])
  })
})

describe('case 6: nobody sets another’s password', () => {
  const setPassword = (grant: string, password = 'taken over now') =>
    send(registration.setPassword, { userId: grant, password })

  test('with a user id for a grant', async () => {
    const before = await hashes()
    for (const { id } of [admin, manager, teacher, parent, newcomer]) {
      for (const answer of [
        await setPassword(id),
        await send(registration.saveMainInfo, {
          id,
          userName: 'x',
          firstName: 'x',
          lastName: 'x',
          password: 'taken over now',
        }),
      ])
        expect([answer.statusCode, answer.body]).toEqual([400, 'Please confirm your phone number again'])
      const asOther = await wire(
        registration.setPassword.path,
        { userId: id, password: 'taken over now' },
        { as: dual },
      )
      expect(asOther.status).toBe(400)
    }
    expect(await hashes()).toBe(before)
  })

  test('with a grant used already, or many times at once', async () => {
    await sql('delete from rate_limits')
    const grant = await grantFor(guardian.phone)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => setPassword(grant, `password ${n}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const set = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect((await setPassword(grant, 'once more please')).statusCode).toBe(400)
    const me = await asVisitor(identity.login, { phoneNumber: guardian.phone, password: `password ${set}` })
    expect(me.user.id).toBe(guardian.id)
  })

  test('with the grant of one’s own phone: only that account changes, whichever person is signed in', async () => {
    await sql('delete from rate_limits')
    const others = async () =>
      (
        await sql('select md5(string_agg(u::text, id::text order by id)) as all from users u where id <> $1', [
          mother.id,
        ])
      )[0]
    const before = await others()
    const grant = await grantFor(mother.phone)
    const body = { userId: grant, password: 'my own password' }
    expect((await wire(registration.setPassword.path, body, { as: parent })).status).toBe(200)
    expect(await others()).toEqual(before)
    expect((await asVisitor(identity.login, { phoneNumber: mother.phone, password: 'my own password' })).user.id).toBe(
      mother.id,
    )
  })
})
