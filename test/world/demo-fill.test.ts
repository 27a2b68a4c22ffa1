import { describe, expect, test } from 'vitest'
import { home } from '#contract/overviews/home/home.ts'
import { daysFrom } from '#server/base/days.ts'
import { clock, today } from './clock.ts'
import { ask, emptyDatabase } from '#test/harness/database.ts'
import { testApp } from '#test/harness/app.ts'
import { fillDemo, loadDemo, world } from './world.ts'

const { nile, manager, teacher, parent, omar } = world

/** A demo that was started a week before a day. */
async function startedBefore(day: string, daysAgo = 7) {
  const connection = await emptyDatabase()
  await loadDemo(connection, daysFrom(day, -daysAgo), { morning: true })
  return connection
}

const takenOn = (connection: Parameters<typeof ask>[0], from: string, to: string) =>
  ask<{ day: string; many: number }>(
    connection,
    `select date::text as day, count(*)::int as many from attendance_sheets
     where school_id = '${nile.id}' and date between '${from}' and '${to}' group by date order by date`,
  )

const everything = (connection: Parameters<typeof ask>[0]) =>
  ask(
    connection,
    [
      'attendance_marks',
      'absence_calls',
      'excuses',
      'homework',
      'student_homework',
      'student_exams',
      'posts',
      'outbox',
      'student_notes',
    ]
      .map(
        (table) =>
          `select '${table}' as name, count(*)::int as many, md5(string_agg(t::text, '|' order by t::text)) as rows from ${table} t`,
      )
      .join(' union all '),
  )

describe('a week after the start, at ten in the morning', async () => {
  const connection = await startedBefore(today)
  await fillDemo(connection, clock.now())
  const { as } = await testApp({ connection })

  test('every school day has its six registers, and today four of them', async () => {
    const days = await takenOn(connection, daysFrom(today, -7), today)
    expect(days.map(({ many }) => many)).toEqual([6, 6, 6, 6, 6, 4].slice(-days.length))
    expect(days.at(-1)!.day).toBe(today)
  })

  test('the manager sees a school at work', async () => {
    const seen = await as(manager)(home.school, { schoolId: nile.id })
    expect(seen.classes.filter(({ register }) => register)).toHaveLength(4)
    expect(seen.attendance!.absentStudents.length).toBeGreaterThanOrEqual(3)
    expect(seen.attendance!.absentStudents[0]).toMatchObject({ guardianPhone: expect.any(String) })
    expect(seen.unmarked.length).toBeGreaterThan(0)
    expect(seen.due.length).toBeGreaterThan(0)
    const waiting = await ask(connection, `select from excuses where accepted is null and from_day = '${today}'`)
    expect(waiting).toHaveLength(1)
    const calls = await ask(connection, `select from absence_calls where day = '${today}'`)
    expect(calls).toHaveLength(2)
  })

  test('the excuses of the days before are decided', async () => {
    const open = await ask(connection, `select from excuses where accepted is null and to_day < '${today}'`)
    expect(open).toEqual([])
  })

  test('a teacher has work with marks to enter and work that is due, with texts that differ', async () => {
    const seen = await as(teacher)(home.school, { schoolId: nile.id })
    expect(seen.due.length).toBeGreaterThan(0)
    const texts = await ask<{ many: number; texts: number }>(
      connection,
      `select count(*)::int as many, count(distinct (course_id, details))::int as texts from homework
       where school_id = '${nile.id}' and assignment_date > '${daysFrom(today, -5)}'`,
    )
    expect(texts[0]!.many).toBeGreaterThan(15)
    const shared = await ask(
      connection,
      `select details from homework where school_id = '${nile.id}' group by details having count(distinct course_id) > 1`,
    )
    expect(shared).toEqual([])
  })

  test('a parent finds homework of this week, notes, and an announcement of this week', async () => {
    const { rows } = {
      rows: await ask(
        connection,
        `select from homework w join student_homework r on r.homework_id = w.id
      where r.student_id = '${omar.id}' and w.assignment_date >= '${today}'`,
      ),
    }
    expect(rows.length).toBeGreaterThan(1)
    const posts = await ask(
      connection,
      `select from posts p join post_readers r on r.post_id = p.id where r.person_id = '${parent.id}'
         and p.published_at > '${daysFrom(today, -6)}'`,
    )
    expect(posts.length).toBeGreaterThan(0)
  })

  test('nothing happens in the future, and a second time changes nothing', async () => {
    const later = await ask(
      connection,
      ['attendance_sheets', 'excuses', 'homework', 'student_notes', 'outbox']
        .map((table) => `select '${table}' from ${table} where created_at > '${clock.now().toISOString()}'`)
        .join(' union all '),
    )
    expect(later).toEqual([])
    const before = await everything(connection)
    expect(await fillDemo(connection, clock.now())).toEqual([])
    expect(await everything(connection)).toEqual(before)
  })
})
