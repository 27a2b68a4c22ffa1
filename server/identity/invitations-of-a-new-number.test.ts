import { expect, test } from 'vitest'
import { inbox } from '#contract/inbox/inbox.ts'
import { ownPhoneChanges } from '#contract/identity/phone-changes.ts'
import { invitations } from '#contract/parents/invitations.ts'
import { studentParents } from '#contract/parents/student-parents.ts'
import { testApp } from '#test/app.ts'
import { deliverAll } from '#test/deliveries.ts'
import { phoneChanging } from '#test/phone-changing.ts'
import { freshPhone, registering } from '#test/registering.ts'
import { tracesIn } from '#test/traces.ts'
import { demoPassword, world } from '#test/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql, published } = tracesIn(connection)
const { codeFor } = registering(app)
const { manager, otherManager, mother, parent, nile, delta, laila, deltaStudent } = world
const { request, confirm, later } = phoneChanging(app, nile)
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'guardian'`)

const invite = async (student: { id: string }, phoneNumber: string, by: { phone: string }) =>
  as(by)(invitations.invite, { studentId: student.id, phoneNumber, relationId })
const change = async (phoneNumber: string) => {
  await as(mother)(ownPhoneChanges.sendCodes, { phoneNumber })
  const [oldCode, newCode] = [(await codeFor(mother.phone))!, (await codeFor(phoneNumber))!]
  await as(mother)(ownPhoneChanges.change, { phoneNumber, oldCode, newCode, password: demoPassword })
}

test('a person who changes to a number that schools have invited is asked in each, and linked by their yes', async () => {
  const phoneNumber = freshPhone()
  await invite(laila, phoneNumber, manager)
  await invite(deltaStudent, phoneNumber, otherManager)
  await invite(laila, freshPhone(), manager)
  await change(phoneNumber)
  await deliverAll(connection)
  const asked = (await as(mother)(inbox.items, {})).filter(({ kind }) => kind === 'parentInvited')
  expect(new Set(asked.map(({ schoolName }) => schoolName))).toEqual(new Set([nile.name, delta.name]))
  expect(asked).toHaveLength(2)

  const itemId = asked.find(({ schoolName }) => schoolName === delta.name)!.id
  await as(mother)(inbox.answer, { itemId, accept: true })
  const parents = await as(otherManager)(studentParents.list, { studentId: deltaStudent.id })
  expect(parents.map(({ parentId }) => parentId)).toContain(mother.id)
})

test('so is a person whose number a school has changed, and of invitations that still wait', async () => {
  const phoneNumber = freshPhone()
  await invite(laila, phoneNumber, manager)
  const before = (await published('parents invited')).length
  await sql('update parent_invitations set removed_at = now(), removed_by = $2 where phone_number = $1', [
    phoneNumber,
    manager.id,
  ])
  await invite(laila, phoneNumber, manager)
  const [{ id }] = await sql('select id from parent_invitations where phone_number = $1 and removed_at is null', [
    phoneNumber,
  ])
  await request(parent, phoneNumber)
  await confirm()
  expect(await later(49)).toBe(1)
  expect((await published('parents invited')).slice(before)).toEqual([
    { school_id: nile.id, actor_id: manager.id, payload: { invitationIds: [id] } },
  ])
})
