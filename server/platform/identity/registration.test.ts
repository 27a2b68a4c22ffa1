import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { freshPhone, registering, rows } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'

const testing = await testApp()
const { as, asVisitor, connection, tokenOf, wire } = testing
const { codeFor, confirm, wrongFor, grantFor } = registering(testing)
const { parent, guardian, mother, newcomer, supervisor } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const signIn = (phoneNumber: string, password: string) => asVisitor(identity.login, { phoneNumber, password })
const hashOf = (text: string) => createHash('sha256').update(text).digest()

const confirmAgain = { status: 400, message: 'Please confirm your phone number again' }
const names = { userName: 'salma', firstName: 'سلمى', lastName: 'عمر' }

describe('registering', () => {
  test('takes a phone, the code that came to it, and a password', async () => {
    const phoneNumber = freshPhone()
    const { id } = await asVisitor(registration.register, { phoneNumber })
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const code = (await codeFor(phoneNumber))!
    expect(code).toMatch(/^\d{5}$/)
    const confirmed = await confirm(phoneNumber, code)
    expect(confirmed).toEqual({ grant: expect.stringMatching(/^[\w-]{43}$/), phoneNumber })
    expect(await sql('select id from users where phone_number = $1 or id = $2', [phoneNumber, id])).toEqual([])

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
    const passwords = { password: 'first password', confirmPassword: 'first password' }
    const grant = await grantFor(phoneNumber)
    const user = await asVisitor(registration.saveMainInfo, { ...names, ...passwords, grant })
    expect(user).toMatchObject({ ...names, phoneNumber, birthDay: null, imageUrl: null })
    expect((await signIn(phoneNumber, 'first password')).user).toMatchObject(names)
  })

  test('in the digits of any script is one account', async () => {
    const phoneNumber = freshPhone()
    const arabic = phoneNumber.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    await asVisitor(registration.register, { phoneNumber: arabic })
    const code = (await codeFor(phoneNumber))!.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)
    const { grant } = await confirm(`+2${phoneNumber}`, code)
    await asVisitor(registration.setPassword, { grant, password: 'first password' })
    expect((await signIn(arabic, 'first password')).user.phoneNumber).toBe(phoneNumber)
    expect(await sql('select 1 from users where phone_number = $1', [phoneNumber])).toHaveLength(1)
  })

  test.each(['0100', '02000000000', '010000000011', 'a phone', ''])('with the phone "%s" is refused', async (phone) => {
    for (const operation of [registration.register, registration.forgetPassword])
      expect(await wire(operation.path, { phoneNumber: phone })).toMatchObject({
        status: 400,
        text: 'Invalid Phone Number!',
      })
  })

  test('stores nothing about a person, and of phone and code nothing but keyed hashes', async () => {
    const phoneNumber = freshPhone()
    await asVisitor(registration.register, { phoneNumber })
    await confirm(phoneNumber, await wrongFor(phoneNumber)).catch(() => {})
    const code = (await codeFor(phoneNumber))!
    const kept = await sql('select c::text as row from sms_codes c union all select l::text from rate_limits l')
    const guesses = [phoneNumber, code, `${phoneNumber} ${code}`].map((text) => hashOf(text).toString('hex'))
    for (const { row } of kept) for (const published of [phoneNumber, ...guesses]) expect(row).not.toContain(published)
    expect(kept.some(({ row }) => row.includes(`,${code},`))).toBe(false)
  })
})

