import { describe, expect, test } from 'vitest'
import { home } from '#contract/overviews/home/home.ts'
import { today as todayOfParents } from '#contract/overviews/today/today.ts'
import { daysFrom } from '#server/base/days.ts'
import { keepDemoFilled } from '#server/run/start/demo.ts'
import { clock, today } from './clock.ts'
import { ask, emptyDatabase } from '#test/harness/database.ts'
import { testApp } from '#test/harness/app.ts'
import { fatherAbroad } from './family-rows.ts'
import { fillDemo, loadDemo, world } from './world.ts'

const { nile, manager, supervisor, teacher, parent, omar, class5b } = world

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

  test('a father who works in another country signs in with his number there, and reads of his child', async () => {
    const { children } = await as({ phone: fatherAbroad })(todayOfParents.get, {})
    expect(children).toHaveLength(1)
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
    const twice = await ask(
      connection,
      `select details from homework where school_id = '${nile.id}' and assignment_date >= '${today}'
       group by class_room_id, course_id, details having count(*) > 1`,
    )
    expect(twice).toEqual([])
  })

  test('a parent sees a day with attendance, homework and marks, and an announcement of this week', async () => {
    const { children } = await as(parent)(todayOfParents.get, {})
    const omarToday = children.find(({ studentId }) => studentId === omar.id)!
    expect(omarToday.attendance).not.toBeNull()
    expect(omarToday.homework.length).toBeGreaterThan(1)
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

describe('on a Friday', async () => {
  const [monday, thursday, friday] = ['2026-11-16', '2026-11-19', '2026-11-20']
  const connection = await startedBefore(friday, 5)
  const now = new Date(`${friday}T08:00:00Z`)
  // A visitor has begun the register of Monday for one pupil, decided on nothing, and the process was off from then on.
  const [pupil] = await ask<{ id: string }>(
    connection,
    `select id from students where class_room_id = '${class5b.id}' and active limit 1`,
  )
  await ask(
    connection,
    `with sheet as (
       insert into attendance_sheets (school_id, class_room_id, date, saved_by)
       values ('${nile.id}', '${class5b.id}', '${monday}', '${supervisor.id}'))
     insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id)
     values (gen_random_uuid(), '${nile.id}', '${class5b.id}', '${pupil!.id}', '${monday}', 'late', '${supervisor.id}')`,
  )
  const filled = await fillDemo(connection, now)

  test('the days that were missed are filled up to the last school day, and there is no school today', async () => {
    expect(filled.at(-1)).toBe(thursday)
    expect(await takenOn(connection, '2026-11-15', friday)).toEqual(
      // The day of its foundation is the 18th.
      [15, 16, 17, 19].map((day) => ({ day: `2026-11-${day}`, many: 6 })),
    )
  })

  test('what parents asked on Thursday waits', async () => {
    const waiting = await ask(connection, `select from excuses where accepted is null and from_day = '${thursday}'`)
    expect(waiting).toHaveLength(1)
  })

  test('the register that the visitor began holds their mark alone', async () => {
    const marks = await ask(
      connection,
      `select student_id, state from attendance_marks where class_room_id = '${class5b.id}' and date = '${monday}'`,
    )
    expect(marks).toEqual([{ student_id: pupil!.id, state: 'late' }])
  })

  test('a second time changes nothing', async () => {
    const before = await everything(connection)
    expect(await fillDemo(connection, now)).toEqual([])
    expect(await everything(connection)).toEqual(before)
  })

  test('marks, excuses and removals of visitors stay on the next school day', async () => {
    const [work] = await ask<{ id: string }>(
      connection,
      `select r.homework_id as id from student_homework r join homework w on w.id = r.homework_id
       where r.student_id = '${omar.id}' and r.result is null and w.assignment_date < '${friday}' limit 1`,
    )
    const typed = `homework_id = '${work!.id}' and student_id = '${omar.id}'`
    await ask(connection, `update student_homework set result = 3.5, is_delivered = true where ${typed}`)
    await ask(
      connection,
      `update excuses set accepted = false, decided_by = '${manager.id}', decided_at = now() where accepted is null`,
    )
    expect(await fillDemo(connection, new Date('2026-11-22T08:00:00Z'))).toEqual(['2026-11-22'])
    expect(await ask(connection, `select result::float from student_homework where ${typed}`)).toEqual([
      { result: 3.5 },
    ])
    const [refused] = await ask(
      connection,
      `select count(*)::int as many from excuses where from_day = '${thursday}' and accepted = false`,
    )
    expect(refused).toEqual({ many: 1 })
    expect(await takenOn(connection, '2026-11-22', '2026-11-22')).toEqual([{ day: '2026-11-22', many: 4 }])
  })
})

test('on a day without school the manager sees the days before and what waits', async () => {
  const connection = await startedBefore(today)
  await ask(
    connection,
    `update calendar_closures set open_weekdays = open_weekdays & ~(1 << extract(dow from '${today}'::date)::int)
     where school_id = '${nile.id}'`,
  )
  const last = (await fillDemo(connection, clock.now())).filter((day) => day < today).at(-1)!
  const { as } = await testApp({ connection })
  const seen = await as(manager)(home.school, { schoolId: nile.id })
  expect(seen.closedIds).toHaveLength(6)
  expect(seen.attendance!.trend.at(-1)!.date).toBe(last)
  expect(seen.classes.every(({ week }) => week.filter((percent) => percent !== null).length > 3)).toBe(true)
  expect(seen.unmarked.length).toBeGreaterThan(0)
  expect(seen.waiting.length).toBeGreaterThan(0)
})

describe('an installation that is not a demo', async () => {
  const connection = await emptyDatabase()
  const embedded = { owner: connection, embedded: true } as Parameters<typeof keepDemoFilled>[0]

  test('is left alone', async () => {
    expect(await fillDemo(connection, clock.now())).toEqual([])
    expect(await ask(connection, 'select from attendance_sheets')).toEqual([])
  })

  test('has no such work if the demo is off, or not wanted in a database of the operator', () => {
    expect(keepDemoFilled(embedded, false, clock, () => {})).toBeUndefined()
    expect(keepDemoFilled({ ...embedded, embedded: false }, null, clock, () => {})).toBeUndefined()
  })

  test('begins at once where it is', async () => {
    const demo = await startedBefore(today, 1)
    const kept = keepDemoFilled({ ...embedded, owner: demo }, null, clock, (problem) => expect(problem).toBeNull())
    await expect.poll(() => takenOn(demo, today, today), { timeout: 60_000 }).toEqual([{ day: today, many: 4 }])
    await kept!.stop()
  })
})

describe('a demo that is loaded at night', async () => {
  const connection = await emptyDatabase()
  const night = `${today}T00:20:00Z`
  await loadDemo(connection, today, { morning: true, now: new Date(night) })

  test('has no register, call or event of an hour to come', async () => {
    const later = await ask(
      connection,
      ['attendance_sheets', 'attendance_marks', 'absence_calls', 'homework', 'student_notes', 'outbox']
        .map((table) => `select '${table}' from ${table} where created_at > '${night}'`)
        .join(' union all '),
    )
    expect(later).toEqual([])
    expect(await takenOn(connection, today, today)).toEqual([{ day: today, many: 4 }])
  })

  test('the guardians of a record are the parents with accounts, and all names of a family agree', async () => {
    const apart = await ask(
      connection,
      `select g.name, u.first_name, u.middle_name, g.phone, u.phone_number
     from student_parents sp
     join users u on u.id = sp.parent_id
     join guardians g on g.student_id = sp.student_id and g.relation_id = sp.relation_id
     where sp.ended_at is null
       and (g.name, g.phone, g.id) is distinct from (concat_ws(' ', u.first_name, u.middle_name, u.last_name), u.phone_number, sp.guardian_id)`,
    )
    expect(apart).toEqual([])
    const strangers = await ask(
      connection,
      `select r.official_name, f.name from official_records r
     join students st on st.id = r.student_id
     join guardians f on f.student_id = st.id
     join relation_types t on t.id = f.relation_id and t.name = 'father'
     where r.official_name <> st.first_name || ' ' || f.name`,
    )
    expect(strangers).toEqual([])
    const [grandfathers] = await ask<{ most: number }>(
      connection,
      `select max(many)::int as most from (
       select count(*) as many from official_records group by split_part(official_name, ' ', 3)) each`,
    )
    expect(grandfathers!.most).toBeLessThan(20)
    expect(await ask(connection, `select from grades where name not like '%الابتدائي'`)).toEqual([])
    const roles = `select r.name from user_roles u join roles r on r.id = u.role_id
    where u.school_id = '${nile.id}' and r.name in ('School Registrar', 'School Deputy', 'School Accountant', 'School Counsellor')`
    expect(new Set((await ask(connection, roles)).map(({ name }) => name)).size).toBe(4)
    const headed = `select from paper_templates where school_id = '${nile.id}' and header like 'وزارة التربية والتعليم%'`
    expect((await ask(connection, headed)).length).toBeGreaterThan(3)
  })
})
