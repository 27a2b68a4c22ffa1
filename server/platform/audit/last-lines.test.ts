import { expect, test } from 'vitest'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { testApp } from '#test/harness/app.ts'
import { askedAbout, planInSchool } from '#test/harness/plans.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, nile, delta } = world

// As in a school after some months: most lines are reads, and other schools act too. With fewer rows, the planner would read all
// of them at once. A vacuum sees pages as visible to all only once their commit is on the disk.
await sql('set synchronous_commit = on')
await sql(
  `insert into audit_lines (at, person_id, operation, outcome, school_id, target_kind)
   select now() - n * interval '2 minutes', $1, 'StudentNote/AddStudentNote',
     case when n % 5 = 4 then 'done' else 'read' end, case when n % 100 < 94 then $2::uuid else $3::uuid end, 'student'
   from generate_series(1, 60000) n`,
  [teacher.id, delta.id, nile.id],
)
await sql('vacuum analyze audit_lines')

test.each([
  ['all', {}],
  ['those of a kind', { kind: 'work' as const }],
  ['those about accounts', { kind: 'accounts' as const }],
  ['those of a day', { dateFrom: '2026-03-04', dateTo: '2026-12-31' }],
  ['the third page', { pageNumber: 3 }],
])('the last lines of a school are found and counted in one index without the reads: %s', async (_, more) => {
  const asked = await askedAbout('"audit_lines" as "l"', () =>
    as(manager)(auditLog.ofSchool, { schoolId: nile.id, ...more }),
  )
  const plan = await planInSchool(connection, nile.id, asked[0]!)
  expect(plan.match(/Index Only Scan.* using audit_lines_of_acts_by_school/g), plan).toHaveLength(2)
})

test('lines are in the order of their time', async () => {
  const lines = await as(manager)(auditLog.ofSchool, { schoolId: nile.id, pageSize: 100 })
  expect(lines.map(({ at }) => at)).toEqual(
    lines
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})
