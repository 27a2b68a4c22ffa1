import { expect, test } from 'vitest'
import { registration } from '#contract/platform/identity/registration.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { retentionDays } from '#server/run/start/retention.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql } = tracesIn(connection)
const { grantFor } = registering(app)
const { manager, nile, class4a } = world

const relationId = (await as(manager)(reference.relations, {}))[0]!.id
await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])

const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const added = async () => (await as(manager)(studentRecords.add, { ...named, isPaid: true })).id
const invite = (studentId: string, phoneNumber: string) =>
  as(manager)(invitations.invite, { studentId, phoneNumber, relationId })
const withdraw = async (studentId: string) => {
  const [{ id: invitationId } = { id: '' }] = await as(manager)(invitations.list, { studentId })
  await as(manager)(invitations.withdraw, { studentId, invitationId })
}
const merge = (studentId: string, otherId: string) =>
  as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })
const undo = (studentId: string, mergeId: string) => as(manager)(studentMerges.undo, { studentId, mergeId })
/** The entries to which a phone number is invited. */
const waitsFor = async (phoneNumber: string) =>
  (
    await sql(
      'select student_id from parent_invitations where phone_number = $1 and accepted_at is null and removed_at is null',
      [phoneNumber],
    )
  ).map(({ student_id }) => student_id)

test('a number that waits for both entries is withdrawn with the kept one, and asked about the other after an undo', async () => {
  const [phoneNumber, kept, other] = [freshPhone(), await added(), await added()]
  await invite(kept, phoneNumber)
  await invite(other, phoneNumber)
  const { parts } = await as(manager)(studentMerges.plan, { studentId: kept, otherId: other })
  expect(parts).toContainEqual({ part: 'invitations', moves: 0, stays: 1 })
  const { id: mergeId } = await merge(kept, other)
  expect(await waitsFor(phoneNumber)).toEqual([kept])
  await withdraw(kept)
  expect(await waitsFor(phoneNumber)).toEqual([])

  const password = 'a password of nobody else 7'
  await app.asVisitor(registration.setPassword, { grant: await grantFor(phoneNumber), password })
  const hash = '(select password_hash from users where id = $1)'
  await sql(`update users set password_hash = ${hash} where phone_number = $2`, [manager.id, phoneNumber])
  const person = as({ phone: phoneNumber })
  await undo(kept, mergeId)
  expect(await waitsFor(phoneNumber)).toEqual([other])
  await deliverAll(connection)
  const [asked, ...more] = await person(inbox.items, {})
  expect([asked, more]).toMatchObject([{ kind: 'parentInvited', schoolId: nile.id }, []])
  await person(inbox.answer, { itemId: asked!.id, accept: true })
  expect((await person(parents.children, {})).map(({ studentId }) => studentId)).toEqual([other])
})

test('one that waits for the other entry alone goes along, also where it was withdrawn of the kept one', async () => {
  const [phoneNumber, kept, other] = [freshPhone(), await added(), await added()]
  await invite(kept, phoneNumber)
  await withdraw(kept)
  await invite(other, phoneNumber)
  const { id: mergeId } = await merge(kept, other)
  expect(await waitsFor(phoneNumber)).toEqual([kept])
  await undo(kept, mergeId)
  expect(await waitsFor(phoneNumber)).toEqual([other])
  await merge(kept, other)
  await withdraw(kept)
  expect(await waitsFor(phoneNumber)).toEqual([])
})

test('what a merge changed of invitations is kept for its undo, however long ago they ended', async () => {
  const [both, ended, kept, other] = [freshPhone(), freshPhone(), await added(), await added()]
  await invite(other, ended)
  await withdraw(other)
  await invite(kept, both)
  await invite(other, both)
  const erase = () => eraseExpired(connection, { ...retentionDays, invitations: 0 })
  const { id: mergeId } = await merge(kept, other)
  await erase()
  await undo(kept, mergeId)
  expect(await waitsFor(both)).toEqual(expect.arrayContaining([kept, other]))
  await erase()
  expect(await sql('select from parent_invitations where phone_number = $1', [ended])).toEqual([])
})
