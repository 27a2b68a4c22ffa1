import { expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, newcomer, nile, class4a, arabic, classmate } = world

const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const added = async () => (await as(manager)(studentRecords.add, named)).id
await sql('update class_rooms set max_of_students = 200 where id = $1', [class4a.id])

test('two students who are one take calls and posts along, and free the number of a record that stays', async () => {
  const schoolId = nile.id
  const relationId = (await as(manager)(reference.relations, {})).find(({ name }) => name === 'father')!.id
  const [kept, other] = [await added(), await added()]
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

test('marks, pictures and earlier classes of one go along, and nothing of anybody else changes', async () => {
  const [kept, other] = [await added(), await added()]
  const work = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'قراءة', rate: 10 }
  const both = { ...work, studentIds: [kept, other, classmate.id] }
  const read = await as(supervisor)(homework.add, both)
  const drawn = await as(supervisor)(activities.add, both)
  await as(supervisor)(studentHomework.rate, { workId: read.id, studentId: other, result: 7 })
  await as(supervisor)(studentActivities.rate, { workId: drawn.id, studentId: other, result: 8 })
  const earlier = daysFrom(today, -40)
  await sql('update student_classes set from_day = $1 where student_id = $2', [earlier, other])
  await sql(
    `insert into media (name, kind, school_id, student_id, content, uploaded_by)
     values ('picture-of-the-other-entry.webp', 'student', $1, $2, 'x', $3)`,
    [nile.id, other, manager.id],
  )
  const tables = ['student_homework', 'student_activities', 'student_classes', 'media', 'post_audience']
  const ofOthers = () =>
    Promise.all(
      tables.map((table) =>
        sql(
          `select to_jsonb(t)::text as row from ${table} t
           where to_jsonb(t)::text not like '%' || $1 || '%' and to_jsonb(t)::text not like '%' || $2 || '%' order by 1`,
          [kept, other],
        ),
      ),
    )
  const before = await ofOthers()
  const { id: mergeId } = await as(manager)(studentMerges.merge, { studentId: kept, otherId: other, marks: [] })
  expect(await ofOthers()).toEqual(before)
  const ofKept = (what: string, table: string) => sql(`select ${what} from ${table} where student_id = $1`, [kept])
  expect(await ofKept('result::float', 'student_homework')).toEqual([{ result: 7 }])
  expect(await ofKept('result::float', 'student_activities')).toEqual([{ result: 8 }])
  expect(await ofKept('name', 'media')).toEqual([{ name: 'picture-of-the-other-entry.webp' }])
  expect((await ofKept('min(from_day)::text as day', 'student_classes'))[0]).toEqual({ day: earlier })
  await as(manager)(studentMerges.undo, { studentId: kept, mergeId })
  expect(await ofKept('name', 'media')).toEqual([])
})
