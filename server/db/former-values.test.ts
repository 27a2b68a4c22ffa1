import { expect, test } from 'vitest'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { results } from '#contract/results/results/results.ts'
import { signedSettings } from '#test/harness/ground.ts'
import { askedAbout, planInSchool } from '#test/harness/plans.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { world } from '#test/world/world.ts'
import { withClient } from './client.ts'

const { as, begin, connection, sql } = await resultsOfNile()
const { manager, mother, nile, omar } = world
const { place } = await begin()

// As many rows as a school has after some weeks. With fewer rows, the planner would read all of them at once.
await sql(
  `insert into former_values (table_name, key, school_id, was)
   select t, jsonb_build_object('id', gen_random_uuid()), $1, jsonb_build_object('nth', n)
   from unnest(array['student_parents', 'part_marks', 'posts']) t, generate_series(1, 3000) n`,
  [nile.id],
)
await sql('analyze former_values')

test.each([
  [
    'the rights of a parent',
    () => as(manager)(studentParents.formerRights, { studentId: omar.id, parentId: mother.id }),
  ],
  ['the marks of a student', () => as(manager)(results.history, { ...place, studentId: omar.id })],
  ['the words of a post', () => as(manager)(postWriting.written, { schoolId: nile.id })],
])('%s are read as they were by the rows they are of, not by all of the school', async (_, read) => {
  const asked = await askedAbout('former_values', read)
  expect(asked).toHaveLength(1)
  expect(await planInSchool(connection, nile.id, asked[0]!)).toMatch(/Index Cond: .*row_id = /)
})

test('the changes of a result are found by the key of that result', async () => {
  await sql(
    `insert into former_values (table_name, key, school_id, was)
     select 'student_exams', jsonb_build_object('exam_id', gen_random_uuid(), 'student_id', gen_random_uuid()), $1, '{}'
     from generate_series(1, 3000)`,
    [nile.id],
  )
  await sql('analyze former_values')
  const scans = await withClient(connection, async (client) => {
    await client.query('begin')
    for (const setting of Object.entries(signedSettings({ schools: nile.id })))
      await client.query('select set_config($1, $2, true)', setting)
    await client.query(
      'select changes_of_mark(exam_id, student_id) from (select * from student_exams where school_id = $1 limit 1) one',
      [nile.id],
    )
    const { rows } = await client.query<{ scans: string }>(
      `select pg_stat_get_xact_numscans('former_values_of_results'::regclass) as scans`,
    )
    return rows[0]!.scans
  })
  expect(Number(scans)).toBe(1)
})
