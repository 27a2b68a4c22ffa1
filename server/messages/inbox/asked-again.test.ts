import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, otherManager, newcomer, nile, delta } = world
const { schoolRegistrar } = builtInRoles

for (const school of [nile, delta])
  await sql('insert into office_roles (id, school_id, role_id, active) values ($1, $2, $3, true)', [
    newId(),
    school.id,
    schoolRegistrar.id,
  ])

const asked = async (kind: string) => {
  await deliverAll(connection)
  return (await as(newcomer)(inbox.items, {})).filter((one) => one.kind === kind)
}
const answer = (itemId: string, accept: boolean) => as(newcomer)(inbox.answer, { itemId, accept })

test('who is invited to a role again is asked by the newest item of the school alone, with each school by its own', async () => {
  const invite = (by: { phone: string }, school: { id: string }) =>
    as(by)(staffInvitations.invite, { schoolId: school.id, phoneNumber: newcomer.phone, roleId: schoolRegistrar.id })
  await invite(manager, nile)
  const [first] = await asked('roleInvited')
  await answer(first!.id, false)
  await invite(otherManager, delta)
  await invite(manager, nile)
  const again = await asked('roleInvited')
  expect(new Set(again.map(({ schoolId }) => schoolId))).toEqual(new Set([nile.id, delta.id]))
  expect(again).toHaveLength(2)
  expect(again.map(({ id }) => id)).not.toContain(first!.id)
  await expect(answer(first!.id, true)).rejects.toMatchObject(notFound)
  for (const { id } of again) await answer(id, false)
  expect(await asked('roleInvited')).toEqual([])
})

test('so is who is linked as a teacher again', async () => {
  const link = () => as(manager)(teachers.link, { teacherId: newcomer.id, schoolId: nile.id })
  await link()
  const [first] = await asked('teacherInvited')
  await answer(first!.id, false)
  await link()
  const [second, ...more] = await asked('teacherInvited')
  expect(more).toEqual([])
  expect(second!.id).not.toBe(first!.id)
  await answer(second!.id, true)
  expect(await asked('teacherInvited')).toEqual([])
})
