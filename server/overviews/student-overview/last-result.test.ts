import { expect, test } from 'vitest'
import { closings } from '#contract/results/results/closings.ts'
import { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import { newId } from '#server/db/ids.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, markAll, close, as, sql } = await resultsOfNile()
const { manager, supervisor, teacher, mathsTeacher, parent, nile, omar } = world

const lastResult = async (person: { phone: string }) =>
  (await as(person)(studentOverview.get, { studentId: omar.id })).lastResult

test('there is none as long as no term is closed', async () => {
  await begin()
  await withScheme()
  for (const person of [manager, parent]) expect(await lastResult(person)).toBeNull()
})

test('the total of the last closed term is read by who supervises the class or sees the school, and by parents once it is published', async () => {
  const now = await begin()
  await withScheme()
  await markAll()
  const { closing } = await close()
  const total = await lastResult(manager)
  expect(total).toMatchObject({ termName: 'الفصل الأول', percent: expect.any(Number) })
  expect(await lastResult(supervisor)).toEqual(total)
  for (const person of [teacher, mathsTeacher, parent]) expect(await lastResult(person)).toBeNull()

  // A teacher of the class who is the parent of the student.
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, id, $4::uuid from relation_types limit 1`,
    [newId(), nile.id, omar.id, mathsTeacher.id],
  )
  expect(await lastResult(mathsTeacher)).toBeNull()

  await as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id })
  expect(await lastResult(parent)).toEqual(total)
  expect(await lastResult(mathsTeacher)).toEqual(total)
  expect(await lastResult(teacher)).toBeNull()
})
