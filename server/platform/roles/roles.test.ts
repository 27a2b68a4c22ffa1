import { describe, expect, test } from 'vitest'
import { permissions } from '#contract/language/permissions.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { permissionList, rolePermissions, roles } from '#contract/platform/roles/roles.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { admin, manager, teacher, parent, newcomer, registrar, nile } = world
const { giveKey, rowsOf, sql, audited, published } = tracesIn(connection)
const { standard, schoolManager, schoolTeacher, platformAdministrator } = builtInRoles

const builtIn = refused(409, 'A built-in role cannot be changed')
const ownRole = refused(403, 'You cannot change a role you hold')
const misfit = refused(400, 'A permission does not fit the type of the role')
const notOwned = refused(403, 'You cannot grant what you do not hold')
const rights = ['roles', 'role_permissions', 'user_roles', 'user_permissions'] as const

const ids = (...keys: string[]) => keys.map(permissionId)
const schoolRole = (name: string, ...keys: string[]) =>
  as(admin)(roles.add, { name, isSchoolRole: true, permissions: ids(...keys) })
const appRole = (name: string, ...keys: string[]) =>
  as(admin)(roles.add, { name, isSchoolRole: false, permissions: ids(...keys) })
const hold = (person: { id: string }, roleId: string, school: { id: string } | null) =>
  sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [
    person.id,
    roleId,
    school?.id ?? null,
  ])

describe('permissions', () => {
  test('are listed by the scope in which they can be given, thirty a page, to the last', async () => {
    const all = async (type: number, person = admin) => {
      const rows: { key: string }[] = []
      for (let pageNumber = 1; ; pageNumber++) {
        const page = await as(person).listed(permissionList.list, { type, pageNumber })
        rows.push(...page.rows)
        if (page.rows.length === 0) return { keys: rows.map(({ key }) => key), total: page.total }
      }
    }
    const ofSchools = permissions.filter(({ scope }) => scope !== 'app').length
    const appWide = permissions.filter(({ scope }) => scope !== 'school').length
    expect(await all(1)).toMatchObject({ total: ofSchools, keys: { length: ofSchools } })
    expect(await all(2)).toMatchObject({ total: appWide, keys: { length: appWide } })
    expect((await all(1, manager)).total).toBe(ofSchools)
    expect((await all(2, manager)).keys).toEqual([])
    await expect(as(teacher)(permissionList.list, { type: 1 })).rejects.toMatchObject(notAllowed)

    const answer = await wire('Permission/GetPermissions', { permissionsType: 1, pageSize: 1 }, { as: admin })
    expect(answer.json()).toMatchObject([{ id: permissionId('ChangeClassActivation'), name_AR: expect.any(String) }])
    expect(await wire('Permission/GetPermissions', { permissionsType: 3 }, { as: admin })).toMatchObject({
      status: 400,
      text: 'Invalid enum value',
    })
  })
})

