import { beforeAll, describe, expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, deputy, registrar, supervisor, secondSupervisor, idleTeacher, parent, mathsTeacher } = world
const { nile, class4a, class4b, class5a, class6b, class6c, grade6 } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)

const roleId = builtInRoles.schoolSupervisor.id
const stranger = refused(400, 'This person does not belong to the school')
const cannotGrant = refused(403, 'You cannot grant what you do not hold')

const name = (classRoom: { id: string }, person: { id: string } | null, by = manager) =>
  as(by)(classSettings.update, { id: classRoom.id, supervisorId: person?.id ?? null })

/** The ways in which a person has the role School Supervisor at Nile. */
const rightsOf = async (person: { id: string }) =>
  (
    await sql('select source from user_roles where user_id = $1 and role_id = $2 and school_id = $3 order by source', [
      person.id,
      roleId,
      nile.id,
    ])
  ).map(({ source }) => source)

let languageId: string
const classRoom = (called: string, supervisorId: string) => ({
  schoolId: nile.id,
  name: called,
  maxOfStudents: 20,
  gradeId: grade6.id,
  languageId,
  gender: 3,
  supervisorId,
})

beforeAll(async () => {
  languageId = (await sql(`select id from languages where name = 'Arabic'`))[0].id
})

describe('the person named supervisor of a class', () => {
  test('is School Supervisor from then on, and sees the class; both people are notified', async () => {
    expect(await rightsOf(idleTeacher)).toEqual([])
    const named = await name(class6b, idleTeacher)
    expect(named).toMatchObject({ supervisorId: idleTeacher.id, supervisorName: 'شريف لطفي البحيري', version: 2 })
    expect(await rightsOf(idleTeacher)).toEqual(['supervisor'])
    expect(await as(idleTeacher)(classes.supervised, { schoolId: nile.id })).toMatchObject([{ id: class6b.id }])
    expect(await published('rights changed')).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { personId: idleTeacher.id } },
    ])
    expect(await audited(classSettings.update)).toEqual([
      { person_id: manager.id, school_id: nile.id, target_kind: 'person', target_id: idleTeacher.id },
    ])
  })

  test('loses the role with the last class there, and not before', async () => {
    await name(class6c, idleTeacher)
    await name(class6b, null)
    expect(await rightsOf(idleTeacher)).toEqual(['supervisor'])
    await name(class6c, secondSupervisor)
    expect(await rightsOf(idleTeacher)).toEqual([])
    expect(await as(idleTeacher)(classes.supervised, { schoolId: nile.id })).toEqual([])
    expect((await published('rights changed')).slice(-2).map(({ payload }) => payload.personId)).toEqual([
      idleTeacher.id,
      secondSupervisor.id,
    ])
  })

  test('keeps a School Supervisor role that was given by hand', async () => {
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [
      mathsTeacher.id,
      roleId,
      nile.id,
    ])
    await name(class6b, mathsTeacher)
    expect(await rightsOf(mathsTeacher)).toEqual(['given', 'supervisor'])
    await name(class6b, null)
    expect(await rightsOf(mathsTeacher)).toEqual(['given'])
  })

  test('is the administrator, a linked teacher or a holder of a role there, and nobody else', async () => {
    for (const person of [deputy, manager, secondSupervisor])
      expect(await name(class6b, person)).toMatchObject({ supervisorId: person.id })

    const before = await rowsOf('class_rooms', 'user_roles', 'outbox')
    for (const person of [registrar, parent, world.otherManager, world.removedTeacher, { id: newId() }])
      await expect(name(class6b, person)).rejects.toMatchObject({
        ...stranger,
        errors: { supervisorId: [stranger.message] },
      })
    expect(await rowsOf('class_rooms', 'user_roles', 'outbox')).toEqual(before)
  })

  test('stays when the class is edited without a supervisor, or with the same id', async () => {
    const changes = (await audited(classSettings.update)).length
    await as(manager)(classSettings.update, { id: class4b.id, gender: 1 })
    expect(await name(class4b, secondSupervisor)).toMatchObject({ supervisorId: secondSupervisor.id })
    expect(await audited(classSettings.update)).toHaveLength(changes)
  })

  test('is named with a new class, too, or with several', async () => {
    await as(manager)(classSettings.add, classRoom('With one', idleTeacher.id))
    expect(await rightsOf(idleTeacher)).toEqual(['supervisor'])
    const items = [classRoom('First of two', mathsTeacher.id), classRoom('Second of two', mathsTeacher.id)]
    await as(manager)(classSettings.addSeveral, { items })
    expect(await rightsOf(mathsTeacher)).toEqual(['given', 'supervisor'])
    expect(await audited(classSettings.addSeveral)).toHaveLength(2)
    await expect(
      as(manager)(classSettings.addSeveral, { items: [classRoom('Good', deputy.id), classRoom('Bad', parent.id)] }),
    ).rejects.toMatchObject({ ...stranger, errors: { 'items[1].supervisorId': [stranger.message] } })
    await expect(as(manager)(classSettings.add, classRoom('Bad', parent.id))).rejects.toMatchObject(stranger)
  })
})

