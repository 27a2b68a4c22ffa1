import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { type Permission, permissions } from '#contract/language/permissions.ts'
import { rolePermissions, roles } from '#contract/platform/roles/roles.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { admin, manager, deputy, teacher, parent, newcomer, registrar, otherManager, idleTeacher } = world
const { nile, delta, class4a } = world
const { sql, giveKey, rowsOf } = tracesIn(connection)
const { schoolManager, schoolTeacher, standard, platformAdministrator } = builtInRoles

const proving = process.env.PROOF === 'on'
const rights = () => rowsOf('roles', 'role_permissions', 'user_roles', 'user_permissions')
const role = (person: { id: string }, roleId: string, school: { id: string } | null) => ({
  userId: person.id,
  roleId,
  schoolId: school?.id ?? null,
})
const key = (person: { id: string }, name: Permission, school: { id: string } | null) => ({
  userId: person.id,
  permissionId: permissionId(name),
  schoolId: school?.id ?? null,
})
const giveRoles = (by: typeof admin, ...list: ReturnType<typeof role>[]) => as(by)(userRoles.give, { userRoles: list })
const giveKeys = (by: typeof admin, ...list: ReturnType<typeof key>[]) =>
  as(by)(userPermissions.give, { userPermissions: list })

describe('case 3: people cannot give themselves or each other a permission that none of them held before', () => {
  test('neither a role, nor a key, nor more keys for a role that the caller holds', async () => {
    const before = await rights()
    for (const attempt of [
      () => giveRoles(manager, role(manager, schoolTeacher.id, nile)),
      () => giveKeys(manager, key(manager, 'AddGrade', nile)),
      () => giveKeys(admin, key(admin, 'CreateRole', null)),
      () => as(admin)(rolePermissions.add, { roleId: standard.id, permissions: [permissionId('CreateRole')] }),
      () => as(admin)(roles.update, { id: platformAdministrator.id, name: 'Mine' }),
      () => giveKeys(manager, key(newcomer, 'ViewSchoolActionList', nile)),
      () => giveRoles(admin, role(newcomer, schoolManager.id, nile)),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: expect.toSatisfy((one) => one >= 400 && one < 405) })
    expect(await rights()).toEqual(before)
  })

  test('nor with one bad element among fifty', async () => {
    const people = (await sql('select id from users order by id limit 60')) as { id: string }[]
    const good = people.filter(({ id }) => id !== deputy.id).slice(0, 49)
    const before = await rights()
    await expect(
      giveKeys(deputy, ...good.map((person) => key(person, 'AddGrade', nile)), key(deputy, 'AddGrade', nile)),
    ).rejects.toMatchObject(refused(403, 'You cannot change your own rights'))
    await expect(
      giveKeys(deputy, ...good.map((person) => key(person, 'AddGrade', nile)), key(newcomer, 'AddGrade', delta)),
    ).rejects.toMatchObject(notFound)
    expect(await rights()).toEqual(before)
  })

  test('nor by any sequence of grants among friends', async () => {
    const ownKeys = ['AddUserRole', 'AddUserPermission', 'AddGrade', 'ViewGradesSetting'] as const
    for (const one of ownKeys) await giveKey(registrar, one, nile)
    const weak = await as(admin)(roles.add, {
      name: 'Weak',
      isSchoolRole: true,
      permissions: [permissionId('AddGrade'), permissionId('AddUserRole')],
    })
    const friends = [registrar, newcomer, idleTeacher]
    const state = async () => {
      const all = []
      for (const friend of friends) {
        const { schools, appPermissions } = await as(friend)(identity.me, {})
        all.push({ schools, appPermissions })
      }
      return all
    }
    const start = (await state()).map(({ schools, appPermissions }) => ({
      keys: new Set(schools.find(({ id }) => id === nile.id)?.permissions ?? []),
      elsewhere: schools.filter(({ id }) => id !== nile.id).length,
      appPermissions,
    }))
    // A permission that one of them holds may be given to the others, after they get the key to give any.
    const among = new Set(start.flatMap((one) => [...one.keys]))
    const first = (await sql('select max(created_at)::text as at from user_permissions'))[0].at

    const keys = fc.constantFrom(...permissions.map((one) => one.key), ...ownKeys, ...ownKeys)
    const place = fc.constantFrom(nile, nile, nile, delta, null)
    const grant = fc.record({
      by: fc.constantFrom(...friends),
      to: fc.constantFrom(...friends),
      roleId: fc.constantFrom(null, null, weak.id, schoolTeacher.id, schoolManager.id, platformAdministrator.id),
      key: keys as fc.Arbitrary<Permission>,
      place,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(grant, { minLength: 4, maxLength: 10 }), async (grants) => {
        await sql('delete from user_permissions where created_at > $1::timestamptz', [first])
        await sql('delete from user_roles where given_by = any($1)', [friends.map(({ id }) => id)])
        for (const { by, to, roleId, key: name, place: where } of grants)
          await (roleId ? giveRoles(by, role(to, roleId, where)) : giveKeys(by, key(to, name, where))).catch(() => {})

        for (const [nth, { schools, appPermissions }] of (await state()).entries()) {
          const here = schools.find(({ id }) => id === nile.id)?.permissions ?? []
          expect(here.filter((one) => !among.has(one))).toEqual([])
          expect(schools.filter(({ id }) => id !== nile.id)).toHaveLength(start[nth]!.elsewhere)
          expect(appPermissions).toEqual(start[nth]!.appPermissions)
        }
      }),
      { numRuns: proving ? 10_000 : 12, interruptAfterTimeLimit: 1_200_000 },
    )
  }, 1_500_000)
})

