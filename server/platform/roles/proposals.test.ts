import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { roleKeyProposals } from '#contract/platform/roles/proposals.ts'
import { rolePermissions } from '#contract/platform/roles/roles.ts'
import { withDb } from '#server/db/connected.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { rows } from '#test/harness/registering.ts'
import { notAllowed, notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { confirmByOperator, openForOperator } from './operator-proposals.queries.ts'

const { as, connection } = await testApp()
const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const { admin, manager, newcomer } = world
const roleId = builtInRoles.schoolTeacher.id
const permissions = [permissionId('UpdateStudentInfo')]
const day = '2000-01-01'

const second = newcomer
await sql('insert into user_roles (user_id, role_id) values ($1, $2)', [
  second.id,
  builtInRoles.platformAdministrator.id,
])

const keys = async () =>
  (await as(admin)(rolePermissions.list, { roleId }))
    .map(({ permissionKey }) => permissionKey)
    .includes('UpdateStudentInfo')
const propose = async (operation = rolePermissions.add) => {
  expect(await as(admin)(operation, { roleId, permissions })).toEqual({ done: true, changed: 0 })
  return (await open(admin)).at(-1)!
}
const open = (person: { phone: string }) => as(person)(roleKeyProposals.list, { roleId })
const confirm = (person: { phone: string }, proposalId: string) => as(person)(roleKeyProposals.confirm, { proposalId })
const refuse = (person: { phone: string }, proposalId: string) => as(person)(roleKeyProposals.refuse, { proposalId })
const published = (event: string) => sql('select actor_id, payload from outbox where event = $1 order by id', [event])
const decided = { status: 409, message: 'This request has already been decided' }

beforeEach(async () => {
  await sql('delete from role_key_proposals')
  await sql('delete from role_permissions where role_id = $1 and permission_id = any ($2)', [roleId, permissions])
})

describe('the keys of a built-in school role', () => {
  test('stay until a second person confirms, and the managers of every school are then notified', async () => {
    const { id } = await propose()
    expect(await keys()).toBe(false)
    expect(await published('role keys proposed')).toEqual([{ actor_id: admin.id, payload: { roleId, proposalId: id } }])
    await expect(confirm(admin, id)).rejects.toMatchObject({
      status: 403,
      message: 'Somebody else has to confirm what you proposed',
    })
    expect(await keys()).toBe(false)

    expect(await confirm(second, id)).toEqual({ done: true, changed: 1 })
    expect(await keys()).toBe(true)
    expect(await published('built-in role changed')).toEqual([{ actor_id: second.id, payload: { roleId } }])
    await expect(confirm(second, id)).rejects.toMatchObject(decided)
    const lines = await as(admin)(auditLog.ofPlatform, { kind: 'rights', dateFrom: day })
    expect(lines.slice(0, 2).map(({ act, personId }) => [act, personId])).toEqual([
      ['roleKeysConfirmed', second.id],
      ['roleKeysAdded', admin.id],
    ])

    const removal = await propose(rolePermissions.remove)
    expect(removal).toMatchObject({ adds: false, confirmers: 1, may: { confirm: false, refuse: true } })
    expect((await open(second))[0]).toMatchObject({ may: { confirm: true, refuse: true } })
    await confirm(second, removal.id)
    expect(await keys()).toBe(false)
  })

  test('are refused by the second person, or withdrawn by the first', async () => {
    const first = await propose()
    await refuse(second, first.id)
    await expect(confirm(second, first.id)).rejects.toMatchObject(decided)
    const next = await propose()
    await refuse(admin, next.id)
    await expect(confirm(second, next.id)).rejects.toMatchObject(decided)
    expect([await keys(), await open(admin)]).toEqual([false, []])
  })

  test('wait once, and a proposal that changes nothing any more notifies nobody', async () => {
    await as(admin)(rolePermissions.add, { roleId: builtInRoles.schoolSupervisor.id, permissions })
    const { id } = await propose()
    const before = (await published('role keys proposed')).length
    await propose()
    expect((await open(admin)).map((proposal) => proposal.id)).toEqual([id])
    expect(await published('role keys proposed')).toHaveLength(before)
    const more = [...permissions, permissionId('ViewYearsList')]
    await as(admin)(rolePermissions.add, { roleId, permissions: more })
    expect((await open(admin)).map(({ permissionNames }) => permissionNames.length)).toEqual([1, 1])

    const changes = (await published('built-in role changed')).length
    await sql('insert into role_permissions (role_id, permission_id) values ($1, $2)', [roleId, permissions[0]])
    expect(await propose(rolePermissions.remove)).toMatchObject({ adds: false })
    expect(await confirm(second, id)).toEqual({ done: true, changed: 0 })
    expect(await published('built-in role changed')).toHaveLength(changes)
  })

  test('wait for three days and no longer', async () => {
    const { id, proposedAt, expiresAt } = await propose()
    expect(Date.parse(expiresAt) - Date.parse(proposedAt)).toBe(72 * 3600 * 1000)
    await sql(`update role_key_proposals set expires_at = now() - interval '1 second'`)
    expect(await open(second)).toEqual([])
    await expect(confirm(second, id)).rejects.toMatchObject(decided)
    expect(await keys()).toBe(false)
    expect(await propose()).toMatchObject({ adds: true })
  })

  test('are changed by nobody without the key, nor by who holds the role', async () => {
    const { id } = await propose()
    await expect(confirm(manager, id)).rejects.toMatchObject(notAllowed)
    await sql(`insert into user_roles (user_id, role_id, school_id, given_by) values ($1, $2, $3, $1)`, [
      manager.id,
      roleId,
      world.nile.id,
    ])
    expect((await open(second))[0]).toMatchObject({ may: { confirm: true, refuse: true } })
    await expect(confirm(second, permissions[0]!)).rejects.toMatchObject(notFound)
    await sql(`insert into user_roles (user_id, role_id, school_id, given_by) values ($1, $2, $3, $1)`, [
      second.id,
      roleId,
      world.nile.id,
    ])
    await expect(confirm(second, id)).rejects.toMatchObject({
      status: 403,
      message: 'You cannot change a role you hold',
    })
    await sql('delete from user_roles where user_id = $1 and role_id = $2', [second.id, roleId])
  })

  test('are confirmed by the operator where the platform has one person alone', async () => {
    await sql('delete from user_roles where user_id = $1 and school_id is null and role_id = $2', [
      second.id,
      builtInRoles.platformAdministrator.id,
    ])
    const { id, confirmers } = await propose()
    expect(confirmers).toBe(0)
    await withDb(connection, async (db) => {
      expect(await openForOperator(db)).toMatchObject([{ id, adds: true, keys: ['UpdateStudentInfo'] }])
      expect(await confirmByOperator(db, id)).toBe(true)
      expect(await confirmByOperator(db, id)).toBe(false)
    })
    expect(await keys()).toBe(true)
    expect((await published('built-in role changed')).at(-1)).toEqual({ actor_id: null, payload: { roleId } })
  })
})
