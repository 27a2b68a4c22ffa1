import { beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { ownPhoneChanges, phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { smsTexts } from '#server/messages/sms/texts.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, wire, connection } = app
const { sql, published } = tracesIn(connection)
const { codeFor } = registering(app)
const { manager, parent, nile, delta } = world
const schoolId = nile.id
const { numberOf, request, outcome, confirm, later } = phoneChanging(app, nile)

const report = () => as(manager)(phoneChanges.reportLost, { schoolId, userId: parent.id })
const plan = async () => {
  await request(parent, freshPhone())
  await confirm()
}
const doubtOf = (school: string | null) =>
  sql(
    `insert into account_doubts (person_id, since, because, sms_proves, reported_by_school) values ($1, $2, 'notice', false, $3)`,
    [parent.id, clock.now(), school],
  )

/** Every state in which an account can be while the message is read. */
const states = {
  'in order': plan,
  'in doubt before the request': async () => {
    await report()
    await plan()
  },
  'in doubt since the confirmation': async () => {
    await plan()
    await report()
  },
  'in doubt because of the operator': async () => {
    await doubtOf(null)
    await plan()
  },
  'in doubt because of another school': async () => {
    await doubtOf(delta.id)
    await plan()
  },
  'silent for a year': async () => {
    await sql(`insert into sign_ins (person_id, last_at) values ($1, $2::timestamptz - interval '13 months')`, [
      parent.id,
      clock.now(),
    ])
    await plan()
  },
  'with a change of their own that has begun': async () => {
    await plan()
    const { token } = await asVisitor(identity.login, { phoneNumber: parent.phone, password: demoPassword })
    const headers = { authorization: `Bearer ${token}` }
    expect(await wire(ownPhoneChanges.sendCodes.path, { phoneNumber: freshPhone() }, { headers })).toMatchObject({
      status: 200,
    })
    await sql(`update rate_limits set expire = 0 where key like 'codes-phone-wait%'`)
  },
}

beforeEach(async () => {
  for (const table of ['phone_changes', 'account_doubts', 'sign_ins']) await sql(`delete from ${table}`)
  await sql('truncate rate_limits')
  await sql('update users set password_hash = (select password_hash from users where id = $1) where id = $2', [
    manager.id,
    parent.id,
  ])
})

async function grantOfOldNumber() {
  await asVisitor(registration.forgetPassword, { phoneNumber: parent.phone })
  const code = (await codeFor(parent.phone))!
  return (await asVisitor(registration.confirm, { phoneNumber: parent.phone, code })).grant
}

describe.for(Object.entries(states))('the owner of the old number, %s', ([, reach]) => {
  test('stops the change as the SMS says: by a new password', async () => {
    await reach()
    expect((await published('phone change planned')).at(-1)!.payload).toEqual({ phoneNumber: parent.phone })
    expect(smsTexts.phoneChangePlanned()).toContain('Reset your password to stop it')
    expect(smsTexts.phoneChangePlanned()).toContain('اضغط «نسيت كلمة المرور» لإيقافه')

    const grant = await grantOfOldNumber()
    await asVisitor(registration.setPassword, { grant, password: 'what nobody else knows 9' })
    expect([await outcome(), await later(49), await numberOf(parent)]).toEqual(['cancelled', 0, parent.phone])
  })

  test('stops it with the grant alone', async () => {
    await reach()
    await expect(asVisitor(ownPhoneChanges.cancel, { grant: 'none' })).rejects.toMatchObject({ status: 400 })
    await asVisitor(ownPhoneChanges.cancel, { grant: await grantOfOldNumber() })
    expect([await outcome(), await later(49), await numberOf(parent)]).toEqual(['cancelled', 0, parent.phone])
  })
})
