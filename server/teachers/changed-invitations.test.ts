import { expect, test } from 'vitest'
import { staffInvitations } from '#contract/teachers/staff-invitations.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/app.ts'
import { refused, tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile } = world
const schoolId = nile.id

/** Somebody is invited; their invitation as the list shows it. */
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
    await expect.poll(() => sql('select from pg_locks where not granted')).toHaveLength(2)
    await client.query('commit')
    await Promise.all(changes)
  })
  expect(await list()).toMatchObject([{ teacherName: 'نادية عبدالله', email: 'nadia@example.com' }])
})
