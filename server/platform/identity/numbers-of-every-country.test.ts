import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { phoneCountryList } from '#contract/platform/schools/phone-countries.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { testApp } from '#test/harness/app.ts'
import { registering } from '#test/harness/registering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp({ smsCountries: ['EG', 'SA', 'KW', 'AE', '+49'] })
const { as, asVisitor, connection } = app
const { sql } = tracesIn(connection)
const { codeFor, confirm } = registering(app)
const { manager, teacher, laila, nile } = world
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'father'`)

const password = demoPassword

describe.each([
  ['Egypt', '+20 100 555 0101', '01005550101', '01005550202'],
  ['Saudi Arabia', '+966 50 555 0101', '+966505550101', '+966505550202'],
  ['Kuwait', '00965 5055 0101', '+96550550101', '+96550550202'],
  ['the Emirates', '+971 050-555-0101', '+971505550101', '+971505550202'],
  ['Germany', '+49 1512 3456789', '+4915123456789', '+4915123456780'],
])('somebody with a number of %s', (_, typed, phoneNumber, next) => {
  test('is invited as a parent, registers, signs in, is found, and is linked', async () => {
    await as(manager)(invitations.invite, { studentId: laila.id, phoneNumber: typed, relationId })
    const waiting = await as(manager)(invitations.list, { studentId: laila.id })
    expect(waiting.map((one) => one.phoneNumber)).toContain(phoneNumber)

    await asVisitor(registration.register, { phoneNumber: typed })
    const { grant, phoneNumber: confirmed } = await confirm(typed, (await codeFor(phoneNumber))!)
    expect(confirmed).toBe(phoneNumber)
    await asVisitor(registration.setPassword, { grant, password })

    const { user } = await asVisitor(identity.login, { phoneNumber: typed, password })
    expect(user.phoneNumber).toBe(phoneNumber)
    expect(await as(manager)(users.byPhone, { phoneNumber: typed })).toMatchObject({ id: user.id })
    const parents = await as(manager)(studentParents.list, { studentId: laila.id })
    expect(parents.map((one) => one.phoneNumber)).toContain(phoneNumber)
  })

  test('changes to another number, and the former one opens nothing', async () => {
    await sql('truncate rate_limits')
    await as({ phone: phoneNumber })(ownPhoneChanges.sendCodes, { phoneNumber: next })
    const [oldCode, newCode] = [(await codeFor(phoneNumber))!, (await codeFor(next))!]
    await as({ phone: phoneNumber })(ownPhoneChanges.change, { phoneNumber: next, oldCode, newCode, password })
    expect((await asVisitor(identity.login, { phoneNumber: next, password })).user.phoneNumber).toBe(next)
    await expect(asVisitor(identity.login, { phoneNumber, password })).rejects.toThrow(
      'The phone number or password is not correct',
    )
  })

  test('is invited as a teacher under one number, however it is typed', async () => {
    const invited = { schoolId: nile.id, phoneNumber, teaching: [] }
    await as(manager)(staffInvitations.invite, invited)
    const waiting = await as(manager)(staffInvitations.list, { schoolId: nile.id })
    expect(waiting.map((one) => one.phoneNumber)).toContain(phoneNumber)
    const again = { ...invited, phoneNumber: phoneNumber.replace(/^\+/, '00').replace(/(\d{4})$/, ' $1') }
    await expect(as(manager)(staffInvitations.invite, again)).rejects.toThrow('This person is already invited')
  })
})

test('whoever has a number learns whether it can receive codes here, before they wait for one', async () => {
  expect(await asVisitor(phoneCountryList.allowed, {})).toEqual({ countries: ['EG', 'SA', 'KW', 'AE', '+49'] })
})

describe('a school', () => {
  const change = (what: object) => as(manager)(schoolSettings.update, { id: nile.id, ...what })

  test('has the country of its time zone until it chooses one, and sends messages to that, to Egypt, and to those it chose', async () => {
    expect(await change({ timeZone: 'Asia/Riyadh' })).toMatchObject({ country: 'SA', phoneCountries: [] })
    expect(await change({ country: 'ae', phoneCountries: ['KW', '+49'] })).toMatchObject({
      country: 'AE',
      phoneCountries: ['KW', '+49'],
    })
    const numbers = ['+971505550101', '+201005550101', '+96550550101', '+4915123456789', '+966505550101']
    const sends = await sql('select n, school_sends_to($1, n) as sends from unnest($2::text[]) n', [nile.id, numbers])
    expect(sends.map((one) => one.sends)).toEqual([true, true, true, true, false])
    await change({ timeZone: 'Africa/Cairo', country: 'EG', phoneCountries: [] })
  })

  test('chooses from the countries that can receive codes here', async () => {
    await expect(change({ phoneCountries: ['QA'] })).rejects.toThrow('This country cannot receive codes here yet')
    await expect(change({ country: 'DE' })).rejects.toThrow('Invalid enum value')
  })
})

test.each(['0501234567', '+966112345678', '+000501234567', '+1234567', '997'])(
  '%s is no number of an account',
  async (phoneNumber) => {
    await expect(asVisitor(registration.register, { phoneNumber })).rejects.toThrow('Invalid Phone Number!')
    await expect(as(teacher)(ownPhoneChanges.sendCodes, { phoneNumber })).rejects.toThrow('Invalid Phone Number!')
  },
)
