import { beforeAll, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()

/** Who changes rights in a school, in another or app-wide; who changes none; and who sees them alone. */
const people = {
  platform: world.admin,
  manager: world.manager,
  deputy: world.deputy,
  otherManager: world.otherManager,
  closedManager: world.closedManager,
  registrar: world.registrar,
  teacher: world.teacher,
  parent: world.parent,
}

const sql = sqlIn(connection)
const startedWith = { user_roles: '', user_permissions: '' }

/** Puts back what a call took. */
async function restore(table: keyof typeof startedWith) {
  const columns = table === 'user_roles' ? 'user_id, role_id, school_id, source' : 'user_id, permission_id, school_id'
  await sql(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)
     on conflict do nothing`,
    [startedWith[table]],
  )
}

type RoleRow = { userId: string; roleId: string; schoolId: string | null; may: { remove: boolean } }
type KeyRow = Omit<RoleRow, 'roleId'> & { permissionId: string; roleId: string | null }

beforeAll(async () => {
  // Sees roles and permissions without changing them.
  await sql(
    `insert into user_permissions (user_id, school_id, permission_id) select $1, $2, id from permissions where key = any ($3)
     on conflict do nothing`,
    [world.registrar.id, world.nile.id, ['AssignUserRole', 'ViewUserPermission']],
  )
  for (const table of ['user_roles', 'user_permissions'] as const)
    startedWith[table] = JSON.stringify(await sql(`select * from ${table}`))
})

/** What the person sees: their own rows, those of several others, and those of a school. */
async function seen<Row>(path: string, person: (typeof people)[keyof typeof people], key: (row: Row) => string) {
  const rows = new Map<string, Row>()
  const answers = [
    ...[world.nile, world.delta].map(({ id }) => ({ schoolId: id, pageSize: 200 })),
    ...Object.values(people).map(({ id }) => ({ userId: id })),
  ]
  for (const input of answers) {
    const answer = await wire(path, input, { as: person })
    if (answer.status === 200) for (const row of answer.json() as Row[]) rows.set(key(row), row)
  }
  return [...rows.values()]
}

const names = Object.keys(people) as (keyof typeof people)[]

test.each(names)('what a role says the %s may do to it is what taking it answers', async (name) => {
  const person = people[name]
  const rows = await seen<RoleRow>(userRoles.list.path, person, (row) => `${row.userId} ${row.roleId} ${row.schoolId}`)
  expect(rows.length).toBeGreaterThan(0)
  for (const { userId, roleId, schoolId, may } of rows) {
    const taken = await wire(userRoles.take.path, { userRoles: [{ userId, roleId, schoolId }] }, { as: person })
    expect({ userId, roleId, schoolId, remove: taken.status === 200 }).toEqual({
      userId,
      roleId,
      schoolId,
      remove: may.remove,
    })
    if (may.remove) await restore('user_roles')
  }
})

test.each(names)('what a permission says the %s may do to it is what taking it answers', async (name) => {
  const person = people[name]
  const rows = await seen<KeyRow>(
    userPermissions.list.path,
    person,
    (row) => `${row.userId} ${row.permissionId} ${row.roleId} ${row.schoolId}`,
  )
  const direct = rows.filter(({ roleId }) => roleId === null)
  const given = new Set(direct.map(({ userId, permissionId, schoolId }) => `${userId} ${permissionId} ${schoolId}`))
  // Of what comes through roles alone a few keys stand for all.
  const throughRoles = rows.filter((row) => !given.has(`${row.userId} ${row.permissionId} ${row.schoolId}`))
  for (const { userId, permissionId, schoolId, may } of [
    ...throughRoles.slice(0, 5),
    ...throughRoles.slice(-5),
    ...direct,
  ]) {
    const input = { userPermissions: [{ userId, permissionId, schoolId }] }
    const taken = await wire(userPermissions.take.path, input, { as: person })
    expect({ userId, permissionId, schoolId, remove: taken.status === 200 }).toEqual({
      userId,
      permissionId,
      schoolId,
      remove: may.remove,
    })
    if (may.remove) await restore('user_permissions')
  }
})

test('of one list some roles and permissions may be taken and others not', async () => {
  const roles = await as(world.manager)(userRoles.list, { schoolId: world.nile.id, pageSize: 200 })
  const managers = roles.filter(({ roleId }) => roleId === builtInRoles.schoolManager.id)
  expect(new Map(managers.map(({ userId, may }) => [userId, may.remove]))).toEqual(
    new Map([
      [world.manager.id, false],
      [world.deputy.id, true],
    ]),
  )
  const keys = await as(world.manager)(userPermissions.list, { schoolId: world.nile.id, pageSize: 200 })
  for (const { roleId, may } of keys) expect(may.remove).toBe(roleId === null)
})

test('the platform takes the role of an administrator only while there is another', async () => {
  const { admin, newcomer } = world
  const roleId = builtInRoles.platformAdministrator.id
  const mayTake = async () => (await as(admin)(userRoles.get, { userId: admin.id, roleId })).may.remove
  expect(await mayTake()).toBe(false)
  await as(admin)(userRoles.give, { userRoles: [{ userId: newcomer.id, roleId }] })
  expect(await mayTake()).toBe(true)
})