describe('a grant', () => {
  const setPassword = (grant: string, password = 'another password') =>
    asVisitor(registration.setPassword, { grant, password })

  test('is good once, for ten minutes, and kept as a hash', async () => {
    const phoneNumber = freshPhone()
    const grant = await grantFor(phoneNumber)
    const [row] = await sql(
      `select g::text as row, extract(epoch from expires_at - created_at) / 60 as minutes from identity_grants g
       where grant_hash = $1`,
      [hashOf(grant)],
    )
    expect([Number(row.minutes), row.row.includes(grant)]).toEqual([10, false])
    await setPassword(grant)
    expect(await sql(`select from outbox where event <> 'code' and payload::text ~ $1`, [phoneNumber])).toEqual([])
    await expect(setPassword(grant, 'a third password')).rejects.toMatchObject(confirmAgain)
    expect((await signIn(phoneNumber, 'another password')).user.phoneNumber).toBe(phoneNumber)
  })

  test('that is too old, unknown or missing sets nothing', async () => {
    const grant = await grantFor(freshPhone())
    await sql(`update identity_grants set expires_at = now() where grant_hash = $1`, [hashOf(grant)])
    for (const one of [grant, 'x'.repeat(43), guardian.id]) {
      await expect(setPassword(one)).rejects.toMatchObject(confirmAgain)
      const info = { ...names, grant: one, password: 'another password' }
      await expect(asVisitor(registration.saveMainInfo, info)).rejects.toMatchObject(confirmAgain)
    }
    const withoutGrant = { ...names, password: 'another password' }
    await expect(asVisitor(registration.saveMainInfo, withoutGrant)).rejects.toMatchObject(confirmAgain)
  })

  test('is not used up by a refusal', async () => {
    const grant = await grantFor(freshPhone())
    const refused = [
      { userId: grant, password: 'short' },
      { userId: grant, password: 'one password', confirmPassword: 'another password' },
    ]
    const answers = []
    for (const body of refused) answers.push((await wire(registration.setPassword.path, body)).text)
    expect(answers).toEqual(['Password must be at least 6 characters long', 'Passwords do not match'])
    const noPassword = await wire(registration.saveMainInfo.path, { ...names, id: grant })
    expect(noPassword).toMatchObject({ status: 400, text: 'Password must be at least 6 characters long' })
    const twoPasswords = { ...names, id: grant, password: 'one password', confirmPassword: 'another password' }
    expect(await wire(registration.saveMainInfo.path, twoPasswords)).toMatchObject({ text: 'Passwords do not match' })
    expect(await setPassword(grant)).toMatchObject({ done: true })
  })

  test('takes the second password under either name', async () => {
    for (const name of ['confirmPassword', 'confirmNewPassword']) {
      const body = { userId: await grantFor(freshPhone()), password: 'one password' }
      expect(await wire(registration.setPassword.path, { ...body, [name]: 'another password' })).toMatchObject({
        text: 'Passwords do not match',
      })
      expect((await wire(registration.setPassword.path, { ...body, [name]: 'one password' })).status).toBe(200)
    }
  })
})

describe('a forgotten password', () => {
  test('is replaced with a code, ends all sessions and notifies the person', async () => {
    const [one, other] = [await signIn(mother.phone, demoPassword), await tokenOf(mother)]
    const challenge = await asVisitor(registration.forgetPassword, { phoneNumber: mother.phone })
    expect(challenge).toMatch(/^[0-9a-f-]{36}$/)
    expect(challenge).not.toBe(mother.id)
    const { grant } = await confirm(mother.phone, (await codeFor(mother.phone))!)
    const done = await asVisitor(registration.setPassword, { grant, password: 'remembered now' })
    expect(done.changed).toBeGreaterThanOrEqual(3)

    for (const token of [one.token, other])
      expect((await wire(identity.logout.path, {}, { headers: { authorization: `Bearer ${token}` } })).json()).toEqual({
        done: true,
        changed: 0,
      })
    await expect(signIn(mother.phone, demoPassword)).rejects.toThrow('The phone number or password is not correct')
    expect((await signIn(mother.phone, 'remembered now')).user).toMatchObject({ id: mother.id, firstName: 'نهى' })
    const published = await sql(
      `select school_id, actor_id, payload from outbox where event = 'password set'
      and payload ->> 'phoneNumber' = $1`,
      [mother.phone],
    )
    expect(published).toEqual([{ school_id: null, actor_id: null, payload: { phoneNumber: mother.phone } }])
  })

  test('leaves names and roles as they are', async () => {
    const before = await sql('select * from user_roles where user_id = $1', [supervisor.id])
    const grant = await grantFor(supervisor.phone)
    await asVisitor(registration.setPassword, { grant, password: 'remembered now' })
    expect(await sql('select * from user_roles where user_id = $1', [supervisor.id])).toEqual(before)
    expect((await signIn(supervisor.phone, 'remembered now')).user.firstName).toBe('طارق')
  })
})

