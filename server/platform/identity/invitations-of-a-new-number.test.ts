import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { phoneChanging } from '#test/harness/phone-changing.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql, published } = tracesIn(connection)
const { codeFor } = registering(app)
const {
  manager,
  otherManager,
  mother,
  parent,
  newcomer,
  guardian,
  classmatesParent,
  nile,
  delta,
  laila,
  deltaStudent,
} = world
const { numberOf, request, confirm, later } = phoneChanging(app, nile)
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'guardian'`)
await sql('insert into office_roles (id, school_id, role_id, active) values ($1, $2, $3, true)', [
  newId(),
  nile.id,
  builtInRoles.schoolRegistrar.id,
])

const invite = async (student: { id: string }, phoneNumber: string, by: { phone: string }) =>
  as(by)(invitations.invite, { studentId: student.id, phoneNumber, relationId })
const change = async (person: { id: string; phone: string }, phoneNumber: string) => {
  await sql('truncate rate_limits')
  const was = await numberOf(person)
  await as(person)(ownPhoneChanges.sendCodes, { phoneNumber })
  const [oldCode, newCode] = [(await codeFor(was))!, (await codeFor(phoneNumber))!]
  await as(person)(ownPhoneChanges.change, { phoneNumber, oldCode, newCode, password: demoPassword })
}
const askedOf = async (person: { phone: string }, asking: string) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {})).filter(({ kind }) => kind === asking)
}

test('a person who changes to a number that schools have invited is asked in each, and linked by their yes', async () => {
  const phoneNumber = freshPhone()
  await invite(laila, phoneNumber, manager)
  await invite(deltaStudent, phoneNumber, otherManager)
  await invite(laila, freshPhone(), manager)
  await change(mother, phoneNumber)
  const asked = await askedOf(mother, 'parentInvited')
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

test('and of an invitation that is being stored at that moment', async () => {
  const phoneNumber = freshPhone()
  await request(parent, phoneNumber)
  await confirm()
  const before = (await published('parents invited')).length
  await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [phoneNumber])
    await client.query(
      `insert into parent_invitations (id, school_id, student_id, phone_number, relation_id, consent_by)
       values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
      [nile.id, laila.id, phoneNumber, relationId, manager.id],
    )
    const changed = later(49)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    await client.query('commit')
    expect(await changed).toBe(1)
  })
  expect(await published('parents invited')).toHaveLength(before + 1)
})

test('a person who changes to a number that a school has invited as a teacher, or to a role, is asked at once', async () => {
  for (const [person, roleId, asking] of [
    [newcomer, null, 'teacherInvited'],
    [guardian, builtInRoles.schoolRegistrar.id, 'roleInvited'],
  ] as const) {
    const phoneNumber = freshPhone()
    await as(manager)(staffInvitations.invite, { schoolId: nile.id, phoneNumber, roleId })
    await change(person, phoneNumber)
    expect(await askedOf(person, asking)).toMatchObject([{ schoolId: nile.id }])
  }
})

test('so is a person whom the same school still asks about the number they had', async () => {
  const [former, present] = [freshPhone(), freshPhone()]
  await invite(laila, former, manager)
  await change(guardian, former)
  expect(await askedOf(guardian, 'parentInvited')).toHaveLength(1)
  await invite(laila, present, manager)
  await change(guardian, present)
  expect(await askedOf(guardian, 'parentInvited')).toHaveLength(1)
})

test('an invitation to a role that was not answered is asked of the next person of the number', async () => {
  const { id: roleId } = builtInRoles.schoolRegistrar
  const byThemselves = (phoneNumber: string) => change(newcomer, phoneNumber)
  const bySchool = async (phoneNumber: string) => {
    await request(parent, phoneNumber)
    await confirm()
    await later(49)
  }
  const timesAsked = async ({ id }: { id: string }) =>
    (await published('role invited')).filter(({ payload }) => payload.personId === id).length
  for (const [person, giveUp, next] of [
    [newcomer, byThemselves, mother],
    [parent, bySchool, classmatesParent],
  ] as const) {
    const phoneNumber = await numberOf(person)
    await as(manager)(staffInvitations.invite, { schoolId: nile.id, phoneNumber, roleId })
    expect(await timesAsked(person)).toBe(1)
    await giveUp(freshPhone())
    await change(next, phoneNumber)
    expect(await timesAsked(next)).toBe(1)
    expect(await askedOf(next, 'roleInvited')).toHaveLength(1)
  }
})

test('a person who goes back to a number that was invited to a role is asked once', async () => {
  const [phoneNumber, { id: roleId }] = [freshPhone(), builtInRoles.schoolRegistrar]
  await change(mother, phoneNumber)
  await as(manager)(staffInvitations.invite, { schoolId: nile.id, phoneNumber, roleId })
  expect(await askedOf(mother, 'roleInvited')).toHaveLength(1)
  await change(mother, freshPhone())
  expect(await askedOf(mother, 'roleInvited')).toHaveLength(0)
  await change(mother, phoneNumber)
  const [{ id: itemId } = { id: '' }, ...more] = await askedOf(mother, 'roleInvited')
  expect(more).toEqual([])
  await as(mother)(inbox.answer, { itemId, accept: false })
  expect(await askedOf(mother, 'roleInvited')).toEqual([])
})
