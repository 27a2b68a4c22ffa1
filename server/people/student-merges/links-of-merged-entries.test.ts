import { expect, test } from 'vitest'
import { registration } from '#contract/platform/identity/registration.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql } = tracesIn(connection)
const { grantFor } = registering(app)
const { manager, newcomer, nile, class4a } = world

const [relationId, reasonId] = await Promise.all([
  as(manager)(reference.relations, {}).then(([relation]) => relation!.id),
  as(manager)(leavings.reasons, {}).then(([reason]) => reason!.id),
])
await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])

const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const added = async () => (await as(manager)(studentRecords.add, { ...named, isPaid: true })).id
const link = (studentId: string) => as(manager)(studentParents.add, { studentId, parentId: newcomer.id, relationId })
const merge = (studentId: string, otherId: string) =>
  as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })

test('a parent reads nothing by a link that stayed with an entry of a student who left and came back', async () => {
  const former = await added()
  await link(former)
  await as(manager)(leavings.enter, { studentId: former, reasonId })
  await deliverAll(connection)
  const present = await added()
  await link(present)

  const seen = async () => {
    const children = (await as(newcomer)(parents.children, {})).map(({ studentId }) => studentId)
    const items = (await as(newcomer)(inbox.items, {})).filter(({ kind }) => kind === 'studentLeft')
    return { children: children.toSorted(), left: items.map(({ studentId }) => studentId) }
  }
  const both = { children: [former, present].toSorted(), left: [former] }
  expect(await seen()).toEqual(both)
  const { id: mergeId } = await merge(present, former)
  expect(await seen()).toEqual({ children: [present], left: [] })
  await expect(as(newcomer)(officialRecords.get, { studentId: former })).rejects.toMatchObject(notFound)
  await as(manager)(studentMerges.undo, { studentId: present, mergeId })
  expect(await seen()).toEqual(both)

  await merge(present, former)
  await as(manager)(studentParents.remove, { studentId: present, parentId: newcomer.id })
  expect(await seen()).toEqual({ children: [], left: [] })
})

test('nor by an invitation that stayed with it', async () => {
  const [phoneNumber, former] = [freshPhone(), await added()]
  await as(manager)(invitations.invite, { studentId: former, phoneNumber, relationId })
  await as(manager)(leavings.enter, { studentId: former, reasonId })
  const present = await added()
  await as(manager)(invitations.invite, { studentId: present, phoneNumber, relationId })
  await merge(present, former)
  const password = 'a password of nobody else 7'
  await app.asVisitor(registration.setPassword, { grant: await grantFor(phoneNumber), password })
  const hash = '(select password_hash from users where id = $1)'
  await sql(`update users set password_hash = ${hash} where phone_number = $2`, [manager.id, phoneNumber])
  const children = await as({ phone: phoneNumber })(parents.children, {})
  expect(children.map(({ studentId }) => studentId)).toEqual([present])
})
