import { describe, expect, test } from 'vitest'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { deputy, otherManager, deltaTeacher, deltaSupervisor, delta } = world
const { sql, audited, published, rowsOf } = tracesIn(connection)

describe('a school is handed over', () => {
  const to = (person: { id: string }) => ({ id: delta.id, adminId: person.id })
  const onlyAdmin = refused(403, 'Only the administrator can hand the school over')
  const notManager = refused(400, 'The new administrator must already be a manager of this school')
  const makeManager = (person: { id: string }) =>
    sql(
      `insert into user_roles (user_id, role_id, school_id) select $1, role_id, school_id from user_roles
       where user_id = $2 and school_id = $3 on conflict do nothing`,
      [person.id, otherManager.id, delta.id],
    )

  test('only to a manager of the school', async () => {
    const before = await rowsOf('schools', 'outbox')
    for (const person of [deputy, deltaTeacher, { id: newId() }])
      await expect(as(otherManager)(schoolSettings.update, to(person))).rejects.toMatchObject(notManager)
    expect(await rowsOf('schools', 'outbox')).toEqual(before)
  })

  test('by its administrator and no other manager', async () => {
    await makeManager(deltaTeacher)
    const before = await rowsOf('schools')
    for (const person of [deltaTeacher, deltaSupervisor])
      await expect(as(deltaTeacher)(schoolSettings.update, to(person))).rejects.toMatchObject(onlyAdmin)
    expect(await rowsOf('schools')).toEqual(before)
  })

  test('not by leaving the administrator out or naming the same', async () => {
    for (const adminId of [null, undefined, otherManager.id])
      expect(await as(deltaTeacher)(schoolSettings.update, { id: delta.id, adminId })).toMatchObject({
        adminId: otherManager.id,
        version: 1,
      })
    expect(await published('school handed over')).toEqual([])
  })

  test('and both people are notified; from then on the new one decides', async () => {
    expect(await as(otherManager)(schoolSettings.update, to(deltaTeacher))).toMatchObject({
      adminId: deltaTeacher.id,
      version: 2,
    })
    expect(await published('school handed over')).toEqual([
      {
        school_id: delta.id,
        actor_id: otherManager.id,
        payload: { fromId: otherManager.id, toId: deltaTeacher.id },
      },
    ])
    expect(await audited(schoolSettings.update)).toEqual([
      { person_id: otherManager.id, school_id: delta.id, target_kind: 'person', target_id: deltaTeacher.id },
    ])
    await expect(as(otherManager)(schoolSettings.update, to(otherManager))).rejects.toMatchObject(onlyAdmin)
    expect(await as(deltaTeacher)(schoolSettings.update, to(otherManager))).toMatchObject({
      adminId: otherManager.id,
    })
  })

  test('once, when it is handed to two at the same time', async () => {
    for (const person of [deltaTeacher, deltaSupervisor]) await makeManager(person)
    const outcomes = await Promise.allSettled(
      [deltaTeacher, deltaSupervisor].map((person) => as(otherManager)(schoolSettings.update, to(person))),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(onlyAdmin)
  })
})
