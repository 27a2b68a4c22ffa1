import { beforeEach, describe, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { roleKeyProposals } from '#contract/platform/roles/proposals.ts'
import { rolePermissions, roles } from '#contract/platform/roles/roles.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, refused, tracesIn } from '#test/harness/traces.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql } = tracesIn(connection)
const { admin, manager, registrar, parent, newcomer, idleTeacher, mother, nile } = world
const { platformAdministrator, schoolTeacher } = builtInRoles
const permissions = [permissionId('ViewSchoolStudentsList')]
const accomplices = [parent, newcomer, mother].map(({ id }) => id)

const tooNew = refused(
  403,
  'Somebody involved gave this right less than 72 hours ago, so another person or the operator has to confirm',
)
const newStaff = refused(
  403,
  'You have this right for less than 72 hours, so you cannot remove rights that others had before',
)

type Person = typeof admin
const appRole = ({ id }: { id: string }) => [{ userId: id, roleId: platformAdministrator.id, schoolId: null }]
const name = (person: { id: string }, by: Person) => as(by)(userRoles.give, { userRoles: appRole(person) })
const remove = (person: { id: string }, by: Person) => as(by)(userRoles.take, { userRoles: appRole(person) })
const waiting = (by: Person) => as(by)(roleKeyProposals.list, { roleId: schoolTeacher.id })
async function propose(by: Person) {
  await as(by)(rolePermissions.add, { roleId: schoolTeacher.id, permissions })
  return (await waiting(by))[0]!.id
}
const confirm = (proposalId: string, by: Person) => as(by)(roleKeyProposals.confirm, { proposalId })
const pupils = () => as(idleTeacher)(studentRecords.list, { schoolId: nile.id })
const pass = (hours: number) =>
  sql('update user_roles set created_at = created_at - make_interval(hours => $1) where user_id = any ($2)', [
    hours,
    accomplices,
  ])

beforeEach(async () => {
  await sql('delete from role_key_proposals')
  await sql('delete from role_permissions where role_id = $1 and permission_id = $2', [
    schoolTeacher.id,
    ...permissions,
  ])
  await sql('delete from user_roles where user_id = any ($1) and role_id = $2', [accomplices, platformAdministrator.id])
})

describe('one session of the platform that makes its own second person', () => {
  test('changes no built-in role for 72 hours, whichever of the two proposes', async () => {
    await expect(pupils()).rejects.toMatchObject(notAllowed)
    await name(parent, admin)
    const proposal = await propose(admin)
    await expect(confirm(proposal, admin)).rejects.toMatchObject({ status: 403 })
    await expect(confirm(proposal, parent)).rejects.toMatchObject(tooNew)
    await expect(pupils()).rejects.toMatchObject(notAllowed)
    expect((await waiting(parent))[0]).toMatchObject({ confirmers: 0, may: { confirm: false, refuse: true } })

    await as(admin)(roleKeyProposals.refuse, { proposalId: proposal })
    const theirs = await propose(parent)
    await expect(confirm(theirs, admin)).rejects.toMatchObject(tooNew)

    await pass(73)
    expect(await confirm(theirs, admin)).toEqual({ done: true, changed: 1 })
    expect((await pupils()).length).toBeGreaterThan(0)
  })

  test('neither by a chain of accomplices, nor by two of them', async () => {
    await name(parent, admin)
    await name(newcomer, parent)
    await name(mother, admin)
    const proposal = await propose(admin)
    await expect(confirm(proposal, newcomer)).rejects.toMatchObject(tooNew)
    await as(admin)(roleKeyProposals.refuse, { proposalId: proposal })
    const theirs = await propose(newcomer)
    await expect(confirm(theirs, mother)).rejects.toMatchObject(tooNew)
    await expect(confirm(theirs, parent)).rejects.toMatchObject(tooNew)

    // Nor by removing who stands between them.
    await remove(parent, admin)
    await expect(confirm(theirs, mother)).rejects.toMatchObject(tooNew)
  })

  test('nor by a key added to a role that the accomplice had before', async () => {
    const role = await as(admin)(roles.add, { name: 'Readers', isSchoolRole: false, active: true, permissions: [] })
    await as(admin)(userRoles.give, { userRoles: [{ userId: parent.id, roleId: role.id, schoolId: null }] })
    await sql(`update roles set modified_at = now() - interval '1 year' where id = $1`, [role.id])
    await pass(1000)
    await as(admin)(rolePermissions.add, { roleId: role.id, permissions: [permissionId('AddPermissionsToRole')] })
    const proposal = await propose(admin)
    await expect(confirm(proposal, parent)).rejects.toMatchObject(tooNew)

    await sql(`update role_permissions set created_at = now() - interval '73 hours' where role_id = $1`, [role.id])
    expect(await confirm(proposal, parent)).toEqual({ done: true, changed: 1 })
    await sql('delete from user_roles where role_id = $1', [role.id])
  })

  test('but a person whom a third one named, or the operator, is a second person at once', async () => {
    await sql('insert into user_roles (user_id, role_id) values ($1, $2)', [newcomer.id, platformAdministrator.id])
    await name(parent, newcomer)
    const proposal = await propose(admin)
    expect((await waiting(admin))[0]).toMatchObject({ confirmers: 2 })
    expect(await confirm(proposal, parent)).toEqual({ done: true, changed: 1 })
  })

  test('removes and switches off nothing that others had before', async () => {
    const role = await as(admin)(roles.add, { name: 'Writers', isSchoolRole: false, active: true, permissions: [] })
    await as(admin)(userRoles.give, { userRoles: [{ userId: mother.id, roleId: role.id, schoolId: null }] })
    await name(parent, admin)
    await expect(remove(admin, parent)).rejects.toMatchObject(newStaff)
    await expect(as(parent)(roles.activate, { roleId: role.id, active: false })).rejects.toMatchObject(newStaff)
    const added = { roleId: role.id, permissions: [permissionId('CreateRole')] }
    await as(admin)(rolePermissions.add, added)
    await expect(as(parent)(rolePermissions.remove, added)).rejects.toMatchObject(newStaff)
    await sql('insert into user_permissions (user_id, permission_id) values ($1, $2)', [
      mother.id,
      permissionId('CreateRole'),
    ])
    await sql(`update user_permissions set created_at = now() - interval '1 year' where user_id = $1`, [mother.id])
    const given = [{ userId: mother.id, permissionId: permissionId('CreateRole'), schoolId: null }]
    await expect(as(parent)(userPermissions.take, { userPermissions: given })).rejects.toMatchObject(newStaff)

    await name(newcomer, admin)
    expect(await remove(newcomer, parent)).toEqual({ done: true, changed: 1 })
    await pass(73)
    expect(await as(parent)(userPermissions.take, { userPermissions: given })).toEqual({ done: true, changed: 1 })
    expect(await as(parent)(roles.activate, { roleId: role.id, active: false })).toMatchObject({ active: false })
  })
})

test('a manager makes no second person for a change of a phone number', async () => {
  const { request, confirm, open } = phoneChanging(app, nile)
  const given = [{ userId: registrar.id, permissionId: permissionId('ChangePhoneNumbers'), schoolId: nile.id }]
  await sql('delete from user_permissions where user_id = $1', [registrar.id])
  await as(manager)(userPermissions.give, { userPermissions: given })
  await request(parent, '01099988877')
  expect((await open(registrar))!.may.confirm).toBe(false)
  await expect(confirm(registrar)).rejects.toMatchObject(tooNew)

  await sql(`update user_permissions set created_at = now() - interval '73 hours' where user_id = $1`, [registrar.id])
  expect((await open(registrar))!.may.confirm).toBe(true)
  expect(await confirm(registrar)).toEqual({ done: true, changed: 1 })
})
