import { beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { users } from '#contract/platform/identity/users.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { testApp } from '#test/harness/app.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { as, asVisitor, connection } = await testApp({ lookUps: { personMinute: 6 } })
const { sql } = tracesIn(connection)
const { manager, deltaParent, newcomer, classmate } = world
const [{ relationId }] = await sql('select id as "relationId" from relation_types limit 1')
const studentId = classmate.id

const link = (person: { id: string }) => as(manager)(studentParents.add, { studentId, parentId: person.id, relationId })
const linked = async (person: { id: string }) =>
  (await as(manager)(studentParents.list, { studentId })).find(({ parentId }) => parentId === person.id)

beforeEach(async () => {
  await sql('delete from student_parents where student_id = $1 and parent_id = any ($2)', [
    studentId,
    [deltaParent.id, newcomer.id],
  ])
  await sql('delete from sign_ins')
  await sql('truncate rate_limits')
})

describe('a parent of another school, linked by their id', () => {
  test('is shown with first and last name, without number and picture, until they sign in', async () => {
    const hidden = {
      parentName: `${deltaParent.firstName} ${deltaParent.lastName}`,
      parentImage: null,
      phoneNumber: null,
    }
    await sql(`update users set image_url = 'media/x' where id = $1`, [deltaParent.id])
    expect(await link(deltaParent)).toMatchObject(hidden)
    expect(await linked(deltaParent)).toMatchObject(hidden)
    await expect(as(manager)(users.get, { userId: deltaParent.id })).rejects.toMatchObject(notFound)

    await asVisitor(identity.login, { phoneNumber: deltaParent.phone, password: demoPassword })
    expect(await linked(deltaParent)).toMatchObject({ parentImage: 'media/x', phoneNumber: deltaParent.phone })
    await sql('update users set image_url = null where id = $1', [deltaParent.id])
  })

  test('is seen by a school that wrote the number itself', async () => {
    await as(manager)(invitations.invite, { studentId, phoneNumber: newcomer.phone, relationId })
    expect(await linked(newcomer)).toMatchObject({ phoneNumber: newcomer.phone })
  })

  test('counts as a look-up', async () => {
    for (let times = 0; times < 6; times++) {
      await link(newcomer)
      await as(manager)(studentParents.remove, { studentId, parentId: newcomer.id })
    }
    await expect(link(newcomer)).rejects.toMatchObject({ status: 429 })
  })
})
