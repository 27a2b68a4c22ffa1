import { expect, test } from 'vitest'
import { papers } from '#contract/results/papers/papers.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, nile, grade4, class4a, class6a, omar, laila } = world
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
  expect(days).toEqual(days.toSorted().toReversed())
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

test('cards of those who left are issued from their results of the term or of its year, and again once it was reopened', async () => {
  const [{ id: yearId }] = await sql('select id from school_years where school_id = $1 and active', [schoolId])
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [schoolId])
  await sql('delete from terms where school_id = $1', [schoolId])
  const [firstTerm, secondTerm] = [newId(), newId()]
  for (const [nth, termId] of [firstTerm, secondTerm].entries())
    await sql(
      `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date) values ($1, $2, $3, $4, $5, $6, $6)`,
      [schoolId, termId, yearId, `الفصل ${nth + 1}`, nth + 1, daysFrom(today, nth - 9)],
    )
  const left = (nth: number) => sql(`select id from students where first_name = $1`, [`خريج${nth}`])
  const [[first], [second]] = await Promise.all([left(1), left(2)])
  const close = async (termId: string, issue: number, total: number, pupils: { id: string }[]) => {
    const closingId = newId()
    await sql(
      `insert into term_closings (school_id, id, term_id, grade_id, issue, closed_by, published_at, published_by, visible_from)
       values ($1, $2, $3, $4, $5, $6, now(), $6, now() - interval '1 minute')`,
      [schoolId, closingId, termId, grade4.id, issue, manager.id],
    )
    for (const { id } of pupils)
      await sql(
        `insert into term_results (school_id, closing_id, student_id, class_room_id, parts, total, full_mark)
         values ($1, $2, $3, $4, '[]', $5, 100)`,
        [schoolId, closingId, id, class4a.id, total],
      )
    return closingId
  }
  const closingId = await close(firstTerm, 1, 80, [first!, omar])
  await close(secondTerm, 1, 70, [second!])
  const planned = async (kind: 'termCard' | 'yearCard', termId: string, more: object = {}) =>
    (await plan({ kind, termId, ...more })).students.map(({ studentId, state }) => [studentId, state])

  expect(await planned('termCard', firstTerm)).toEqual([[first!.id, 'new']])
  expect(await planned('termCard', secondTerm)).toEqual([[second!.id, 'new']])
  expect(await planned('yearCard', firstTerm)).toEqual([
    [first!.id, 'new'],
    [second!.id, 'new'],
  ])
  expect(await planned('yearCard', firstTerm, { text: 'خريج2' })).toEqual([[second!.id, 'new']])
  expect(await planned('termCard', firstTerm, { text: 'خريج3' })).toEqual([])
  expect((await plan({ kind: 'termCard' })).students).toEqual([])

  const issue = { schoolId, kind: 'termCard' as const, termId: firstTerm, studentIds: [first!.id] }
  await as(manager)(papers.issue, issue)
  expect(await planned('termCard', firstTerm)).toEqual([[first!.id, 'same']])
  await sql(`update term_closings set reopened_at = now(), reopened_by = $2, reopen_reason = 'رصد' where id = $1`, [
    closingId,
    manager.id,
  ])
  expect(await planned('termCard', firstTerm)).toEqual([[first!.id, 'none']])
  await close(firstTerm, 2, 81, [first!])
  expect(await planned('termCard', firstTerm)).toEqual([[first!.id, 'new']])
})
