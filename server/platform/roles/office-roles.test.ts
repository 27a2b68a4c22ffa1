import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { builtInRoles, officeRoles } from '#contract/platform/roles/built-in-roles.ts'
import { officeRoleSwitches } from '#contract/platform/roles/office-roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey, published } = tracesIn(connection)
const { admin, manager, deputy, teacher, newcomer, otherManager, nile, delta } = world
const { schoolRegistrar, schoolAccountant, schoolTeacher } = builtInRoles
const schoolId = nile.id

const isOff = refused(409, 'This school has not switched this role on')
const isHeld = refused(409, 'People in this school still have this role')
const list = (person = manager) => as(person)(officeRoleSwitches.list, { schoolId })
const on = (roleId = schoolRegistrar.id, person = manager) =>
  as(person)(officeRoleSwitches.switchOn, { schoolId, roleId })
const off = (takeFromHolders?: boolean, person = manager) =>
  as(person)(officeRoleSwitches.switchOff, { schoolId, roleId: schoolRegistrar.id, takeFromHolders })
const give = (roleId: string, school = nile, by = manager) =>
  as(by)(userRoles.give, { userRoles: [{ userId: newcomer.id, roleId, schoolId: school.id }] })
const roll = () => as(newcomer)(studentRecords.list, { schoolId })

beforeEach(async () => {
  await sql('delete from office_roles')
  await sql('delete from user_roles where user_id = $1 and school_id is not null', [newcomer.id])
})

describe('a role of an office', () => {
  test('is listed with what it permits, switched off at first', async () => {
    const roles = await list()
    expect(roles.map(({ roleName, active }) => [roleName, active])).toEqual([
      ['School Registrar', false],
      ['School Deputy', false],
      ['School Accountant', false],
      ['School Counsellor', false],
    ])
    for (const [nth, { keys }] of officeRoles.entries()) expect(roles[nth]!.permissionNames).toHaveLength(keys.length)
    expect(roles[0]!.may).toEqual({ switchOn: true, switchOff: false })
  })

  test('is given only where the school has switched it on, and opens its work there', async () => {
    await expect(give(schoolRegistrar.id)).rejects.toMatchObject(isOff)
    expect(await on()).toEqual({ done: true, changed: 1 })
    expect(await on()).toEqual({ done: true, changed: 0 })
    await expect(roll()).rejects.toMatchObject(notAllowed)

    await give(schoolRegistrar.id)
    expect((await roll()).length).toBeGreaterThan(0)
    await expect(as(newcomer)(paymentRequests.list, { schoolId })).rejects.toMatchObject(notAllowed)
    await expect(give(schoolRegistrar.id, delta, otherManager)).rejects.toMatchObject(isOff)
    // A role that a person has in another school does not count here.
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [
      otherManager.id,
      schoolRegistrar.id,
      delta.id,
    ])
    expect((await list())[0]).toMatchObject({
      active: true,
      holdersCount: 1,
      may: { switchOn: false, switchOff: true },
    })
  })

  test('of money opens no student', async () => {
    await on(schoolAccountant.id)
    await give(schoolAccountant.id)
    expect(await as(newcomer)(paymentRequests.list, { schoolId })).toEqual(expect.any(Array))
    await expect(roll()).rejects.toMatchObject(notAllowed)
  })

  test('is not switched off while people have it, unless it is taken from them', async () => {
    await on()
    await give(schoolRegistrar.id)
    await expect(off()).rejects.toMatchObject(isHeld)
    await expect(off(false)).rejects.toMatchObject(isHeld)
    expect((await list())[0]).toMatchObject({ active: true, holdersCount: 1 })

    const before = (await published('rights changed')).length
    expect(await off(true)).toEqual({ done: true, changed: 1 })
    await expect(roll()).rejects.toMatchObject(notAllowed)
    expect((await published('rights changed')).length).toBe(before + 1)
    expect((await list())[0]).toMatchObject({ active: false, holdersCount: 0 })
    await expect(give(schoolRegistrar.id)).rejects.toMatchObject(isOff)
    expect(await off()).toEqual({ done: true, changed: 0 })

    await on()
    await give(schoolRegistrar.id)
    expect((await roll()).length).toBeGreaterThan(0)
  })

  test('leaves lines in the audit', async () => {
    await on()
    await off()
    const lines = await as(manager)(auditLog.ofSchool, { schoolId, kind: 'rights', dateFrom: '2000-01-01' })
    expect(lines.slice(0, 2).map(({ act, personId }) => [act, personId])).toEqual([
      ['officeRoleOff', manager.id],
      ['officeRoleOn', manager.id],
    ])
  })
})

describe('switching a role on or off', () => {
  test('is for people who hold every key of it there', async () => {
    await giveKey(teacher, 'AddUserRole', nile)
    await expect(on(schoolRegistrar.id, teacher)).rejects.toMatchObject(
      refused(403, 'You cannot grant what you do not hold'),
    )
    expect((await list(teacher))[0]!.may).toEqual({ switchOn: false, switchOff: false })
    await expect(off(true, teacher)).rejects.toMatchObject(notAllowed)
    expect(await on(schoolRegistrar.id, deputy)).toEqual({ done: true, changed: 1 })
  })

  test('is nothing for other schools, the platform, and roles that are no office’s', async () => {
    await expect(on(schoolRegistrar.id, otherManager)).rejects.toMatchObject(notFound)
    await expect(off(true, otherManager)).rejects.toMatchObject(notFound)
    await expect(on(schoolRegistrar.id, admin)).rejects.toMatchObject(notAllowed)
    await expect(on(schoolTeacher.id)).rejects.toMatchObject(notFound)
    await expect(
      as(manager)(officeRoleSwitches.switchOff, { schoolId, roleId: schoolTeacher.id, takeFromHolders: true }),
    ).rejects.toMatchObject(notFound)
  })
})
