import { expect, test } from 'vitest'
import { invitations } from '#contract/parents/invitations.ts'
import { studentParents } from '#contract/parents/student-parents.ts'
import { studentRecords } from '#contract/students/student-records.ts'
import { testApp } from '#test/app.ts'
import { sqlIn } from '#test/database.ts'
import { freshPhone } from '#test/registering.ts'
import { world } from '#test/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { manager, mother, nile, class4b } = world

test('links that have ended stand in the way of no invitation: neither of the number nor among the ten', async () => {
  const [{ id: relationId }] = await sql(`select id from relation_types where name = 'guardian'`)
  const { id: studentId } = await as(manager)(studentRecords.add, {
    schoolId: nile.id,
    classRoomId: class4b.id,
    firstName: 'أنس',
    middleName: 'حمدي',
    lastName: 'سالم',
  })
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by, ended_at, ended_by)
     select gen_random_uuid(), $1, $2, u.id, $3, $4, now(), $4 from (
       select id from users order by id = $5 desc, id limit 10) u`,
    [nile.id, studentId, relationId, manager.id, mother.id],
  )
  for (const phoneNumber of [freshPhone(), mother.phone])
    expect(await as(manager)(invitations.invite, { studentId, phoneNumber, relationId })).toEqual({
      done: true,
      changed: 1,
    })
  const linked = await as(manager)(studentParents.list, { studentId })
  expect(linked.map(({ phoneNumber }) => phoneNumber)).toEqual([mother.phone])
})
