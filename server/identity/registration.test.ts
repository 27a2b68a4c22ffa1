import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { identity } from '#contract/identity.ts'
import { registration } from '#contract/registration.ts'
import { withClient } from '#server/database.ts'
import { newKey, testApp } from '#test/app.ts'
import { demoPassword, world } from '#test/world.ts'

const { as, asVisitor, connection, tokenOf, wire } = await testApp()
const { parent, guardian, mother, newcomer, supervisor } = world

const sql = (text: string, values: unknown[] = []) =>
  withClient(connection, async (client) => (await client.query(text, values)).rows)

let phones = 0
/** A phone nobody has asked about yet. */
const freshPhone = () => `0111${String(++phones).padStart(7, '0')}`

/** The code sent to a phone last. */
const codeFor = async (phoneNumber: string) =>
  (
    await sql(
      `select payload ->> 'code' as code from outbox where event = 'code' and payload ->> 'phoneNumber' = $1
       order by id desc limit 1`,
      [phoneNumber],
    )
  )[0]?.code as string

/** Another code than the right one. */
const wrongFor = async (phoneNumber: string) =>
  String((Number(await codeFor(phoneNumber)) + 1) % 100_000).padStart(5, '0')

const grantFor = async (phoneNumber: string) => {
  await asVisitor(registration.register, { phoneNumber })
  return (await asVisitor(registration.confirm, { phoneNumber, code: await codeFor(phoneNumber) })).grant
}
const hashOf = (text: string) => createHash('sha256').update(text).digest()
const signIn = (phoneNumber: string, password: string) => asVisitor(identity.login, { phoneNumber, password })

const notRight = { status: 400, message: 'The code is not correct or has expired' }
const again = { status: 400, message: 'Please confirm your phone number again' }

describe('registering', () => {
  test('takes a phone, the code that came to it, and a password', async () => {
    const phoneNumber = freshPhone()
    const { id } = await asVisitor(registration.register, { phoneNumber })
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await sql('select id from users where phone_number = $1 or id = $2', [phoneNumber, id])).toEqual([])

    const code = await codeFor(phoneNumber)
    expect(code).toMatch(/^\d{5}$/)
    const confirmed = await asVisitor(registration.confirm, { phoneNumber, code })
    expect(confirmed).toEqual({ grant: expect.stringMatching(/^[\w-]{43}$/), phoneNumber })
    expect(await sql('select id from users where phone_number = $1', [phoneNumber])).toEqual([])

    const done = await asVisitor(registration.setPassword, { grant: confirmed.grant, password: 'first password' })
    expect(done).toEqual({ done: true, changed: 1 })
    const me = await signIn(phoneNumber, 'first password')
    expect(me.user).toMatchObject({ phoneNumber, firstName: '', lastName: '', userType: 1 })
    expect(me.permissions).toEqual(['CreateSchool', 'ViewChildernsList'])
    const roles = await sql('select role_id, school_id from user_roles where user_id = $1', [me.user.id])
    expect(roles).toEqual([{ role_id: '01900000-0000-7000-8000-000000000001', school_id: null }])
  })

  test('may give the names with the password', async () => {
    const phoneNumber = freshPhone()
    const names = { userName: 'salma', firstName: 'سلمى', lastName: 'عمر' }
    const user = await asVisitor(registration.saveMainInfo, {
      ...names,
      grant: await grantFor(phoneNumber),
      password: 'first password',
      confirmPassword: 'first password',
    })
    expect(user).toMatchObject({ ...names, phoneNumber, birthDay: null, imageUrl: null, version: 2 })
    expect((await signIn(phoneNumber, 'first password')).user).toMatchObject(names)
  })

  test('in the digits of any script is one account', async () => {
    const phoneNumber = freshPhone()
    const arabic = phoneNumber.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    await asVisitor(registration.register, { phoneNumber: arabic })
    const code = (await codeFor(phoneNumber)).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)
    const { grant } = await asVisitor(registration.confirm, { phoneNumber: `+2${phoneNumber}`, code })
    await asVisitor(registration.setPassword, { grant, password: 'first password' })
    expect((await signIn(arabic, 'first password')).user.phoneNumber).toBe(phoneNumber)
    expect(await sql('select 1 from users where phone_number = $1', [phoneNumber])).toHaveLength(1)
  })
})
