import { expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { withDb } from '#server/db/connected.ts'
import { testApp } from '#test/harness/app.ts'
import { rows } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { endSessions } from './end-sessions.ts'

const { app, asVisitor, connection } = await testApp()
const { teacher, manager } = world
const end = (phone: string | null) => withDb(connection, (db) => endSessions(db, phone))
const signIn = async ({ phone }: { phone: string }) =>
  (await asVisitor(identity.login, { phoneNumber: phone, password: demoPassword })).token
const isSignedIn = async (token: string) =>
  (await app.inject({ url: '/API/Identity/Me', headers: { authorization: `Bearer ${token}` } })).statusCode === 200

test('the operator ends the sessions of one person, which leaves a line of the audit', async () => {
  const [first, second, other] = [await signIn(teacher), await signIn(teacher), await signIn(manager)]
  expect(await end(teacher.phone)).toBe(2)
  expect(await Promise.all([first, second, other].map(isSignedIn))).toEqual([false, false, true])
  expect(await rows(connection, 'select from known_devices where user_id = $1', [teacher.id])).toEqual([])
  expect(
    await rows(connection, `select target_id from audit_lines where operation = 'operator ends sessions'`),
  ).toEqual([{ target_id: teacher.id }])
})

test('or of everybody at once', async () => {
  const tokens = [await signIn(teacher), await signIn(manager)]
  expect(await end(null)).toBeGreaterThanOrEqual(2)
  expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false])
})

test('devices that get notices end too, also those whose session had expired', async () => {
  for (const person of [teacher, manager])
    await rows(
      connection,
      `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language)
       values (gen_random_uuid(), $1, $2, '', '', 'ar')`,
      [person.id, `https://push.example/${person.phone}`],
    )
  const people = async () =>
    (await rows(connection, 'select person_id from push_subscriptions')).map((row) => row.person_id)
  await end(teacher.phone)
  expect(await people()).toEqual([manager.id])
  await end(null)
  expect(await people()).toEqual([])
})

test('a number without an account is refused by name', async () => {
  await expect(end('01099999999')).rejects.toThrow('There is no account with the phone number 01099999999')
})
