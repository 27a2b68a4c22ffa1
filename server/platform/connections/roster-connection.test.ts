import { beforeEach, expect, test } from 'vitest'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { rosterConnection } from '#contract/platform/connections/roster-connection.ts'
import { daysFrom } from '#server/base/days.ts'
import { withDb } from '#server/db/connected.ts'
import { connectionsOfSchools } from '#server/run/operator/connections.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { as, app, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, otherManager, nile, delta } = world
const inNile = { schoolId: nile.id }
const proof = { password: demoPassword }

beforeEach(async () => {
  for (const table of ['roster_uses', 'roster_settings', 'program_uses', 'program_keys'])
    await sql(`delete from ${table}`)
})

const key = (scopes: readonly ('oneroster' | 'gradebook' | 'roster')[] = ['oneroster']) =>
  as(manager)(programKeys.make, {
    ...inNile,
    keyName: 'منصة التعلم',
    scopes: [...scopes],
    endsOn: daysFrom(today, 30),
    ...proof,
  })

async function asked(secret: string, address: string) {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await app.inject({ url: `/ims/oneroster/${address}`, headers, remoteAddress: '203.0.113.9' })
  return { status: answer.statusCode, says: answer.json<{ imsx_description?: string }>().imsx_description }
}

test('what a program read by OneRoster is listed by the form of the address, with what was refused, and no id or filter', async () => {
  const { id, secret } = await key()
  expect((await as(manager)(rosterConnection.get, inNile)).lastUsedAt).toBe(null)
  for (const address of [
    'rostering/v1p2/classes',
    'rostering/v1p2/classes?limit=1',
    `rostering/v1p2/students?filter=${encodeURIComponent("familyName='المصري'")}`,
    `rostering/v1p2/students/${world.omar.id}`,
    'gradebook/v1p2/results',
    'rostering/v1p2/demographics',
  ])
    await asked(secret, address)
  const uses = await as(manager)(rosterConnection.uses, inNile)
  const classes = uses.find(({ address }) => address.endsWith('/classes'))!
  expect(classes).toMatchObject({ keyId: id, keyName: 'منصة التعلم', date: today, answerStatus: 200, dayCalls: 2 })
  expect(classes.rosterRows).toBeGreaterThan(1)
  expect(uses.map(({ address, answerStatus }) => `${answerStatus} ${address}`).toSorted()).toEqual([
    '200 /classes',
    '200 /students',
    '200 /students/…',
    '403 /demographics',
    '403 /results',
  ])
  expect((await as(manager)(rosterConnection.uses, { ...inNile, refused: true })).length).toBe(2)
  expect((await as(manager)(rosterConnection.get, inNile)).lastUsedAt).not.toBe(null)
  expect(JSON.stringify(uses)).not.toContain('المصري')
  const rows = await withDb(connection, connectionsOfSchools)
  expect(rows).toContainEqual(
    expect.objectContaining({ kind: 'oneroster', school: nile.name, state: 'active', calls: 6, refused: 2 }),
  )
})

test('switched off it refuses every program at once, and other keys go on', async () => {
  const { secret } = await key(['oneroster', 'gradebook', 'roster'])
  expect(await as(manager)(rosterConnection.get, inNile)).toMatchObject({ isOn: true, version: 0, changedByName: null })
  const off = await as(manager)(rosterConnection.switch, { ...inNile, isOn: false })
  expect(off).toMatchObject({ isOn: false, version: 1, changedByName: expect.any(String) })
  for (const address of ['rostering/v1p2/classes', 'gradebook/v1p2/lineItems'])
    expect(await asked(secret, address)).toEqual({ status: 403, says: 'This school has switched OneRoster off' })
  const headers = { authorization: `Bearer ${secret}` }
  const grades = await app.inject({ method: 'POST', url: '/Grade/GetSchoolGrades', headers, payload: inNile })
  expect(grades.statusCode).toBe(200)
  const rows = await withDb(connection, connectionsOfSchools)
  expect(rows).toContainEqual(expect.objectContaining({ kind: 'oneroster', school: nile.name, state: 'off' }))
})

test('it is switched on again with a proof, over what is stored, by who manages connections of that school', async () => {
  const { secret } = await key()
  await as(manager)(rosterConnection.switch, { ...inNile, isOn: false })
  const on = { ...inNile, isOn: true }
  await expect(as(manager)(rosterConnection.switch, on)).rejects.toMatchObject(
    refused(400, 'Enter your password again'),
  )
  await expect(as(teacher)(rosterConnection.switch, { ...on, ...proof })).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(rosterConnection.switch, { ...on, ...proof })).rejects.toMatchObject(notFound)
  expect(await as(manager)(rosterConnection.switch, { ...on, ...proof, baseVersion: 1 })).toMatchObject({
    isOn: true,
    version: 2,
  })
  const stale = as(manager)(rosterConnection.switch, { ...inNile, isOn: false, baseVersion: 1 })
  await expect(stale).rejects.toMatchObject({ status: 409 })
  expect((await asked(secret, 'rostering/v1p2/classes')).status).toBe(200)
  const lines = await sql(
    `select outcome from audit_lines where operation = 'Connection/SwitchRoster' and outcome = 'done'`,
  )
  expect(lines.length).toBeGreaterThanOrEqual(2)
  await as(otherManager)(rosterConnection.switch, { schoolId: delta.id, isOn: false })
  expect((await asked(secret, 'rostering/v1p2/classes')).status).toBe(200)
})
