import { expect, test } from 'vitest'
import { closings } from '#contract/results/results/closings.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { removals } from '#contract/overviews/removals/removals.ts'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { today } from '#test/world/clock.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, markAll, close, as, sql, connection } = await resultsOfNile()
const { manager, teacher, nile, omar, class4a, arabic } = world
const schoolId = nile.id

const set = async (result: number | null) => {
  const work = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'القراءة', rate: 20 }
  const { id } = await as(teacher)(homework.add, { ...work, studentIds: [omar.id] })
  if (result !== null) await as(teacher)(studentHomework.rate, { workId: id, studentId: omar.id, result })
  return id
}

test('what counts in a closed result is not removed until its term is reopened; without a mark it is', async () => {
  const now = await begin()
  await withScheme()
  const [counted, unmarked] = [await set(15), await set(null)]
  await markAll()
  const { closing } = await close()
  const refusal = refused(409, 'Its marks count in a closed result; reopen the term before you remove it')
  await expect(as(teacher)(removals.effect, { schoolId, kind: 'homework', ids: [counted] })).rejects.toMatchObject(
    refusal,
  )
  await expect(as(teacher)(homework.remove, { id: counted })).rejects.toMatchObject(refusal)
  expect(await as(teacher)(homework.remove, { id: unmarked })).toMatchObject({ done: true })
  await as(manager)(closings.reopen, { ...now.inGrade, closingId: closing!.id, reason: 'تصحيح' })
  expect(await as(teacher)(homework.remove, { id: counted })).toMatchObject({ done: true })
})

test('after thirty days what was removed is erased, with its marks, its notes’ readers and the former values of all of them', async () => {
  await begin()
  const [old, young] = [await set(14), await set(13)]
  for (const id of [old, young]) await as(teacher)(homework.remove, { id })
  const left = async (id: string) => [
    ...(await sql('select 1 from homework where id = $1', [id])),
    ...(await sql('select 1 from student_homework where homework_id = $1', [id])),
    ...(await sql(`select 1 from former_values where key ->> 'homework_id' = $1::text`, [id])),
  ]
  expect((await left(old)).length).toBeGreaterThan(2)
  await sql(`update homework set removed_at = removed_at - interval '30 days' where id = $1`, [old])
  const { 'removed things': erased } = await eraseExpired(connection)
  expect(erased).toBeGreaterThan(0)
  expect(await left(old)).toEqual([])
  expect((await left(young)).length).toBeGreaterThan(2)
})
