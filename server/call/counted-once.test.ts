import { expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { teacher, supervisor, newcomer, nile } = world
const limited = await testApp({ calls: { person: 4, writes: 1e9, visitor: 1e9 } })
const { app, tokenOf, connection } = limited

const sql = sqlIn(connection)

/** After this, the rows that the person's next call assumes are wrong, so the call begins again. */
const changeRights = (person: { id: string }) =>
  sql('insert into user_roles (user_id, role_id, given_by) values ($1, $2, $1)', [
    person.id,
    builtInRoles.platformAdministrator.id,
  ])
const me = async (token: string) =>
  (await app.inject({ url: `/${identity.me.path}`, headers: { authorization: `Bearer ${token}` } })).statusCode

test('a call that begins anew counts once towards the calls of a minute', async () => {
  const token = await tokenOf(teacher)
  expect([await me(token), await me(token)]).toEqual([200, 200])
  await changeRights(teacher)
  expect([await me(token), await me(token), await me(token)]).toEqual([200, 200, 429])
})

test('a call in parts counts once, whether it is let in or refused before its body is read', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(newcomer)}`, 'transfer-encoding': 'chunked' }
  const statusOf = async ({ path }: { path: string }, payload = {}) =>
    (await app.inject({ method: 'POST', url: `/${path}`, payload, headers })).statusCode
  const refused = () => statusOf(studentRecords.list, { schoolId: nile.id })
  expect([await statusOf(schools.mine), await refused(), await refused(), await refused()]).toEqual([
    200, 403, 403, 403,
  ])
  expect([await refused(), await statusOf(schools.mine)]).toEqual([429, 429])
})

test('a wrong password counts once, also where the call begins anew', async () => {
  const token = await tokenOf(supervisor)
  expect([await me(token), await me(token)]).toEqual([200, 200])
  await changeRights(supervisor)
  await sql('truncate rate_limits')
  const answer = await app.inject({
    method: 'POST',
    url: `/${identity.login.path}`,
    payload: { phoneNumber: supervisor.phone, password: 'not this one' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(400)
  const counts = await sql(`select points from rate_limits where key like 'login-tries%' or key like 'login-failed%'`)
  expect(counts.length).toBeGreaterThan(4)
  expect(counts.map(({ points }) => points)).toEqual(counts.map(() => 1))
})
