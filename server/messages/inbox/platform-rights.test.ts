import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { admin, manager, newcomer, parent, registrar, teacher, nile } = world
const { platformAdministrator, schoolTeacher, standard } = builtInRoles

type Person = { phone: string }
const fullName = ({ firstName, middleName, lastName }: typeof admin) => `${firstName} ${middleName} ${lastName}`
const noticesOf = async (person: Person) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {})).filter(({ kind }) => kind === 'platformRightGiven')
}

// Has one key of the platform, and so belongs to its staff.
await sql('insert into user_permissions (user_id, permission_id) values ($1, $2)', [
  registrar.id,
  permissionId('ViewPaymentsRequests'),
])

test('a role of the platform is in the inboxes of all its staff, with who gave it, but of nobody else', async () => {
  const given = { userId: newcomer.id, roleId: platformAdministrator.id }
  await as(admin)(userRoles.give, { userRoles: [given] })
  const expected = {
    personName: fullName(newcomer),
    givenByName: fullName(admin),
    roleName: platformAdministrator.name,
    on: true,
    schoolId: null,
    read: false,
  }
  // Also of who gave it: somebody else may have used their session.
  for (const person of [admin, registrar]) expect(await noticesOf(person), person.phone).toMatchObject([expected])
  for (const person of [newcomer, manager, parent, teacher]) expect(await noticesOf(person), person.phone).toEqual([])
  expect((await as(registrar)(inbox.unread, {})).unread).toBe(1)

  await as(admin)(userRoles.give, { userRoles: [given] })
  expect(await noticesOf(registrar)).toHaveLength(1)
})

test('each of several roles has its own notice; the role of everybody and roles of schools have none', async () => {
  const before = await noticesOf(registrar)
  await sql('delete from user_roles where user_id = $1 and role_id = $2', [teacher.id, standard.id])
  await as(admin)(userRoles.give, {
    userRoles: [
      { userId: teacher.id, roleId: standard.id },
      { userId: teacher.id, roleId: platformAdministrator.id },
      { userId: parent.id, roleId: platformAdministrator.id },
    ],
  })
  await as(manager)(userRoles.give, {
    userRoles: [{ userId: parent.id, roleId: schoolTeacher.id, schoolId: nile.id }],
  })
  const names = (await noticesOf(registrar)).slice(0, -before.length).map(({ personName }) => personName)
  expect(names).toHaveLength(2)
  expect(new Set(names)).toEqual(new Set([fullName(parent), fullName(teacher)]))
  // Both belong to the staff since, and read of the other one.
  expect((await noticesOf(teacher)).map(({ personName }) => personName)).toEqual([fullName(parent)])
})

test('single permissions app-wide are one notice without a role', async () => {
  await as(admin)(userPermissions.give, {
    userPermissions: ['ViewAuditLog', 'ViewRolesList'].map((key) => ({
      userId: manager.id,
      permissionId: permissionId(key),
    })),
  })
  const [newest] = await noticesOf(registrar)
  expect(newest).toMatchObject({
    personName: fullName(manager),
    givenByName: fullName(admin),
    roleName: null,
    on: false,
  })
})

test('who has left the staff reads it no longer', async () => {
  await sql('delete from user_permissions where user_id = $1 and school_id is null', [registrar.id])
  expect(await noticesOf(registrar)).toEqual([])
})