describe('roles', () => {
  test('are listed by type; those of the platform for callers who keep or give them', async () => {
    const [first] = await as(admin)(roles.list, { type: 2, name: 'platform' })
    expect(first).toMatchObject({ id: platformAdministrator.id, type: 2, adminRole: true, permissionsCount: 44 })
    const seen = await as(manager)(roles.list, { type: 1 })
    expect(seen.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['School Manager', 'School Supervisor', 'School Teacher']),
    )
    expect((await as(manager)(roles.list, { type: 1, name: 'مدير' })).map(({ id }) => id)).toEqual([schoolManager.id])
    await expect(as(manager)(roles.list, { type: 2 })).rejects.toMatchObject(notAllowed)
    await expect(as(manager)(roles.get, { roleId: standard.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(rolePermissions.list, { roleId: standard.id })).rejects.toMatchObject(notFound)
    for (const person of [teacher, parent, newcomer])
      await expect(as(person)(roles.list, { type: 1 })).rejects.toMatchObject(notAllowed)
    expect(await as(manager)(rolePermissions.list, { roleId: schoolTeacher.id })).toHaveLength(20)
    const answer = await wire('Role/GetRoleByID', { roleId: schoolTeacher.id }, { as: manager })
    expect(answer.json()).toMatchObject({
      roleId: schoolTeacher.id,
      id: schoolTeacher.id,
      isSchoolRole: true,
      schoolRole: true,
    })
  })

  test('are made with their keys, of their type, under a name of their own', async () => {
    const role = await schoolRole('Librarian', 'ViewGradesSetting', 'ViewGradesSetting', 'AddGrade')
    expect(role).toMatchObject({ name: 'Librarian', active: true, type: 1, permissionsCount: 2, version: 1 })
    expect(await appRole('librarian', 'ViewLanguages')).toMatchObject({ type: 2, permissionsCount: 1 })
    expect(await audited(roles.add)).toEqual(
      expect.arrayContaining([{ person_id: admin.id, school_id: null, target_kind: 'role', target_id: role.id }]),
    )

    const before = await rowsOf(...rights)
    await expect(schoolRole('LIBRARIAN')).rejects.toMatchObject(refused(409, 'A role with this name already exists'))
    await expect(schoolRole('Wrong', 'AddGrade', 'CreateRole')).rejects.toMatchObject(misfit)
    await expect(appRole('Wrong', 'AddGrade')).rejects.toMatchObject(misfit)
    await expect(
      as(admin)(roles.add, { name: 'Wrong', isSchoolRole: true, permissions: [permissionId('AddGrade'), newId()] }),
    ).rejects.toMatchObject(notFound)
    await giveKey(newcomer, 'CreateRole', null)
    const given = await rowsOf(...rights)
    await expect(
      as(newcomer)(roles.add, { name: 'Wrong', isSchoolRole: false, permissions: ids('ViewLanguages') }),
    ).rejects.toMatchObject(notOwned)
    await expect(as(manager)(roles.add, { name: 'Wrong', isSchoolRole: true })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...rights)).toEqual(given)
    expect(before[0]).toBe(given[0])
    expect(
      await wire('Role/AddRole', { name: 'x', isSchoolRole: true, permissions: 'all' }, { as: admin }),
    ).toMatchObject({ status: 400, text: 'userRoles should be an array' })
  })

  test('are renamed, but neither one’s own nor those built in', async () => {
    const { id } = await appRole('Auditor', 'ViewPaymentsRequests')
    expect(await as(admin)(roles.update, { id, name: 'Reviewer', baseVersion: 1 })).toMatchObject({ version: 2 })
    await expect(as(admin)(roles.update, { id, name: 'Other', baseVersion: 1 })).rejects.toMatchObject(
      refused(409, 'Somebody else changed this meanwhile'),
    )
    const [was] = await sql(`select was->>'name' as name, changed_by from former_values where table_name = 'roles'`)
    expect(was).toEqual({ name: 'Auditor', changed_by: admin.id })

    const before = await rowsOf(...rights)
    await expect(as(admin)(roles.update, { id: newId(), name: 'x' })).rejects.toMatchObject(notFound)
    await expect(as(admin)(roles.update, { id: schoolTeacher.id, name: 'Tutor' })).rejects.toMatchObject(builtIn)
    for (const own of [standard, platformAdministrator])
      await expect(as(admin)(roles.update, { id: own.id, name: 'Mine' })).rejects.toMatchObject(ownRole)
    await expect(as(admin)(roles.activate, { roleId: schoolManager.id, active: false })).rejects.toMatchObject(builtIn)
    expect(await rowsOf(...rights)).toEqual(before)

    await hold(admin, id, null)
    await expect(as(admin)(roles.update, { id, name: 'Mine' })).rejects.toMatchObject(ownRole)
    await expect(as(admin)(roles.activate, { roleId: id, active: false })).rejects.toMatchObject(ownRole)
    await expect(
      as(admin)(rolePermissions.add, { roleId: id, permissions: ids('ViewLanguages') }),
    ).rejects.toMatchObject(ownRole)
    await expect(
      as(admin)(rolePermissions.remove, { roleId: id, permissions: ids('ViewPaymentsRequests') }),
    ).rejects.toMatchObject(ownRole)
  })

  test('that are not active grant nothing from the next call on, and the people with them are notified', async () => {
    const { id } = await schoolRole('Observer', 'ViewSchoolRolesList')
    await hold(registrar, id, nile)
    expect(await as(registrar)(roles.get, { roleId: id })).toMatchObject({ active: true })

    expect(await as(admin)(roles.activate, { roleId: id, active: false })).toMatchObject({ active: false, version: 2 })
    expect(await as(admin)(roles.activate, { roleId: id, active: false })).toMatchObject({ version: 2 })
    await expect(as(registrar)(roles.get, { roleId: id })).rejects.toMatchObject(notAllowed)
    expect(await published('rights changed')).toEqual([
      { school_id: null, actor_id: admin.id, payload: { roleId: id } },
    ])

    await as(admin)(roles.activate, { roleId: id, active: true })
    expect(await as(registrar)(roles.get, { roleId: id })).toMatchObject({ active: true })
    await expect(as(admin)(roles.activate, { roleId: newId(), active: true })).rejects.toMatchObject(notFound)
  })
})

