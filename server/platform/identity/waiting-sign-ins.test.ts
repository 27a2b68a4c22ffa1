import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { gateFigures } from '#server/call/gate.ts'
import { testApp } from '#test/harness/app.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { hashing } from './passwords.ts'
import { turnFigures } from './turns.ts'

const unlimited = { free: 1e9, freeOfNetwork: 1e9, freeOfPhone: 1e9 }
const ofAll = { failuresOfAddress: 1e9, failuresOfNetwork: 1e9, failuresOfAccounts: 1e9 }
const made = await testApp({ pool: 5, gate: gateFigures, logins: { ...unlimited, ...ofAll } })
const { app, wire, tokenOf, asVisitor } = made
const { grantFor } = registering(made)
const { teacher } = world

/** Occupies the queue of hashes, so that the next person must wait. */
function occupyLane() {
  const ends: (() => void)[] = []
  const occupy = () => new Promise<void>((done) => void ends.push(done))
  const all = Array.from({ length: turnFigures.atOnce }, (_, nth) => hashing.take(`${nth}`, occupy))
  release = async () => {
    for (const end of ends.splice(0)) end()
    await Promise.all(all)
  }
}
let release = async () => {}
afterEach(() => release())

const signIn = (password: string, remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: `/${identity.login.path}`,
    payload: { phoneNumber: teacher.phone, password },
    remoteAddress,
  })
const read = async () => (await wire('api/School/GetUserSchools', {}, { as: teacher })).status

test('people who wait for their password to be compared keep nobody from the database', async () => {
  await tokenOf(teacher)
  occupyLane()
  const waiting = Array.from({ length: 12 }, () => signIn(demoPassword))
  for (let n = 0; n < 12; n++) expect(await read()).toBe(200)

  await release()
  const answers = await Promise.all(waiting)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
})

test('a crowd of one address is refused before it is counted as failed, and leaves others their turn', async () => {
  occupyLane()
  const crowd = Array.from({ length: turnFigures.ofAddress + 15 }, () => signIn(demoPassword, '203.0.113.7'))
  const other = signIn(demoPassword, '198.51.100.9')
  const refused = crowd.map(async (one) => (await one).statusCode)
  await expect.poll(() => Promise.race([...refused, Promise.resolve(null)])).toBe(503)

  await release()
  const statuses = await Promise.all(refused)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(turnFigures.ofAddress)
  expect(statuses).toContain(503)
  expect((await other).statusCode).toBe(200)
})

test('others read undisturbed while one address sends forty wrong passwords at a time', async () => {
  await tokenOf(teacher)
  let on = true
  const guesses = Array.from({ length: 40 }, async () => {
    while (on) {
      await signIn('not this one', '203.0.113.8')
      await pause(1)
    }
  })
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) statuses.push(await read())
  on = false
  await Promise.all(guesses)
  expect(statuses).toEqual(Array(40).fill(200))
})

test('a grant is used up by the password that is stored, not by a call that was refused as busy', async () => {
  const grant = await grantFor(freshPhone())
  occupyLane()
  const waiting = Array.from({ length: turnFigures.ofAddress }, (_, nth) => hashing.take('127.0.0.1', async () => nth))
  const choice = { grant, password: 'a better one 77', confirmPassword: 'a better one 77' }
  await expect(asVisitor(registration.setPassword, choice)).rejects.toMatchObject({ status: 503 })
  await release()
  await Promise.all(waiting)
  expect(await asVisitor(registration.setPassword, choice)).toMatchObject({ done: true })
  await expect(asVisitor(registration.setPassword, choice)).rejects.toMatchObject({ status: 400 })
})