describe('case 24: games with roles', () => {
  test('the role that holds one’s own rights is not switched, and another grants nothing once it is', async () => {
    const { id } = await as(admin)(roles.add, {
      name: 'Grade keeper',
      isSchoolRole: true,
      permissions: [permissionId('AddGrade')],
    })
    await giveRoles(manager, role(parent, id, nile))
    const add = (name: string) => as(parent)(grades.add, { schoolId: nile.id, name })
    expect(await add('Grade of a keeper')).toMatchObject({ schoolId: nile.id })
    await as(admin)(roles.activate, { roleId: id, active: false })
    await expect(add('Grade of nobody')).rejects.toMatchObject(notAllowed)

    for (const own of [platformAdministrator, standard])
      await expect(as(admin)(roles.activate, { roleId: own.id, active: false })).rejects.toMatchObject(
        refused(403, 'You cannot change a role you hold'),
      )
    for (const fixed of [schoolManager, schoolTeacher])
      await expect(as(admin)(roles.activate, { roleId: fixed.id, active: false })).rejects.toMatchObject(
        refused(409, 'A built-in role cannot be changed'),
      )
  })

  test('a school always has a manager, whatever its managers do to each other at once', async () => {
    await giveRoles(otherManager, role(newcomer, schoolManager.id, delta))
    const take = (by: typeof admin, ...from: { id: string }[]) =>
      as(by)(userRoles.take, { userRoles: from.map((one) => role(one, schoolManager.id, delta)) }).catch(() => {})
    await Promise.all([
      take(newcomer, otherManager),
      take(otherManager, newcomer),
      take(newcomer, otherManager, newcomer),
      take(otherManager, otherManager),
    ])
    const left = await sql('select user_id from user_roles where school_id = $1 and role_id = $2', [
      delta.id,
      schoolManager.id,
    ])
    expect(left).toEqual([{ user_id: otherManager.id }])
  })
})

describe('case 25: rights that sleep open nothing', () => {
  test('the rights of a removed teacher, a former parent, and the parent of an inactive student', async () => {
    await expect(as(world.removedTeacher)(classes.get, { classRoomId: class4a.id })).rejects.toMatchObject({
      status: expect.toSatisfy((one) => one === 403 || one === 404),
    })
    for (const person of [world.formerParent, world.inactiveParent])
      await expect(as(person)(studentRecords.get, { studentId: world.omar.id })).rejects.toMatchObject({
        status: expect.toSatisfy((one) => one === 403 || one === 404),
      })
  })

  test('in a school that is not active, but of its administrator', async () => {
    await giveRoles(otherManager, role(teacher, schoolManager.id, delta))
    const list = (person: typeof admin) => as(person)(grades.list, { schoolId: delta.id })
    expect(await list(teacher)).toEqual(await list(otherManager))
    await sql('update schools set active = false where id = $1', [delta.id])
    await expect(list(teacher)).rejects.toMatchObject(notFound)
    expect(await list(otherManager)).toEqual(expect.any(Array))
    await expect(giveRoles(otherManager, role(newcomer, schoolTeacher.id, delta))).rejects.toMatchObject(
      refused(409, 'This school is not active'),
    )
    await sql('update schools set active = true where id = $1', [delta.id])
  })
})
