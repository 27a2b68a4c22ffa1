import { beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { ownPhoneChanges, phoneChanges, phoneChangesOnPlatform } from '#contract/platform/identity/phone-changes.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { testApp } from '#test/harness/app.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection, wire } = app
const { sql, audited, published } = tracesIn(connection)
const { codeFor, wrongFor, waited } = registering(app)
const { admin, manager, deputy, teacher, parent, mother, otherManager, deltaParent, newcomer, nile, delta } = world
const schoolId = nile.id

const notRight = refused(400, 'The code is not correct or has expired')
const taken = refused(409, 'Somebody has an account with this number')
const second = refused(403, 'Somebody else has to confirm what you proposed')
const vouch = refused(403, 'Somebody else at the school has to vouch for you')

const { numberOf, request, open, outcome, confirm, later } = phoneChanging(app, nile)

beforeEach(async () => {
  await sql('delete from phone_changes')
  await sql('delete from account_doubts')
  await sql('truncate rate_limits')
  await sql('update users set phone_number = $2 where id = $1', [parent.id, parent.phone])
  await sql('update users set password_hash = (select password_hash from users where id = $1) where id = $2', [
    manager.id,
    parent.id,
  ])
})

describe('a school changes the number of a person it knows', () => {
  test('after a second person confirmed it and 48 hours passed; then a password is chosen anew', async () => {
    const phoneNumber = freshPhone()
    await request(parent, phoneNumber)
    expect(await later(47)).toBe(0)
    await confirm()
    expect((await published('phone change planned')).at(-1)!.payload).toEqual({ phoneNumber: parent.phone })
    expect(await open()).toMatchObject({ oldNumber: parent.phone, newNumber: phoneNumber, personId: parent.id })

    const { token } = await asVisitor(identity.login, { phoneNumber: parent.phone, password: demoPassword })
    expect(await later(47)).toBe(0)
    expect(await numberOf(parent)).toBe(parent.phone)
    expect(await later(49)).toBe(1)
    expect(await numberOf(parent)).toBe(phoneNumber)
    expect(await outcome()).toBe('done')

    const ended = await wire(identity.me.path, {}, { headers: { authorization: `Bearer ${token}` } })
    expect(ended.status).not.toBe(200)
    expect(await sql('select from sessions where user_id = $1', [parent.id])).toEqual([])
    expect(await sql('select from known_devices where user_id = $1', [parent.id])).toEqual([])
    const wrong = refused(400, 'The phone number or password is not correct')
    for (const number of [parent.phone, phoneNumber])
      await expect(asVisitor(identity.login, { phoneNumber: number, password: demoPassword })).rejects.toMatchObject(
        wrong,
      )
    await asVisitor(registration.forgetPassword, { phoneNumber }).catch(() => {})
    await waited()
    await asVisitor(registration.forgetPassword, { phoneNumber })
    const { grant } = await asVisitor(registration.confirm, { phoneNumber, code: (await codeFor(phoneNumber))! })
    const password = 'a password of nobody else 8'
    await asVisitor(registration.setPassword, { grant, password })
    expect(await asVisitor(identity.login, { phoneNumber, password })).toMatchObject({
      isParent: true,
      proofDue: false,
    })

    for (const operation of [phoneChanges.request, phoneChanges.confirm])
      expect((await audited(operation)).at(-1)).toMatchObject({ school_id: schoolId, target_id: parent.id })
    expect(await later(100)).toBe(0)
  })

  test('not alone, not for themselves, and not twice at once', async () => {
    await request(parent, freshPhone())
    await expect(confirm(manager)).rejects.toMatchObject(second)
    expect((await open())!.may).toEqual({ confirm: false, withdraw: true })
    expect((await open(deputy))!.may).toEqual({ confirm: true, withdraw: true })
    await expect(request(parent, freshPhone(), deputy)).rejects.toMatchObject(
      refused(409, 'A change of this number is going on already'),
    )
    await expect(request(deputy, freshPhone(), deputy)).rejects.toMatchObject(vouch)

    const confirmed = await Promise.allSettled([confirm(), confirm()])
    expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of whom the number is may not confirm', async () => {
    await request(deputy, freshPhone())
    await expect(confirm(deputy)).rejects.toMatchObject(vouch)
    const changeId = (await open())!.id
    await expect(as(deputy)(phoneChanges.withdraw, { schoolId, changeId })).rejects.toMatchObject(vouch)
  })

  test('with the platform as the second person, which sees only what goes on', async () => {
    await request(parent, freshPhone())
    const [waiting] = await as(admin)(phoneChangesOnPlatform.list, {})
    expect(waiting).toMatchObject({ personId: parent.id, may: { confirm: true } })
    await as(admin)(phoneChangesOnPlatform.confirm, { schoolId, changeId: waiting!.id })
    expect(await later(49)).toBe(1)
    expect(await as(admin)(phoneChangesOnPlatform.list, {})).toEqual([])
    await expect(as(manager)(phoneChangesOnPlatform.list, {})).rejects.toMatchObject(notAllowed)
  })

  test('only with a code to the new number, which is nobody’s', async () => {
    await expect(as(manager)(phoneChanges.sendCode, { schoolId, phoneNumber: teacher.phone })).rejects.toMatchObject(
      taken,
    )
    const phoneNumber = freshPhone()
    await as(manager)(phoneChanges.sendCode, { schoolId, phoneNumber })
    const asked = { schoolId, userId: parent.id, phoneNumber, code: await wrongFor(phoneNumber), seenInPerson: 1 }
    for (let tries = 0; tries < 5; tries++)
      await expect(as(manager)(phoneChanges.request, asked)).rejects.toMatchObject(notRight)
    const right = { ...asked, code: (await codeFor(phoneNumber))! }
    await expect(as(manager)(phoneChanges.request, right)).rejects.toMatchObject(notRight)
    await expect(as(manager)(phoneChanges.request, { ...right, seenInPerson: 0 })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('and without a code to it, nobody learns whether a number has an account', async () => {
    const guessed = { schoolId, userId: parent.id, code: '00000', seenInPerson: 1 }
    for (const phoneNumber of [teacher.phone, freshPhone()])
      await expect(as(manager)(phoneChanges.request, { ...guessed, phoneNumber })).rejects.toMatchObject(notRight)

    const phoneNumber = freshPhone()
    await as(manager)(phoneChanges.sendCode, { schoolId, phoneNumber })
    const code = (await codeFor(phoneNumber))!
    await sql('update users set phone_number = $2 where id = $1', [newcomer.id, phoneNumber])
    try {
      await expect(as(manager)(phoneChanges.request, { ...guessed, phoneNumber, code })).rejects.toMatchObject(taken)
    } finally {
      await sql('update users set phone_number = $2 where id = $1', [newcomer.id, newcomer.phone])
    }
  })

  test('of its own people only, and never of the platform’s', async () => {
    for (const person of [deltaParent, newcomer, admin])
      await expect(request(person, freshPhone())).rejects.toMatchObject(notFound)
    await sql('insert into user_roles (user_id, role_id, school_id) select $1, id, $2 from roles where name = $3', [
      admin.id,
      schoolId,
      'School Teacher',
    ])
    await expect(request(admin, freshPhone())).rejects.toMatchObject(notFound)
    await expect(request(parent, freshPhone(), otherManager)).rejects.toMatchObject(notFound)
    await expect(request(parent, freshPhone(), teacher)).rejects.toMatchObject(notAllowed)
    await sql('delete from user_roles where user_id = $1 and school_id is not null', [admin.id])
  })
})

describe('a change that goes on', () => {
  test('is stopped by any session of the person', async () => {
    await request(parent, freshPhone())
    await confirm()
    expect(await as(parent)(ownPhoneChanges.get, {})).toMatchObject({ schoolName: expect.any(String) })
    await as(parent)(ownPhoneChanges.cancel, {})
    expect(await as(parent)(ownPhoneChanges.get, {})).toBeNull()
    expect([await later(49), await outcome(), await numberOf(parent)]).toEqual([0, 'cancelled', parent.phone])
    await expect(as(parent)(ownPhoneChanges.cancel, {})).rejects.toMatchObject(notFound)
    await expect(as(mother)(ownPhoneChanges.cancel, {})).rejects.toMatchObject(notFound)
  })

  test('is found by no other person, and in no other school', async () => {
    await request(parent, freshPhone())
    const changeId = (await open())!.id
    expect(await as(mother)(ownPhoneChanges.get, {})).toBeNull()
    await expect(as(mother)(ownPhoneChanges.cancel, {})).rejects.toMatchObject(notFound)
    const there = { schoolId: delta.id, changeId }
    expect(await as(otherManager)(phoneChanges.list, { schoolId: delta.id })).toEqual([])
    for (const operation of [phoneChanges.confirm, phoneChanges.withdraw])
      await expect(as(otherManager)(operation, there)).rejects.toMatchObject(notFound)
    await expect(as(admin)(phoneChangesOnPlatform.confirm, there)).rejects.toMatchObject(notFound)
    expect(await open()).toMatchObject({ id: changeId })
  })

  test('is withdrawn by the school, and ends by itself when nobody confirms it', async () => {
    await request(parent, freshPhone())
    await as(deputy)(phoneChanges.withdraw, { schoolId, changeId: (await open())!.id })
    expect(await outcome()).toBe('withdrawn')
    await request(parent, freshPhone())
    expect(await later(7 * 24 - 1)).toBe(0)
    expect([await later(7 * 24 + 1), await outcome()]).toEqual([1, 'expired'])
  })

  test('ends where the number got an account, or the person left the school', async () => {
    const phoneNumber = freshPhone()
    await request(parent, phoneNumber)
    await confirm()
    await sql('update users set phone_number = $2 where id = $1', [newcomer.id, phoneNumber])
    expect([await later(49), await outcome(), await numberOf(parent)]).toEqual([1, 'numberTaken', parent.phone])
    await sql('update users set phone_number = $2 where id = $1', [newcomer.id, newcomer.phone])

    await request(parent, freshPhone())
    await confirm()
    await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [
      parent.id,
      manager.id,
    ])
    expect([await later(49), await outcome()]).toEqual([1, 'notOfSchool'])
  })
})
