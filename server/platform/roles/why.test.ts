import { describe, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { roles } from '#contract/platform/roles/roles.ts'
import { why } from '#contract/platform/roles/why.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { admin, manager, teacher, parent, newcomer, registrar, deltaTeacher } = world
const { nile, delta } = world
const { sql } = tracesIn(connection)

const ask = (by: typeof admin, about: { id: string }, permissionKey: string, school: { id: string } | null) =>
  as(by)(why.explain, { userId: about.id, permissionKey, schoolId: school?.id ?? null })

describe('why somebody can', () => {
  test('is explained by the role or the grant that gives it, and where', async () => {
    expect(await ask(teacher, teacher, 'AddExam', nile)).toMatchObject({
      permissionName: 'Add an exam',
      schoolId: nile.id,
      allowed: true,
      reason: 'role',
      sources: [{ roleName: 'School Teacher', schoolId: nile.id, counts: true, hindrance: null }],
      roles: [{ roleName: 'School Manager' }, { roleName: 'School Supervisor' }, { roleName: 'School Teacher' }],
    })
    expect(await ask(manager, registrar, 'AssignStudentToSchool', nile)).toMatchObject({
      allowed: true,
      reason: 'direct',
      sources: [{ roleId: null, roleName: null, counts: true }],
    })
    expect(await ask(parent, parent, 'CreateSchool', null)).toMatchObject({ allowed: true, reason: 'role' })
    expect(await ask(admin, manager, 'AddGrade', nile)).toMatchObject({ allowed: true })
  })
})

describe('why somebody cannot', () => {
  test('nobody gave it to them, they have it elsewhere, or the key is of the other scope', async () => {
    expect(await ask(teacher, teacher, 'AddGrade', nile)).toMatchObject({
      allowed: false,
      reason: 'notGiven',
      sources: [],
      roles: [{ roleId: builtInRoles.schoolManager.id }],
    })
    expect(await ask(teacher, teacher, 'AddExam', delta)).toMatchObject({
      allowed: false,
      reason: 'otherSchool',
      sources: [{ schoolId: nile.id, counts: false, hindrance: 'otherSchool' }],
    })
    expect(await ask(teacher, teacher, 'CreateRole', nile)).toMatchObject({ reason: 'otherScope', roles: [] })
    expect(await ask(admin, admin, 'AssignUserRole', nile)).toMatchObject({
      reason: 'otherScope',
      sources: [{ schoolId: null, hindrance: 'otherScope' }],
    })
  })

  test('their role is not active, or their school', async () => {
    const { id } = await as(admin)(roles.add, {
      name: 'Asleep',
      isSchoolRole: true,
      active: false,
      permissions: [permissionId('AddGrade')],
    })
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [newcomer.id, id, nile.id])
    expect(await ask(manager, newcomer, 'AddGrade', nile)).toMatchObject({
      allowed: false,
      reason: 'roleInactive',
      sources: [{ roleName: 'Asleep', hindrance: 'roleInactive' }],
      roles: [{ roleId: builtInRoles.schoolManager.id }],
    })
    await sql('update schools set active = false where id = $1', [delta.id])
    expect(await ask(deltaTeacher, deltaTeacher, 'AddExam', delta)).toMatchObject({
      allowed: false,
      reason: 'schoolInactive',
    })
    await sql('update schools set active = true where id = $1', [delta.id])
  })

  test('is explained to the person and to callers who may read rights there, for that school alone', async () => {
    expect((await ask(manager, deltaTeacher, 'AddExam', nile)).sources).toEqual([])
    await expect(ask(manager, deltaTeacher, 'AddExam', delta)).rejects.toMatchObject(notFound)
    await expect(ask(teacher, manager, 'AddExam', nile)).rejects.toMatchObject(notAllowed)
    await expect(ask(manager, teacher, 'AddExam', null)).rejects.toMatchObject(refused(400, 'Required'))
    await expect(ask(manager, { id: newId() }, 'AddExam', nile)).rejects.toMatchObject(notFound)
    await expect(ask(teacher, teacher, 'NoSuchKey', nile)).rejects.toMatchObject(notFound)
    await expect(ask(teacher, teacher, 'AddExam', { id: newId() })).rejects.toMatchObject(notFound)
    await expect(ask(newcomer, newcomer, 'AddExam', world.closed)).rejects.toMatchObject(notFound)
  })
})
