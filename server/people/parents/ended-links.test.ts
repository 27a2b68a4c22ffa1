import { expect, test } from 'vitest'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { sqlIn } from '#test/harness/database.ts'
import { freshPhone } from '#test/harness/registering.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { manager, mother, nile, class4b } = world

const [{ id: relationId }] = await sql(`select id from relation_types where name = 'guardian'`)

/** A student whose links to some accounts have ended. */
async function studentOnceLinkedTo(parentIds: readonly string[]) {
  const { id } = await as(manager)(studentRecords.add, {
    schoolId: nile.id,
    classRoomId: class4b.id,
    firstName: 'أنس',
    middleName: 'حمدي',
    lastName: 'سالم',
  })
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by, ended_at, ended_by)
     select gen_random_uuid(), $1, $2, parent_id, $3, $4, now(), $4 from unnest($5::uuid[]) parent_id`,
    [nile.id, id, relationId, manager.id, parentIds],
  )
  return id
}

const invited = { done: true, changed: 1 }

test('a link that has ended stands in the way of no invitation of its number', async () => {
  const studentId = await studentOnceLinkedTo([mother.id])
  const { phone: phoneNumber } = mother
  expect(await as(manager)(invitations.invite, { studentId, phoneNumber, relationId })).toEqual(invited)
  const linked = await as(manager)(studentParents.list, { studentId })
  expect(linked.map((link) => link.phoneNumber)).toEqual([phoneNumber])
})

test('links that have ended are none of the ten of an invitation', async () => {
  const ten = await sql<{ id: string }>('select id from users order by id limit 10')
  const studentId = await studentOnceLinkedTo(ten.map(({ id }) => id))
  expect(await as(manager)(invitations.invite, { studentId, phoneNumber: freshPhone(), relationId })).toEqual(invited)
})
