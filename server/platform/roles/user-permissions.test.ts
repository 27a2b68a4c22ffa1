import { describe, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { roles } from '#contract/platform/roles/roles.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { admin, manager, teacher, newcomer, registrar, pendingManager } = world
const { nile, delta, pending } = world
const { giveKey, rowsOf, audited, published, sql } = tracesIn(connection)

const notOwned = refused(403, 'You cannot grant what you do not hold')
const ownRights = refused(403, 'You cannot change your own rights')
const onlyDirect = refused(409, 'Only directly granted permissions can be removed')

type One = { userId: string; permissionId: string; schoolId: string | null }
const key = (person: { id: string }, name: Permission, school: { id: string } | null): One => ({
  userId: person.id,
  permissionId: permissionId(name),
  schoolId: school?.id ?? null,
})
const give = (by: typeof admin, ...list: One[]) => as(by)(userPermissions.give, { userPermissions: list })
const take = (by: typeof admin, ...list: One[]) => as(by)(userPermissions.take, { userPermissions: list })
const rights = () => rowsOf('user_permissions', 'user_roles', 'outbox')

describe('the permissions that people have', () => {
  test('are listed with their source: a role, or given directly', async () => {
    const own = await as(registrar)(userPermissions.list, { userId: registrar.id })
    expect(own).toMatchObject([
      { permissionKey: 'AssignStudentToSchool', roleId: null, roleName: null, schoolId: nile.id },
      { permissionKey: 'CreateSchool', roleId: builtInRoles.standard.id, roleName: 'Standard', schoolId: null },
      { permissionKey: 'ViewChildernsList', schoolId: null },
      { permissionKey: 'ViewSchoolStudentsList', roleId: null, schoolId: nile.id },
    ])
    const seen = await as(manager)(userPermissions.list, { userId: registrar.id })
    expect(seen.map(({ permissionKey }) => permissionKey)).toEqual(['AssignStudentToSchool', 'ViewSchoolStudentsList'])
    expect(await as(admin)(userPermissions.list, { userId: registrar.id })).toEqual(own)

    const answer = await wire('UserPermission/GetUserPermissions', { userId: registrar.id }, { as: registrar })
    expect(answer.json()).toMatchObject([{ permissionName_AR: expect.any(String) }, {}, {}, {}])
    const everybody = await as(manager).listed(userPermissions.list, { schoolId: nile.id })
    expect(everybody.rows).toHaveLength(30)
    expect(everybody.total).toBeGreaterThan(76)
  })

  test('come as a file all of them, not a page', async () => {
    const { total } = await as(manager).listed(userPermissions.list, { schoolId: nile.id })
    const request = { list: userPermissions.list.path, input: { schoolId: nile.id }, format: 'csv', language: 'en' }
    const { text } = await wire(exportList.path, request, { as: manager })
    expect(text.trimEnd().split('\r\n')).toHaveLength(total! + 1)
  })

  test('are counted by person, each key once and those given directly by themselves', async () => {
    const everybody = await as(manager)(userPermissions.list, { schoolId: nile.id, pageSize: 200 })
    const holders = await as(manager)(userPermissions.holders, { schoolId: nile.id })
    const [first] = holders
    const ofFirst = everybody.filter(({ userId }) => userId === first!.userId)
    expect(first).toMatchObject({
      userFullName: everybody[0]!.userFullName,
      permissionsCount: new Set(ofFirst.map(({ permissionId: id }) => id)).size,
    })
    expect(holders.find(({ userId }) => userId === registrar.id)).toMatchObject({ permissionsCount: 2, directCount: 2 })
    expect(new Set(holders.map(({ userId }) => userId)).size).toBe(holders.length)
    await expect(as(manager)(userPermissions.holders, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(userPermissions.holders, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })

  test('are nobody else’s to read', async () => {
    await expect(as(manager)(userPermissions.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(userPermissions.list, { userId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(userPermissions.list, { userId: registrar.id })).rejects.toMatchObject(notAllowed)
    await expect(as(manager)(userPermissions.list, {})).rejects.toMatchObject(refused(400, 'Required'))
  })
})

describe('a permission is given directly', () => {
  test('by a caller with the key there, notified and audited; also beside a role that has it', async () => {
    expect(await give(manager, key(teacher, 'AddGrade', nile), key(teacher, 'ViewNotes', nile))).toEqual({
      done: true,
      changed: 2,
    })
    expect(await give(manager, key(teacher, 'AddGrade', nile))).toEqual({ done: true, changed: 0 })
    expect(await published('rights changed')).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { personId: teacher.id } },
    ])
    expect(await audited(userPermissions.give)).toHaveLength(2)
    expect(await give(admin, key(newcomer, 'ViewLanguages', null))).toEqual({ done: true, changed: 1 })
    expect(await take(admin, key(newcomer, 'ViewLanguages', null))).toEqual({ done: true, changed: 1 })
  })

  test('all or none, whatever is wrong with one', async () => {
    await giveKey(registrar, 'AddUserPermission', nile)
    const before = await rights()
    const refusals: [typeof admin, One, object][] = [
      [registrar, key(newcomer, 'AddGrade', nile), notOwned],
      [manager, key(manager, 'AddGrade', nile), ownRights],
      [manager, key(newcomer, 'AddGrade', delta), notFound],
      [manager, key({ id: newId() }, 'AddGrade', nile), notFound],
      [manager, { ...key(newcomer, 'AddGrade', nile), permissionId: newId() }, notFound],
      [manager, key(newcomer, 'AddGrade', null), refused(400, 'A school permission needs a school')],
      [manager, key(newcomer, 'CreateRole', nile), refused(400, 'An app permission has no school')],
      [manager, key(newcomer, 'AssignUserRole', null), notAllowed],
      [admin, key(newcomer, 'AddGrade', nile), notFound],
      [admin, key(admin, 'CreateRole', null), ownRights],
      [pendingManager, key(newcomer, 'AddGrade', pending), refused(409, 'This school is not active')],
      [teacher, key(newcomer, 'ViewNotes', nile), notAllowed],
    ]
    for (const [by, one, refusal] of refusals) {
      await expect(give(by, one), JSON.stringify(refusal)).rejects.toMatchObject(refusal)
      await expect(give(by, key(newcomer, 'ViewSchoolStudentsList', nile), one)).rejects.toThrow()
    }
    expect(await rights()).toEqual(before)
  })

  test.each([
    [{ userPermissions: [] }, 'At least one permission is required'],
    [{ userPermissions: {} }, 'userRoles should be an array'],
  ])('in a list: %o is refused', async (body, sentence) => {
    for (const path of ['UserPermission/AssignPermissionsToUser', 'UserPermission/RemovePermissionsFromUser'])
      expect(await wire(path, body, { as: manager })).toMatchObject({ status: 400, text: sentence })
  })
})

describe('a permission is taken', () => {
  test('as if it were not there, of a role that is not active', async () => {
    const { id } = await as(admin)(roles.add, {
      name: 'Asleep',
      isSchoolRole: true,
      active: false,
      permissions: [permissionId('AddGrade')],
    })
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [newcomer.id, id, nile.id])
    expect(await take(manager, key(newcomer, 'AddGrade', nile))).toEqual({ done: true, changed: 0 })
    await sql('delete from user_roles where role_id = $1', [id])
  })

  test('only where it was given directly; what is not there is skipped', async () => {
    await give(manager, key(newcomer, 'AddGrade', nile))
    const before = await rights()
    await expect(take(manager, key(newcomer, 'AddGrade', nile), key(teacher, 'ViewExams', nile))).rejects.toMatchObject(
      onlyDirect,
    )
    await expect(take(admin, key(newcomer, 'AddGrade', nile))).rejects.toMatchObject(notFound)
    await expect(take(manager, key(newcomer, 'CreateSchool', null))).rejects.toMatchObject(notAllowed)
    expect(await take(manager, key(newcomer, 'UpdateGrade', nile))).toEqual({ done: true, changed: 0 })
    expect(await rights()).toEqual(before)

    const bare = await wire('UserPermission/RemovePermissionsFromUser', [key(newcomer, 'AddGrade', nile)], {
      as: manager,
    })
    expect(bare.json()).toEqual({ done: true, changed: 1 })
    expect(await audited(userPermissions.take)).toContainEqual({
      person_id: manager.id,
      school_id: nile.id,
      target_kind: 'person',
      target_id: newcomer.id,
    })
  })
})
