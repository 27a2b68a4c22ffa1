import { expect, test } from 'vitest'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { sqlIn } from '#test/harness/database.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { manager, nile, class4a } = world

const full = refused(409, 'This class is full')
const named = { schoolId: nile.id, classRoomId: class4a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const added = async (more: object = {}) => (await as(manager)(studentRecords.add, { ...named, ...more })).id

/** Gives the class this number of free places. */
const places = (count: number) =>
  sql(
    `update class_rooms set max_of_students = $2 + (
       select count(*) from students where class_room_id = $1 and active) where id = $1`,
    [class4a.id, count],
  )
const present = async () =>
  (await sql('select id from students where class_room_id = $1 and active', [class4a.id])).length

async function merged() {
  await places(2)
  const [studentId, otherId] = [await added(), await added()]
  const { id: mergeId } = await as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })
  return { studentId, mergeId, undo: () => as(manager)(studentMerges.undo, { studentId, mergeId }) }
}
const hindranceOf = async (studentId: string) =>
  (await as(manager)(studentMerges.list, { studentId })).map(({ hindrance }) => hindrance)

test('a merge is not undone into a class that is full by now', async () => {
  const { studentId, undo } = await merged()
  await places(0)
  const before = await present()
  expect(await hindranceOf(studentId)).toEqual(['This class is full'])
  await expect(undo()).rejects.toMatchObject(full)
  expect(await present()).toBe(before)

  await places(1)
  expect(await hindranceOf(studentId)).toEqual([null])
  expect(await undo()).toMatchObject({ undone: true, hindrance: null })
  expect(await present()).toBe(before + 1)
})

test('a student who was not on the roll before a merge needs no place', async () => {
  await places(2)
  const [studentId, otherId] = [await added(), await added({ active: false })]
  const { id: mergeId } = await as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })
  await places(0)
  expect(await as(manager)(studentMerges.undo, { studentId, mergeId })).toMatchObject({ undone: true })
})

test('of the undo of a merge and a new student at the same moment one has the last place', async () => {
  const { undo } = await merged()
  await places(1)
  const outcomes = await crossingIn(connection)(
    'select from class_rooms where school_id = $1 and id = $2 for no key update',
    [nile.id, class4a.id],
    undo,
    () => added({ firstName: 'أنس', lastName: 'سرحان' }),
  )
  expect(outcomes).toMatchObject([{ value: { undone: true } }, { reason: full }])
})