describe('the names of a signed-in person', () => {
  test('are their own to save, whatever id is sent along', async () => {
    const saved = await as(newcomer)(registration.saveMainInfo, { ...names, grant: parent.id })
    expect(saved).toMatchObject({ ...names, id: newcomer.id, version: 2 })
    const again = await as(newcomer)(registration.saveMainInfo, names)
    expect(again).toEqual(saved)
    expect(await sql('select first_name from users where id = $1', [parent.id])).toEqual([{ first_name: 'كريم' }])
  })

  test('are saved without a password', async () => {
    const body = { ...names, password: 'another password' }
    expect(await wire(registration.saveMainInfo.path, body, { as: newcomer })).toMatchObject({
      status: 400,
      text: 'The password is changed with ChangePassword',
    })
  })

  test('are needed', async () => {
    expect(await wire(registration.saveMainInfo.path, { userName: 'x' }, { as: newcomer })).toMatchObject({
      status: 400,
      text: 'Required',
    })
  })
})

describe('sent again with its key', () => {
  const repeated = async (path: string, body: object) => {
    const headers = { 'idempotency-key': newKey() }
    const first = await wire(path, body, { headers })
    const second = await wire(path, body, { headers })
    expect([second.status, second.headers['idempotency-replayed'], second.text]).toEqual([200, 'true', first.text])
    return headers
  }

  test('a registration sends one code', async () => {
    const phoneNumber = freshPhone()
    await repeated(registration.register.path, { phoneNumber })
    const sent = await sql(`select 1 from outbox where payload ->> 'phoneNumber' = $1`, [phoneNumber])
    expect(sent).toHaveLength(1)
  })

  test('a password is set once, and another one is refused', async () => {
    const body = { userId: await grantFor(freshPhone()), password: 'first password' }
    const headers = await repeated(registration.setPassword.path, body)
    const other = await wire(registration.setPassword.path, { ...body, password: 'another password' }, { headers })
    expect([other.status, other.text]).toEqual([422, 'This key was used with another request'])
  })

  test('one visitor’s key is not another’s', async () => {
    const headers = { 'idempotency-key': newKey() }
    for (const phoneNumber of [freshPhone(), freshPhone()])
      expect((await wire(registration.register.path, { phoneNumber }, { headers })).headers).not.toHaveProperty(
        'idempotency-replayed',
      )
  })

  test('a confirmation has no use for a key', async () => {
    const phoneNumber = freshPhone()
    await asVisitor(registration.register, { phoneNumber })
    const headers = { 'idempotency-key': newKey() }
    const body = { phoneNumber, key: await codeFor(phoneNumber) }
    expect((await wire(registration.confirm.path, body, { headers })).status).toBe(200)
    expect((await wire(registration.confirm.path, body, { headers })).status).toBe(400)
  })

  test('stored rows reveal neither phone nor password to somebody who guesses', async () => {
    const phoneNumber = freshPhone()
    const body = { phoneNumber }
    const headers = { 'idempotency-key': newKey() }
    await wire(registration.register.path, body, { headers })
    const [kept] = await sql('select person, request_hash from idempotency_keys where key = $1', [
      headers['idempotency-key'],
    ])
    expect(kept.request_hash).not.toEqual(hashOf(JSON.stringify(body)))
    for (const text of [phoneNumber, hashOf(phoneNumber).toString('hex'), hashOf(phoneNumber).toString('base64url')])
      expect(kept.person).not.toContain(text)
  })
})
