import { expect, test } from 'vitest'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, nileYear, class5a } = world
await sql('update class_rooms set max_of_students = 200 where id = $1', [class5a.id])

const named = { classRoomId: class5a.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const entries = async (...paid: boolean[]) => {
  const added = []
  for (const isPaid of paid) added.push(await as(manager)(studentRecords.add, { schoolId: nile.id, ...named, isPaid }))
  return added
}
const merge = (studentId: string, otherId: string) =>
  as(manager)(studentMerges.merge, { studentId, otherId, marks: [] })

type End = { endedOn: string | null; yearId: string | null }
const endsOf = async (id: string): Promise<End> => {
  const [row] = await sql('select seat_ended_on::text as ended_on, ended_with_year_id from students where id = $1', [
    id,
  ])
  return { endedOn: row.ended_on, yearId: row.ended_with_year_id }
}
const ends = (id: string, { endedOn, yearId }: End) =>
  sql('update students set seat_ended_on = $2, ended_with_year_id = $3 where id = $1', [id, endedOn, yearId])

test('parents read up to the later end of the two seats, and the year that ended it pays the kept student again', async () => {
  const [early, late] = [daysFrom(today, -200), daysFrom(today, -20)]
  const [kept, other] = await entries(false, false)
  const before = [
    { endedOn: early, yearId: null },
    { endedOn: late, yearId: nileYear.id },
  ]
  await ends(kept!.id, before[0]!)
  await ends(other!.id, before[1]!)
  const { id: mergeId } = await merge(kept!.id, other!.id)
  expect(await endsOf(kept!.id)).toEqual({ endedOn: late, yearId: nileYear.id })
  expect(await endsOf(other!.id)).toEqual({ endedOn: late, yearId: null })
  await as(manager)(studentMerges.undo, { studentId: kept!.id, mergeId })
  expect([await endsOf(kept!.id), await endsOf(other!.id)]).toEqual(before)
})

test('the later end of the kept student stays, with the year that ended it', async () => {
  const [early, late] = [daysFrom(today, -200), daysFrom(today, -20)]
  const [kept, other] = await entries(false, false)
  await ends(kept!.id, { endedOn: late, yearId: nileYear.id })
  await ends(other!.id, { endedOn: early, yearId: null })
  await merge(kept!.id, other!.id)
  expect(await endsOf(kept!.id)).toEqual({ endedOn: late, yearId: nileYear.id })
})

test('of a kept student who left no day after the last one at school is read, and no year pays', async () => {
  const [kept, other] = await entries(false, false)
  const { id: reasonId } = (await as(manager)(leavings.reasons, {}))[0]!
  const leftOn = daysFrom(today, -40)
  await as(manager)(leavings.enter, { studentId: kept!.id, reasonId, leftOn, removeMarks: false })
  await as(manager)(studentRecords.update, { id: other!.id, active: false })
  await ends(kept!.id, { endedOn: daysFrom(today, -100), yearId: null })
  await ends(other!.id, { endedOn: daysFrom(today, -20), yearId: nileYear.id })
  await merge(kept!.id, other!.id)
  expect(await endsOf(kept!.id)).toEqual({ endedOn: leftOn, yearId: null })
})

test('a paid seat of the kept student has no end after the merge either', async () => {
  const [kept, other] = await entries(true, false)
  await ends(other!.id, { endedOn: today, yearId: nileYear.id })
  await merge(kept!.id, other!.id)
  expect(await endsOf(kept!.id)).toEqual({ endedOn: null, yearId: null })
})
