import { expect, test } from 'vitest'
import { attendance } from '#contract/attendance/attendance.ts'
import { desk } from '#contract/absence/desk.ts'
import { officialRecords } from '#contract/official-records/official-records.ts'
import { studentParents } from '#contract/parents/student-parents.ts'
import { postWriting } from '#contract/posts/posts.ts'
import { reference } from '#contract/reference/reference.ts'
import { studentMerges } from '#contract/student-merges/student-merges.ts'
import { studentRecords } from '#contract/students/student-records.ts'
import { testApp } from '#test/app.ts'
import { today } from '#test/clock.ts'
import { tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, newcomer, nile, class4a } = world

test('two students who are one take calls and posts along, and free the number of a record that stays', async () => {
  const schoolId = nile.id
  const relationId = (await as(manager)(reference.relations, {})).find(({ name }) => name === 'father')!.id
  await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])
  const named = { schoolId, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
  const { id: kept } = await as(manager)(studentRecords.add, named)
  const { id: other } = await as(manager)(studentRecords.add, named)
  await as(manager)(studentParents.add, { studentId: other, parentId: newcomer.id, relationId })
  const absent = [{ studentId: other, state: 'absent' as const }]
  await as(supervisor)(attendance.save, { classRoomId: class4a.id, date: today, students: absent })
  await as(manager)(desk.noteCall, { studentId: other, outcome: 'reached' })
  await as(manager)(officialRecords.update, { id: kept, birthPlace: 'طنطا' })
  await as(manager)(officialRecords.update, { id: other, numberKind: 'passport', nationalNumber: 'A1234567' })
  const { id: postId } = await as(manager)(postWriting.add, {
    schoolId,
    title: 'رحلة',
    body: 'نلتقي في التاسعة',
    audience: [{ kind: 'student', targetId: other }],
  })
  const tables = ['absence_calls', 'post_readers', 'post_audience', 'students']
  const everything = () =>
    Promise.all(tables.map((table) => sql(`select to_jsonb(t)::text as row from "${table}" t order by 1`)))
  const before = await everything()
  const { id: mergeId } = await as(manager)(studentMerges.merge, { studentId: kept, otherId: other, marks: [] })
  expect(await sql('select student_id from absence_calls where student_id = any ($1)', [[kept, other]])).toEqual([
    { student_id: kept },
  ])
  expect(await sql('select student_ids from post_readers where post_id = $1', [postId])).toEqual([
    { student_ids: [kept] },
  ])
  expect(await sql('select target_id from post_audience where post_id = $1', [postId])).toEqual([{ target_id: kept }])

  const number = { id: kept, numberKind: 'passport', nationalNumber: 'A1234567' } as const
  await as(manager)(officialRecords.update, number)
  await expect(as(manager)(studentMerges.undo, { studentId: kept, mergeId })).rejects.toMatchObject({ status: 409 })
  await as(manager)(officialRecords.update, { ...number, nationalNumber: null })
  await as(manager)(studentMerges.undo, { studentId: kept, mergeId })
  expect(await everything()).toEqual(before)
  expect(await as(manager)(officialRecords.get, { studentId: other })).toMatchObject({ nationalNumber: 'A1234567' })
})
