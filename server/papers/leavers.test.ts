import { expect, test } from 'vitest'
import { papers } from '#contract/papers/papers.ts'
import { daysFrom } from '#server/days.ts'
import { testApp } from '#test/app.ts'
import { today } from '#test/clock.ts'
import { tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'

const { as, connection } = await testApp()
const { manager, nile, class4a, class6a, omar, laila } = world
const { sql } = tracesIn(connection)
const schoolId = nile.id
const plan = (more: object = {}) => as(manager)(papers.plan, { schoolId, kind: 'leaving', ...more })

test('of more than can be issued at once those are planned who left last, and others are found by name or code', async () => {
  await sql(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, active, is_paid, seat_ended_on, left_on)
     select gen_random_uuid(), $1, case when n > 480 then $3::uuid else $2::uuid end, 'ST9' || lpad(n::text, 9, '0'),
       'خريج' || n, 'حسن', 'قديم', false, false, $4::date - n, $4::date - n
     from generate_series(1, 520) n`,
    [schoolId, class6a.id, class4a.id, today],
  )
  const { students } = await plan()
  expect(students).toHaveLength(500)
  const days = students.map(({ leftOn }) => leftOn!)
  expect(days).toEqual(days.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
  expect(students.map(({ studentName }) => studentName)).not.toContain('خريج519 حسن قديم')

  const found = await plan({ text: 'خريج519' })
  expect(found.students).toMatchObject([
    { studentName: 'خريج519 حسن قديم', leftOn: daysFrom(today, -519), state: 'new' },
  ])
  expect((await plan({ text: 'st9000000520' })).students).toMatchObject([{ studentName: 'خريج520 حسن قديم' }])
  expect((await plan({ kind: 'enrolment', classRoomId: class4a.id, text: 'خريج519' })).students.length).toBeGreaterThan(
    1,
  )
})

test('who looks at the paper of a named student, or prints papers, is in the audit of each of them', async () => {
  const readOf = async (operation: typeof papers.plan | typeof papers.print) =>
    new Set(
      (await sql(`select target_id from audit_lines where operation = $1 and outcome = 'read'`, [operation.path])).map(
        ({ target_id }) => target_id,
      ),
    )
  const both = new Set([omar.id, laila.id])
  await plan()
  await plan({ kind: 'enrolment', classRoomId: class4a.id })
  await plan({ kind: 'enrolment', studentIds: [omar.id, laila.id] })
  await expect.poll(() => readOf(papers.plan)).toEqual(new Set([omar.id]))
  const studentIds = [omar.id, laila.id]
  const { paperIds } = await as(manager)(papers.issue, { schoolId, kind: 'enrolment', studentIds })
  await as(manager)(papers.print, { schoolId, paperIds })
  await expect.poll(() => readOf(papers.print)).toEqual(both)
})