describe('keys of a role', () => {
  test('are added and removed, what is there or not skipped, and count at once', async () => {
    const { id } = await schoolRole('Keeper', 'AddGrade')
    await hold(newcomer, id, nile)
    await expect(as(newcomer)(roles.list, { type: 1 })).rejects.toMatchObject(notAllowed)
    const change = (operation: typeof rolePermissions.add, ...keys: string[]) =>
      as(admin)(operation, { roleId: id, permissions: ids(...keys) })

    expect(await change(rolePermissions.add, 'AddGrade', 'ViewSchoolRolesList')).toEqual({ done: true, changed: 1 })
    expect(await as(newcomer)(roles.list, { type: 1, name: 'keeper' })).toMatchObject([{ permissionsCount: 2 }])
    expect(await change(rolePermissions.remove, 'UpdateGrade', 'ViewSchoolRolesList')).toEqual({
      done: true,
      changed: 1,
    })
    expect(await change(rolePermissions.remove, 'ViewSchoolRolesList')).toEqual({ done: true, changed: 0 })
    await expect(as(newcomer)(roles.list, { type: 1 })).rejects.toMatchObject(notAllowed)
    expect(await audited(rolePermissions.remove)).toHaveLength(1)
  })

  test('fit its type, are the caller’s own in a role of the platform, and stay in built-in roles', async () => {
    const { id } = await appRole('Clerk')
    await giveKey(registrar, 'AddPermissionsToRole', null)
    const before = await rowsOf(...rights)
    const add = (person: typeof admin, roleId: string, ...keys: string[]) =>
      as(person)(rolePermissions.add, { roleId, permissions: ids(...keys) })
    await expect(add(admin, id, 'AddGrade')).rejects.toMatchObject(misfit)
    await expect(add(registrar, id, 'ViewLanguages')).rejects.toMatchObject(notOwned)
    await expect(add(registrar, schoolManager.id, 'AddGrade')).rejects.toMatchObject(builtIn)
    await expect(add(registrar, standard.id, 'AddPermissionsToRole')).rejects.toMatchObject(ownRole)
    await expect(
      as(admin)(rolePermissions.remove, { roleId: schoolManager.id, permissions: ids('AddGrade') }),
    ).rejects.toMatchObject(builtIn)
    await expect(add(manager, id, 'AddGrade')).rejects.toMatchObject(notAllowed)
    for (const [body, sentence] of [
      [{ roleId: id, permissions: [] }, 'At least one permission is required'],
      [{ roleId: id }, 'userRoles should be an array'],
      [{ roleId: id, permissions: Array(201).fill(newId()) }, 'Array must contain at most 200 element(s)'],
    ] as const)
      expect(await wire('RolePermission/AssignPermissionsToRole', body, { as: admin })).toMatchObject({
        status: 400,
        text: sentence,
      })
    expect(await rowsOf(...rights)).toEqual(before)

    expect(await add(admin, schoolTeacher.id, 'AddGrade')).toEqual({ done: true, changed: 0 })
  })
})
