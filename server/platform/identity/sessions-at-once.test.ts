import { beforeEach, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { users } from '#contract/platform/identity/users.ts'
import { reportLost } from './administrator.queries.ts'
import { withDb } from '#server/db/connected.ts'
import { testApp } from '#test/harness/app.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { asVisitor, connection, wire } = app
const { sql } = tracesIn(connection)
const { codeFor } = registering(app)
const crossing = crossingIn(connection)
const { request, confirm, later } = phoneChanging(app, world.nile)
const { parent } = world

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const isAlive = async (token: string) => (await wire(users.sessions.path, {}, bearer(token))).status === 200
const idOf = async (token: string) =>
  ((await wire(users.sessions.path, {}, bearer(token))).json() as { id: string; current: boolean }[]).find(
    ({ current }) => current,
  )!.id

/** Two devices of one person. */
let here: string
let there: string
beforeEach(async () => {
  await sql('delete from sessions')
  const signIn = async () =>
    (await asVisitor(identity.login, { phoneNumber: parent.phone, password: demoPassword })).token
  here = await signIn()
  there = await signIn()
})
/** Lets the next call store a use of its session again. */
const aWhileLater = () => sql(`update sessions set last_used_at = now() - interval '5 minutes'`)
const profile = { userName: 'a name', firstName: 'اسم', lastName: 'آخر', birthDay: '1990-05-01' }
const calls = (token: string) => ({
  endOthers: () => wire(users.endOtherSessions.path, {}, bearer(token)),
  end: (sessionId: string) => wire(users.endSession.path, { sessionId }, bearer(token)),
  saveProfile: () => wire(users.update.path, profile, bearer(token)),
  changePassword: (newPassword: string) =>
    wire(
      users.changePassword.path,
      { oldPassword: demoPassword, newPassword, confirmNewPassword: newPassword },
      bearer(token),
    ),
})
type Outcomes = readonly PromiseSettledResult<{ status: number }>[]
const statuses = (outcomes: Outcomes) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.status : outcome.status))
const devices = 'select from known_devices where user_id = $1 for update'

test('of two devices that end all others at once the first stays, and the other ends nothing any more', async () => {
  await aWhileLater()
  const outcomes = await crossing(devices, [parent.id], calls(here).endOthers, calls(there).endOthers)
  expect(statuses(outcomes)).toEqual([200, 401])
  expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
})

test('so it is of two that end each other', async () => {
  const [ofHere, ofThere] = [await idOf(here), await idOf(there)]
  await aWhileLater()
  const outcomes = await crossing(
    'select from sessions where user_id = $1 for update',
    [parent.id],
    () => calls(here).end(ofThere),
    () => calls(there).end(ofHere),
  )
  expect(statuses(outcomes)).toEqual([200, 401])
  expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
})

test('who changes the password meanwhile on a device that is ended changes nothing', async () => {
  const change = () => calls(there).changePassword('a password of nobody else 7')
  const outcomes = await crossing(devices, [parent.id], calls(here).endOthers, change)
  expect(statuses(outcomes)).toEqual([200, 401])
  expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
  await expect(
    asVisitor(identity.login, { phoneNumber: parent.phone, password: demoPassword }),
  ).resolves.toHaveProperty('token')
})

test('nor does who changes the own number on it', async () => {
  const phoneNumber = freshPhone()
  await wire(ownPhoneChanges.sendCodes.path, { phoneNumber }, bearer(there))
  const [oldCode, newCode] = [(await codeFor(parent.phone))!, (await codeFor(phoneNumber))!]
  const body = { phoneNumber, oldCode, newCode, password: demoPassword }
  const change = () => wire(ownPhoneChanges.change.path, body, bearer(there))
  const outcomes = await crossing(devices, [parent.id], calls(here).endOthers, change)
  expect(statuses(outcomes)).toEqual([200, 401])
  expect(await sql('select id from users where phone_number = $1', [phoneNumber])).toEqual([])
})

test('the end of all others crosses with a number that is reported as lost', async () => {
  const report = () => withDb(connection, (db) => reportLost(db, parent.id))
  const [ended] = await crossing(devices, [parent.id], calls(here).endOthers, report)
  expect(ended).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  await sql('delete from account_doubts')
})

const account = 'select from users where id = $1 for update'

test('who saves their profile on a device that a change of the password ends saves it', async () => {
  await aWhileLater()
  const [{ password_hash: was }] = await sql('select password_hash from users where id = $1', [parent.id])
  const change = () => calls(here).changePassword('a password of nobody else 7')
  const outcomes = await crossing(account, [parent.id], change, calls(there).saveProfile)
  expect(statuses(outcomes)).toEqual([200, 200])
  expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
  await sql('update users set password_hash = $2 where id = $1', [parent.id, was])
})

test('so does who saves it while a change of the number becomes due', async () => {
  await request(parent, freshPhone())
  await confirm()
  await aWhileLater()
  const [, saved] = await crossing(account, [parent.id], () => later(49), calls(there).saveProfile)
  expect(saved).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
  expect(await sql('select outcome from phone_changes')).toEqual([{ outcome: 'done' }])
  expect(await isAlive(there)).toBe(false)
})
