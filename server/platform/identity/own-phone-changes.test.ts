import { beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { users } from '#contract/platform/identity/users.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection, wire } = app
const { sql, published } = tracesIn(connection)
const { codeFor, wrongFor, waited } = registering(app)
const { parent, mother, newcomer } = world

const notRight = refused(400, 'The code is not correct or has expired')
const taken = refused(409, 'Somebody has an account with this number')
const numberOf = async ({ id }: { id: string }) =>
  (await sql('select phone_number from users where id = $1', [id]))[0].phone_number

beforeEach(() => sql('truncate rate_limits'))

describe('a person changes their number', () => {
  const start = (phoneNumber: string) => as(mother)(ownPhoneChanges.sendCodes, { phoneNumber })
  const change = async (phoneNumber: string, more: object = {}) =>
    as(mother)(ownPhoneChanges.change, {
      phoneNumber,
      oldCode: (await codeFor(mother.phone))!,
      newCode: (await codeFor(phoneNumber))!,
      password: demoPassword,
      ...more,
    })

  test('not without their password and the codes of both numbers', async () => {
    const phoneNumber = freshPhone()
    await start(phoneNumber)
    await expect(change(phoneNumber, { password: 'another one' })).rejects.toMatchObject({ status: 400 })
    await expect(change(phoneNumber, { oldCode: await wrongFor(mother.phone) })).rejects.toMatchObject(notRight)
    await expect(change(phoneNumber, { newCode: await wrongFor(phoneNumber) })).rejects.toMatchObject(notRight)
    expect(await numberOf(mother)).toBe(mother.phone)
  })

  test('not to one that somebody has an account with, and that is not revealed', async () => {
    expect(await start(parent.phone)).toEqual({ done: true, changed: 1 })
    expect(await codeFor(parent.phone)).toBeUndefined()
    await expect(change(parent.phone, { newCode: '12345' })).rejects.toMatchObject(notRight)
    expect(await numberOf(mother)).toBe(mother.phone)
    await waited()
    await expect(start(mother.phone)).rejects.toMatchObject(refused(400, 'This is your number already'))
  })

  test('and other sessions and devices end, and both numbers are notified', async () => {
    const { token } = await asVisitor(identity.login, { phoneNumber: mother.phone, password: demoPassword })
    const phoneNumber = freshPhone()
    await start(phoneNumber)
    await change(phoneNumber)
    expect(await numberOf(mother)).toBe(phoneNumber)
    const other = await wire(users.sessions.path, {}, { headers: { authorization: `Bearer ${token}` } })
    expect(other.status).toBe(401)
    expect(await as(mother)(users.sessions, {})).toHaveLength(1)
    expect(await sql('select from known_devices where user_id = $1', [mother.id])).toEqual([])
    expect((await published('phone changed')).map(({ payload }) => payload.phoneNumber)).toEqual([
      mother.phone,
      phoneNumber,
    ])
    const lines = await as(mother)(users.accountLines, {})
    expect(lines[0]).toMatchObject({ event: 'phoneChanged' })
    await sql('update users set phone_number = $2 where id = $1', [mother.id, mother.phone])
  })

  test('two people who want the same number do not both get it', async () => {
    const phoneNumber = freshPhone()
    await start(phoneNumber)
    await sql('update users set phone_number = $2 where id = $1', [newcomer.id, phoneNumber])
    await expect(change(phoneNumber)).rejects.toMatchObject(taken)
    expect(await numberOf(mother)).toBe(mother.phone)
    await sql('update users set phone_number = $2 where id = $1', [newcomer.id, newcomer.phone])
  })
})