describe('nobody names themselves', () => {
  test('unless they have every key of School Supervisor there', async () => {
    await giveKey(world.closedParent, 'UpdateClass', nile)
    await giveKey(world.closedParent, 'AddClass', nile)
    await sql('insert into school_teachers (school_id, teacher_id) values ($1, $2)', [nile.id, world.closedParent.id])
    const before = await rowsOf('class_rooms', 'user_roles')
    await expect(name(class5a, world.closedParent, world.closedParent)).rejects.toMatchObject(cannotGrant)
    await expect(
      as(world.closedParent)(classSettings.add, classRoom('My own', world.closedParent.id)),
    ).rejects.toMatchObject(cannotGrant)
    expect(await rowsOf('class_rooms', 'user_roles')).toEqual(before)
    expect(await name(class5a, supervisor, world.closedParent)).toMatchObject({ supervisorId: supervisor.id })
    expect(await name(class5a, manager)).toMatchObject({ supervisorId: manager.id })
  })

  test('not even with all keys but one', async () => {
    const keys = builtInRoles.schoolSupervisor.keys
    for (const key of keys.slice(1)) await giveKey(world.closedParent, key, nile)
    await expect(name(class4a, world.closedParent, world.closedParent)).rejects.toMatchObject(cannotGrant)
    await giveKey(world.closedParent, keys[0]!, nile)
    expect(await name(class4a, world.closedParent, world.closedParent)).toMatchObject({
      supervisorId: world.closedParent.id,
    })
  })
})

test('naming and removing at the same time leave the role with supervisors of a class, and nobody else', async () => {
  for (let n = 0; n < 5; n++) {
    await name(class6b, deputy)
    await name(class6c, null)
    await Promise.all([name(class6b, null), name(class6c, deputy)])
    expect(await rightsOf(deputy)).toEqual(['supervisor'])
    await Promise.all([name(class6c, null), name(class6b, null)])
    expect(await rightsOf(deputy)).toEqual([])
  }
})

test('a teacher who is named while the school unlinks them supervises no class', async () => {
  await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query('select from users where id = $1 for update', [idleTeacher.id])
    const waiting = () => sql(whoWaits)
    const naming = name(class6b, idleTeacher)
    await expect.poll(waiting).toHaveLength(1)
    const unlinking = as(manager)(teachers.unlink, { schoolId: nile.id, teacherId: idleTeacher.id })
    await Promise.race([unlinking, expect.poll(waiting).toHaveLength(2)])
    await client.query('commit')
    await Promise.all([naming, unlinking])
  })
  expect(await sql('select supervisor_id from class_rooms where id = $1', [class6b.id])).toEqual([
    { supervisor_id: null },
  ])
  expect(await rightsOf(idleTeacher)).toEqual([])
})
