import { afterAll, expect, test } from 'vitest'
import { inbox, type ItemKind } from '#contract/messages/inbox/inbox.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { roleKeyProposals } from '#contract/platform/roles/proposals.ts'
import { rolePermissions } from '#contract/platform/roles/roles.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { listeningTab } from '#test/harness/listening-tab.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { app, as, connection, tokenOf } = await testApp({ live: { every: 100, perPerson: 9 } })
const { sql } = tracesIn(connection)
const { admin, newcomer: second, manager, parent, nile, pending, pendingManager } = world
const address = await app.listen({ port: 0 })
await sql('insert into user_roles (user_id, role_id) values ($1, $2)', [
  second.id,
  builtInRoles.platformAdministrator.id,
])
const tab = await listeningTab(address, await tokenOf(second), { inbox: second.id })
afterAll(tab.leave)

const waiting = async (person: { phone: string }, kind: ItemKind) =>
  (await as(person)(inbox.items, { unread: true })).filter((item) => item.kind === kind)
const counted = async (person: { phone: string }) => (await as(person)(inbox.unread, {})).unread

test('a new school is in the inboxes of who may approve it until it is approved', async () => {
  await sql(`insert into outbox (event, school_id, actor_id, payload) values ('school submitted', $1, $2, '{}')`, [
    pending.id,
    pendingManager.id,
  ])
  await deliverAll(connection)
  for (const person of [admin, second])
    expect(await waiting(person, 'schoolSubmitted')).toMatchObject([{ schoolId: pending.id, schoolName: pending.name }])
  for (const person of [manager, parent, pendingManager]) expect(await waiting(person, 'schoolSubmitted')).toEqual([])

  const [{ id: coinTypeId }] = await sql('select coin_type_id as id from schools where id = $1', [nile.id])
  expect(await tab.received(1)).toHaveLength(1)
  await as(admin)(platformSchools.activateNew, { schoolId: pending.id, coinTypeId })
  expect(await tab.received(2)).toHaveLength(2)
  for (const person of [admin, second]) expect(await waiting(person, 'schoolSubmitted')).toEqual([])
  expect(await counted(second)).toBe(0)
})

test('a proposal for a role is in the inboxes of who may confirm it until it is decided or has expired', async () => {
  const roleId = builtInRoles.schoolTeacher.id
  const propose = async (by: { phone: string }, key: string) => {
    const known = new Set((await as(admin)(roleKeyProposals.list, { roleId })).map(({ id }) => id))
    await as(by)(rolePermissions.add, { roleId, permissions: [permissionId(key)] })
    await deliverAll(connection)
    return (await as(admin)(roleKeyProposals.list, { roleId })).find(({ id }) => !known.has(id))!.id
  }
  const first = await propose(admin, 'UpdateStudentInfo')
  const another = await propose(admin, 'ViewYearsList')
  expect(await waiting(second, 'roleProposed')).toHaveLength(2)
  expect(await waiting(admin, 'roleProposed')).toEqual([])

  // One signal for each item so far and one for the school's approval.
  expect(await tab.received(4)).toHaveLength(4)
  await as(admin)(roleKeyProposals.refuse, { proposalId: first })
  expect(await tab.received(5)).toHaveLength(5)
  expect(await waiting(second, 'roleProposed')).toHaveLength(1)
  const expire = (ago: string) =>
    sql('update role_key_proposals set expires_at = expires_at - $2::interval where id = $1', [another, ago])
  await expire('100 hours')
  expect([await waiting(second, 'roleProposed'), await counted(second)]).toEqual([[], 0])
  await expire('-100 hours')
  expect(await waiting(second, 'roleProposed')).toHaveLength(1)

  // Items of earlier releases do not name their proposal.
  await sql(`update inbox_items set subject_ids = '{}' where kind = 'roleProposed'`)
  expect(await waiting(second, 'roleProposed')).toHaveLength(2)
  await as(second)(roleKeyProposals.confirm, { proposalId: another })
  await propose(second, 'UpdateStudentInfo')
  expect(await waiting(second, 'roleProposed')).toEqual([])
})
