import { describe, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { roles } from '#contract/platform/roles/roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { admin, manager, deputy, teacher, parent, newcomer, registrar, supervisor, otherManager, pendingManager } = world
const { nile, delta, pending } = world
const { giveKey, rowsOf, sql, audited, published } = tracesIn(connection)
const { standard, schoolManager, schoolTeacher, schoolSupervisor, platformAdministrator } = builtInRoles

const notOwned = refused(403, 'You cannot grant what you do not hold')
const ownRights = refused(403, 'You cannot change your own rights')
const lastManager = refused(409, 'The last administrator of a school cannot be removed')
const lastAdministrator = refused(409, 'The last platform administrator cannot be removed')

type One = { userId: string; roleId: string; schoolId?: string | null }
const role = (person: { id: string }, { id: roleId }: { id: string }, school: { id: string } | null): One => ({
  userId: person.id,
  roleId,
  schoolId: school?.id ?? null,
})
const give = (by: typeof admin, ...list: One[]) => as(by)(userRoles.give, { userRoles: list })
const take = (by: typeof admin, ...list: One[]) => as(by)(userRoles.take, { userRoles: list })
const rights = () => rowsOf('user_roles', 'user_permissions', 'outbox')
const make = (name: string, isSchoolRole: boolean, ...keys: string[]) =>
  as(admin)(roles.add, { name, isSchoolRole, permissions: keys.map(permissionId) })

describe('the roles that people have', () => {
  test('are one’s own to read, wherever they are', async () => {
    expect(await as(teacher)(userRoles.list, { userId: teacher.id })).toMatchObject([
      {
        roleName: 'School Teacher',
        schoolId: nile.id,
        schoolName: expect.any(String),
        userFullName: 'منى سعيد الحلواني',
      },
      { roleName: 'Standard', schoolId: null, schoolName: null },
    ])
    expect(await as(teacher)(userRoles.list, { userId: teacher.id, schoolId: delta.id })).toEqual([])
    expect(await as(teacher)(userRoles.get, role(teacher, standard, null))).toMatchObject({ roleName: 'Standard' })
    await expect(as(teacher)(userRoles.get, role(teacher, schoolTeacher, delta))).rejects.toMatchObject(notFound)
    await expect(as(teacher)(userRoles.list, { userId: manager.id })).rejects.toMatchObject(notAllowed)
    await expect(as(teacher)(userRoles.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })

  test('are read by staff of their school, and never app-wide ones', async () => {
    const of = (person: { id: string }) => as(manager)(userRoles.list, { userId: person.id })
    expect((await of(teacher)).map(({ roleName }) => roleName)).toEqual(['School Teacher'])
    expect(await of(admin)).toEqual([])
    expect(await of(otherManager)).toEqual([])
    const everybody = await as(manager).listed(userRoles.list, { schoolId: nile.id, pageSize: 5 })
    expect(everybody.rows).toHaveLength(5)
    expect(everybody.rows.every(({ schoolId }) => schoolId === nile.id)).toBe(true)
    expect(everybody.total).toBeGreaterThan(5)

    await expect(as(manager)(userRoles.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(userRoles.list, { userId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(manager)(userRoles.get, role(teacher, standard, null))).rejects.toMatchObject(notFound)
    await expect(as(manager)(userRoles.list, {})).rejects.toMatchObject(refused(400, 'Required'))
  })

  test('are read by the platform everywhere', async () => {
    expect((await as(admin)(userRoles.list, { userId: teacher.id })).map(({ roleName }) => roleName)).toEqual([
      'School Teacher',
      'Standard',
    ])
    expect(await as(admin)(userRoles.list, { userId: teacher.id, schoolId: nile.id })).toHaveLength(1)
    expect(await as(admin)(userRoles.get, role(manager, schoolManager, nile))).toMatchObject({ schoolId: nile.id })
    await expect(as(admin)(userRoles.list, { schoolId: newId() })).rejects.toMatchObject(notFound)
  })

  test('say that the last platform administrator keeps theirs', async () => {
    const mayGo = async () => {
      const listed = await as(admin)(userRoles.list, { userId: admin.id })
      return listed.find(({ roleId }) => roleId === platformAdministrator.id)!.may.remove
    }
    expect(await mayGo()).toBe(false)
    await sql('insert into user_roles (user_id, role_id) values ($1, $2)', [teacher.id, platformAdministrator.id])
    expect(await mayGo()).toBe(true)
    await sql('delete from user_roles where role_id = $1 and user_id = $2', [platformAdministrator.id, teacher.id])
  })
})

describe('a role is given', () => {
  test('by a manager in their own school, once, notified and audited; the person need not be a member', async () => {
    expect(await give(manager, role(newcomer, schoolManager, nile), role(newcomer, schoolManager, nile))).toEqual({
      done: true,
      changed: 1,
    })
    expect((await as(newcomer)(identity.me, {})).schools.map(({ id }) => id)).toEqual([nile.id])
    expect(await give(manager, role(newcomer, schoolManager, nile))).toEqual({ done: true, changed: 0 })
    expect(await published('rights changed')).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { personId: newcomer.id } },
    ])
    expect(await audited(userRoles.give)).toEqual([
      { person_id: manager.id, school_id: nile.id, target_kind: 'person', target_id: newcomer.id },
    ])
    const bare = await wire('UserRole/RemoveUserRoles', [role(newcomer, schoolManager, nile)], { as: manager })
    expect(bare.json()).toEqual({ done: true, changed: 1 })
    expect((await as(newcomer)(identity.me, {})).schools).toEqual([])
    const [was] = await sql(`select was->>'user_id' as person, changed_by from former_values
      where table_name = 'user_roles' order by id desc limit 1`)
    expect(was).toEqual({ person: newcomer.id, changed_by: manager.id })
  })

  test('by the platform app-wide', async () => {
    expect(await give(admin, role(registrar, platformAdministrator, null))).toEqual({ done: true, changed: 1 })
    expect((await as(registrar)(identity.me, {})).appPermissions).toContain('CreateRole')
    expect(await take(registrar, role(registrar, platformAdministrator, null))).toEqual({ done: true, changed: 1 })
    expect((await as(registrar)(identity.me, {})).appPermissions).not.toContain('CreateRole')
  })

  test('all or none: one wrong element of fifty, and nothing is stored', async () => {
    const strong = await make('Strong', true, 'AddGrade', 'UpdateGrade')
    const asleep = await as(admin)(roles.add, { name: 'Asleep', isSchoolRole: true, active: false })
    await giveKey(registrar, 'AddUserRole', nile)
    await giveKey(registrar, 'AddGrade', nile)
    const many = (await sql('select id from users order by id limit 49')).map((person) =>
      role(person as { id: string }, asleep, nile),
    )
    const before = await rights()
    const refusals: [typeof admin, One, object][] = [
      [registrar, role(newcomer, strong, nile), notOwned],
      [registrar, role(newcomer, schoolManager, nile), notOwned],
      [manager, role(manager, strong, nile), ownRights],
      [manager, role(newcomer, strong, delta), notFound],
      [manager, role(newcomer, { id: newId() }, nile), notFound],
      [manager, role({ id: newId() }, strong, nile), notFound],
      [manager, role(newcomer, strong, null), refused(400, 'A school role needs a school')],
      [manager, role(newcomer, standard, nile), refused(400, 'An app role has no school')],
      [manager, role(newcomer, platformAdministrator, null), notAllowed],
      [manager, role(newcomer, asleep, nile), refused(409, 'This role is not active')],
      [admin, role(newcomer, strong, nile), notFound],
      [admin, role(admin, platformAdministrator, null), ownRights],
      [teacher, role(newcomer, strong, nile), notAllowed],
    ]
    for (const [by, one, refusal] of refusals) {
      await expect(give(by, one), JSON.stringify(refusal)).rejects.toMatchObject(refusal)
      await expect(give(by, ...many, one)).rejects.toMatchObject({ status: expect.any(Number) })
    }
    expect(await rights()).toEqual(before)
  })

  test.each([
    [{ userRoles: [] }, 'At least one Role is required'],
    [{ userRoles: 'all' }, 'userRoles should be an array'],
    [{}, 'userRoles should be an array'],
    [{ userRoles: [{ userId: newId() }] }, 'Required'],
  ])('in a list: %o is refused', async (body, sentence) => {
    for (const path of ['UserRole/AssignUerRoles', 'UserRole/RemoveUserRoles'])
      expect(await wire(path, body, { as: manager })).toMatchObject({ status: 400, text: sentence })
  })

  test('not while the school is not active', async () => {
    await expect(give(pendingManager, role(newcomer, schoolTeacher, pending))).rejects.toMatchObject(
      refused(409, 'This school is not active'),
    )
  })

  test('beside the same role from a post, and stays when the post is lost', async () => {
    expect(await give(manager, role(supervisor, schoolSupervisor, nile))).toEqual({ done: true, changed: 1 })
    const listed = await as(manager)(userRoles.list, { userId: supervisor.id })
    expect(listed.filter(({ roleId }) => roleId === schoolSupervisor.id)).toHaveLength(1)
  })
})

describe('a role is taken', () => {
  test('by a caller with the key in that school; missing rights are skipped', async () => {
    await give(manager, role(newcomer, schoolTeacher, nile))
    const before = await rights()
    for (const by of [otherManager, admin])
      await expect(take(by, role(newcomer, schoolTeacher, nile))).rejects.toMatchObject(notFound)
    await expect(take(manager, role(newcomer, standard, null))).rejects.toMatchObject(notAllowed)
    await expect(take(admin, role(newcomer, standard, null))).rejects.toMatchObject(
      refused(409, 'The default role cannot be removed'),
    )
    expect(await take(manager, role(parent, schoolTeacher, nile))).toEqual({ done: true, changed: 0 })
    expect(await rights()).toEqual(before)
    expect(await take(manager, role(newcomer, schoolTeacher, nile))).toEqual({ done: true, changed: 1 })
  })

  test('but a school keeps its administrator, and a manager may step down', async () => {
    const before = await rights()
    await expect(take(deputy, role(manager, schoolManager, nile))).rejects.toMatchObject(lastManager)
    await expect(
      take(manager, role(deputy, schoolManager, nile), role(manager, schoolManager, nile)),
    ).rejects.toMatchObject(lastManager)
    await expect(take(otherManager, role(otherManager, schoolManager, delta))).rejects.toMatchObject(lastManager)
    expect(await rights()).toEqual(before)
    expect(await take(deputy, role(deputy, schoolManager, nile))).toEqual({ done: true, changed: 1 })
    await expect(as(deputy)(userRoles.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })

  test('but the platform keeps an administrator, also when two leave at once', async () => {
    await expect(take(admin, role(admin, platformAdministrator, null))).rejects.toMatchObject(lastAdministrator)
    await give(admin, role(newcomer, platformAdministrator, null))
    const outcomes = await Promise.allSettled([
      take(admin, role(admin, platformAdministrator, null)),
      take(newcomer, role(newcomer, platformAdministrator, null)),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(lastAdministrator)
  })
})
