import { beforeEach, expect, test } from 'vitest'
import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection } = app
const { sql } = tracesIn(connection)
const crossing = crossingIn(connection)
const { codeFor, grantFor } = registering(app)
const { parent, nile } = world
const { numberOf, request, confirm, later } = phoneChanging(app, nile)

let planned: string
beforeEach(async () => {
  await sql('delete from phone_changes')
  await sql('update users set phone_number = $2 where id = $1', [parent.id, parent.phone])
  planned = freshPhone()
  await request(parent, planned)
  await confirm()
})

/** Runs a call of the person and the work that changes the number after 48 hours; both start while the person's row is locked. */
async function meeting(call: () => Promise<unknown>) {
  const waiting = async () => (await sql(whoWaits)).length
  return withClient(connection, async (client) => {
    await client.query('begin')
    await client.query('select from users where id = $1 for update', [parent.id])
    const called = Promise.allSettled([call()])
    await expect.poll(waiting, { interval: 10 }).toBe(1)
    const worked = Promise.allSettled([later(49)])
    await Promise.race([worked, expect.poll(waiting, { interval: 10 }).toBe(2)])
    await client.query('commit')
    return [...(await called), ...(await worked)].map(({ status }) => status)
  })
}
const outcomes = async () => (await sql('select outcome from phone_changes')).map(({ outcome }) => outcome)

test('a person who changes their own number while a school’s change becomes due is not refused as busy', async () => {
  const phoneNumber = freshPhone()
  await as(parent)(ownPhoneChanges.sendCodes, { phoneNumber })
  const [oldCode, newCode] = [(await codeFor(parent.phone))!, (await codeFor(phoneNumber))!]
  const change = { phoneNumber, oldCode, newCode, password: demoPassword }
  expect(await meeting(() => as(parent)(ownPhoneChanges.change, change))).toEqual(['fulfilled', 'fulfilled'])
  expect([await numberOf(parent), await outcomes()]).toEqual([phoneNumber, ['cancelled']])
})

test('nor is one who chooses a password with a code to the old number', async () => {
  await sql('truncate rate_limits')
  const chosen = { grant: await grantFor(parent.phone), password: 'a password of nobody else 7' }
  expect(await meeting(() => asVisitor(registration.setPassword, chosen))).toEqual(['fulfilled', 'fulfilled'])
  expect([await numberOf(parent), await outcomes()]).toEqual([parent.phone, ['cancelled']])
})

test('nor is one who registers the number that the account gets', async () => {
  await sql('truncate rate_limits')
  const chosen = { grant: await grantFor(planned), password: 'a password of nobody else 7' }
  const register = () => asVisitor(registration.setPassword, chosen)
  await crossing('select from users where id = $1 for update', [parent.id], () => later(49), register)
  expect([await numberOf(parent), await outcomes()]).toEqual([planned, ['done']])
})
