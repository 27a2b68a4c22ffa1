import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey, published } = tracesIn(connection)
const { manager, registrar, newcomer, nile, class4a } = world
const schoolId = nile.id

/** Invites a person. Returns the invitation as the list shows it. */
async function invited(phoneNumber: string, teacherName: string) {
  await sql('delete from staff_invitations')
  await as(manager)(staffInvitations.invite, { schoolId, phoneNumber, teacherName })
  return (await list())[0]!
}
const list = () => as(manager)(staffInvitations.list, { schoolId })

test('a change of an invitation that somebody else has changed meanwhile is refused', async () => {
  const { id: invitationId, version: baseVersion } = await invited('01055550097', 'نادية')
  const change = (teacherName: string) =>
    as(manager)(staffInvitations.update, { schoolId, invitationId, baseVersion, teacherName })
  await change('نادية عبدالله')
  await expect(change('ناديا')).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
  expect(await list()).toMatchObject([{ teacherName: 'نادية عبدالله' }])
})

test('two changes of one invitation at once are both kept', async () => {
  const { id: invitationId } = await invited('01055550098', 'نادية')
  const change = (one: object) => as(manager)(staffInvitations.update, { schoolId, invitationId, ...one })
  await withClient(connection, async (client) => {
    await client.query(`begin; select from staff_invitations where school_id = '${schoolId}' for update`)
    const changes = [change({ teacherName: 'نادية عبدالله' }), change({ email: 'nadia@example.com' })]
    await expect.poll(() => sql(whoWaits)).toHaveLength(2)
    await client.query('commit')
    await Promise.all(changes)
  })
  expect(await list()).toMatchObject([{ teacherName: 'نادية عبدالله', email: 'nadia@example.com' }])
})

test('who may invite but plans no courses changes the rest of an invitation with courses, and not whose they are', async () => {
  await sql('delete from staff_invitations')
  await giveKey(registrar, 'LinkTeacherToSchool', nile)
  const [{ course_id: courseId }] = await sql('select course_id from class_teacher_courses where class_room_id = $1', [
    class4a.id,
  ])
  const teaching = [{ courseId, classRoomId: class4a.id }]
  const phoneNumber = '01055550096'
  await as(manager)(staffInvitations.invite, { schoolId, phoneNumber, teacherName: 'ناديه', teaching })
  const { id: invitationId } = (await list())[0]!
  const change = (one: object) => as(registrar)(staffInvitations.update, { schoolId, invitationId, ...one })

  await change({ teacherName: 'نادية', phoneNumber })
  expect(await list()).toMatchObject([{ teacherName: 'نادية', phoneNumber, teaching }])
  await expect(change({ teaching })).rejects.toMatchObject(notAllowed)
  await expect(change({ phoneNumber: '01055550095' })).rejects.toMatchObject(notAllowed)
  await change({ teaching: [] })
  await change({ phoneNumber: '01055550095' })
  expect(await list()).toMatchObject([{ phoneNumber: '01055550095', teaching: [] }])
})

test('a change of an invitation to a role asks its person again only where the number or the role is another', async () => {
  await sql('delete from staff_invitations')
  const roleId = builtInRoles.schoolRegistrar.id
  await sql(
    `insert into office_roles (id, school_id, role_id, active) values ($1, $2, $3, true)
     on conflict (school_id, role_id) do update set active = true`,
    [newId(), schoolId, roleId],
  )
  const { phone: phoneNumber } = newcomer
  await as(manager)(staffInvitations.invite, { schoolId, phoneNumber, roleId, teacherName: 'سمير' })
  const { id: invitationId } = (await list())[0]!
  const change = (one: object) => as(manager)(staffInvitations.update, { schoolId, invitationId, ...one })
  const timesAsked = async () => (await published('role invited')).length
  const asked = await timesAsked()
  expect(asked).toBeGreaterThan(0)
  await change({ teacherName: 'سمير فؤاد', email: 'samir@example.com', phoneNumber, roleId })
  expect(await timesAsked()).toBe(asked)
  await change({ phoneNumber: '01055550094' })
  await change({ phoneNumber })
  expect(await timesAsked()).toBe(asked + 1)
})
