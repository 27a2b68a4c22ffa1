import { beforeEach, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { users } from '#contract/platform/identity/users.ts'
import { push } from '#contract/messages/push/push.ts'
import { reportLost } from '#server/platform/identity/administrator.queries.ts'
import { endSessions } from '#server/platform/identity/end-sessions.ts'
import { withDb } from '#server/db/connected.ts'
import { testApp } from '#test/harness/app.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { sqlIn } from '#test/harness/database.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { pushBrowser } from '#test/push/browser.ts'
import { freshPhone } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'

// As order-of-locks.test.ts, of a session and the device that gets notices with it.
const pushHost = 'push.example'
const app = await testApp({ pushHosts: [pushHost] })
const { as, asVisitor, connection, wire } = app
const sql = sqlIn(connection)
const crossing = crossingIn(connection)
const { parent, nile } = world
const { request, confirm, later } = phoneChanging(app, nile)

const device = 'select from push_subscriptions where person_id = $1 for update'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const subscribed = async (token: string) => {
  const body = { ...pushBrowser(pushHost).subscription, language: 'ar' }
  expect((await wire(push.subscribe.path, body, bearer(token))).status).toBe(200)
}
/** A session with a device that gets notices, and the sign-out of it. */
async function session() {
  const { token } = await asVisitor(identity.login, { phoneNumber: parent.phone, password: demoPassword })
  await subscribed(token)
  const signOut = async () => expect((await wire(identity.logout.path, {}, bearer(token))).status).toBeLessThan(500)
  return { token, signOut }
}
const devices = () => sql('select id from push_subscriptions where person_id = $1', [parent.id])

beforeEach(async () => {
  for (const table of ['push_subscriptions', 'account_doubts', 'phone_changes']) await sql(`delete from ${table}`)
})

test('a sign-out crosses with the end of all other sessions', async () => {
  await as(parent)(users.sessions, {})
  const { signOut } = await session()
  await crossing(device, [parent.id], () => as(parent)(users.endOtherSessions, {}), signOut)
  expect(await devices()).toEqual([])
})

test('a sign-out crosses with a device that takes the place of another', async () => {
  const { token, signOut } = await session()
  await crossing(device, [parent.id], () => subscribed(token), signOut)
  expect(await devices()).toEqual([])
})

test('a sign-out crosses with what an operator ends', async () => {
  const { signOut } = await session()
  await crossing(device, [parent.id], () => withDb(connection, (db) => endSessions(db, parent.phone)), signOut)
})

test('a sign-out crosses with a number that is reported as lost', async () => {
  const { signOut } = await session()
  await crossing(device, [parent.id], () => withDb(connection, (db) => reportLost(db, parent.id)), signOut)
})

test('a sign-out crosses with a number that changes', async () => {
  await request(parent, freshPhone())
  await confirm()
  const { signOut } = await session()
  await crossing(device, [parent.id], () => later(49), signOut)
  expect(await sql('select outcome from phone_changes')).toEqual([{ outcome: 'done' }])
})
