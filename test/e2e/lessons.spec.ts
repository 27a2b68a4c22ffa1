import { calendarOn } from '#test/world/calendar.ts'
import { classes } from '#test/world/classes.ts'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { withClient } from '#server/db/client.ts'
import { insert } from '#test/world/insert.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { timetableRows, weeksOfMorning } from '#test/world/timetable-rows.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { deliveringInboxes } from './others.ts'
import { countTaps } from './taps.ts'

const { manager, teacher } = people
const { class4a, class4b } = classes
const { omar } = students
const nameOf = ({ firstName, middleName, lastName }: typeof omar) => [firstName, middleName, lastName].join(' ')

type Connection = Parameters<typeof ask>[0]

/** The grade of a class takes lessons from today on, so many of so many minutes from eight on. */
const withLessons = (connection: Connection, { minutes, many }: { minutes: number; many: number }) =>
  withClient(connection, async (client) => {
    const calendar = calendarOn(today)
    for (const [table, rows] of timetableRows(calendar)) await insert(client, table, rows)
    await client.query(weeksOfMorning(calendar))
    const { schoolId, gradeId } = class4a
    await client.query(
      `with calendar as (
         insert into school_calendars (school_id) values ('${schoolId}')
       ), hours as (
         insert into hours_sets (school_id, id, name, position) values ('${schoolId}', gen_random_uuid(), 'المواعيد', 1)
         returning school_id, id
       )
       insert into periods (school_id, hours_set_id, position, name, starts, minutes, is_break)
       select h.school_id, h.id, nth, 'الحصة ' || nth, time '08:00' + make_interval(mins => ${minutes} * (nth - 1)), ${minutes}, false
       from hours h cross join generate_series(1, ${many}) as nth`,
    )
    await client.query(
      `insert into day_rules (school_id, id, grade_id, from_day, rule, made_by, version)
       values ('${schoolId}', gen_random_uuid(), '${gradeId}', '${today}', 'first', '${manager.id}', 1)`,
    )
  })

/** One pupil was in the first lesson and not in the second. */
const withGap = (connection: Connection) =>
  ask(
    connection,
    `with sheets as (
         insert into lesson_sheets (school_id, class_room_id, day, number, lesson_id, course_id, version, saved_by)
         select distinct on (l.number) l.school_id, '${class4a.id}'::uuid, '${today}'::date, l.number, l.id, l.course_id, 1, '${teacher.id}'::uuid
         from lessons l
         where '${class4a.id}' = any (l.class_ids) and l.weekday = extract(dow from date '${today}') and l.number in (1, 2)
         order by l.number, l.id
         returning school_id, class_room_id, part, day, number
       )
       insert into lesson_marks (school_id, id, class_room_id, part, day, number, student_id, state, marked_by)
       select school_id, gen_random_uuid(), class_room_id, part, day, number, '${omar.id}',
         case number when 1 then 'present' else 'absent' end, '${teacher.id}'
       from sheets`,
  )

const usual = { minutes: 45, many: 5 }

test('who is missing between two lessons is settled with one tap, or was elsewhere for the school', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await withLessons(house.connection, usual)
  await withGap(house.connection)
  await comeAs(manager.phone)
  const gap = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: nameOf(omar) })
  const outcomes = () => ask(house.connection, 'select outcome from lesson_gaps where outcome is not null')

  await test.step('away without permission, and taken back', async () => {
    await page.goto('/absence?tab=gaps')
    await expect(gap).toContainText(t('lessons.gaps.inNotIn').replace('{{seenIn}}', '1').replace('{{number}}', '2'))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await gap.getByRole('button', { name: t('lessons.gaps.outcome.truant') }).click()
    await expect(page.getByText(t('lessons.gaps.none.open'))).toBeVisible()
    expect(await outcomes()).toEqual([{ outcome: 'truant' }])
    await page.getByRole('button', { name: t('absence.undo') }).click()
    await expect(gap).toBeVisible()
    expect(await outcomes()).toEqual([])
  })

  await test.step('with the nurse, which ends the gap', async () => {
    await page.goto(`/${class4a.id}?tab=attendance`)
    await page.getByRole('button', { name: t('lessons.elsewhere.enter') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('lessons.elsewhere.usual.nurse') }).click()
    await dialog.getByRole('checkbox', { name: nameOf(omar) }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('lessons.elsewhere.submit'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    const events = page.getByRole('region', { name: t('lessons.elsewhere.title') })
    await expect(events.getByRole('listitem')).toContainText(nameOf(omar))
    await expectNoSidewaysScroll(page)
    await page.goto('/absence?tab=gaps')
    await expect(page.getByText(t('lessons.gaps.none.open'))).toBeVisible()
  })
})

test('a lesson is taken in two taps from home, and in four with who left', async ({ page, house, t, comeAs }) => {
  // The first lesson is now, at whichever time of the morning this runs.
  await withLessons(house.connection, { minutes: 240, many: 3 })
  const [lesson] = await ask<{ teacher_id: string }>(
    house.connection,
    `select l.teacher_ids[1] as teacher_id from lessons l
     where '${class4b.id}' = any (l.class_ids) and l.weekday = extract(dow from date '${today}') and l.number = 1`,
  )
  const taps = await countTaps(page)
  await comeAs(Object.values(people).find(({ id }) => id === lesson!.teacher_id)!.phone)
  await page.goto('/')
  const stored = (state: string) =>
    ask<{ n: number; gone: number }>(
      house.connection,
      `select count(*)::integer as n, count(left_at)::integer as gone from lesson_marks where number = 1 and state = '${state}'`,
    )
  const taken = page.getByText(t('attendance.taken'), { exact: true })
  taps.reset()
  await page
    .getByRole('region', { name: t('home.lessonNow') })
    .getByRole('link', { name: t('home.takeRegister') })
    .click()
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(taken).toBeVisible()
  expect(taps.count()).toBe(2)
  const [all] = await stored('present')
  expect(all!.n).toBeGreaterThan(10)

  await ask(house.connection, 'delete from lesson_marks')
  await page.goto('/')
  taps.reset()
  await page
    .getByRole('region', { name: t('home.lessonNow') })
    .getByRole('link', { name: t('home.takeRegister') })
    .click()
  await page
    .getByRole('button', { name: new RegExp(`^${t('attendance.details')}`) })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('attendance.leftNow') })
    .click()
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(taken).toBeVisible()
  expect(taps.count()).toBeLessThanOrEqual(4)
  expect(await stored('present')).toEqual([{ n: all!.n, gone: 1 }])
})

test('a lesson that nobody took is in the inbox of its teacher, until it is taken', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await withLessons(house.connection, usual)
  const worker = deliveringInboxes(house.connection)
  // The lesson of today whose teacher is signed in, and the time a quarter of an hour after its end.
  const [lesson] = await ask<{ number: number; class_id: string }>(
    house.connection,
    `select l.number, l.class_ids[1] as class_id from lessons l join class_rooms c on c.school_id = l.school_id and c.id = l.class_ids[1]
     where '${teacher.id}' = any (l.teacher_ids) and l.weekday = extract(dow from date '${today}') and c.grade_id = '${class4a.gradeId}'
       and not exists (select from lesson_sheets s where s.class_room_id = c.id and s.day = '${today}' and s.number = l.number)
     order by l.number limit 1`,
  )
  const { number, class_id: classRoomId } = lesson!
  await ask(
    house.connection,
    `select remind_of_lessons((date '${today}' + time '09:00' + make_interval(mins => 45 * ${number - 1})) at time zone 'Africa/Cairo')`,
  )
  await comeAs(teacher.phone)
  await page.goto('/inbox')
  const item = page.getByText(t('inbox.kind.lessonMissing').replace('{{number}}', String(number))).first()
  await expect(item).toBeVisible()
  await ask(
    house.connection,
    `with sheet as (
       insert into lesson_sheets (school_id, class_room_id, day, number, lesson_id, course_id, version, saved_by)
       select l.school_id, '${classRoomId}'::uuid, '${today}'::date, l.number, l.id, l.course_id, 1, '${teacher.id}'::uuid from lessons l
       where '${classRoomId}' = any (l.class_ids) and l.weekday = extract(dow from date '${today}') and l.number = ${number}
         and '${teacher.id}' = any (l.teacher_ids)
       returning school_id, class_room_id, part, day, number)
     insert into lesson_marks (school_id, id, class_room_id, part, day, number, student_id, state, marked_by)
     select k.school_id, gen_random_uuid(), k.class_room_id, k.part, k.day, k.number, s.id, 'present', '${teacher.id}'
     from sheet k join students s on s.school_id = k.school_id and s.class_room_id = k.class_room_id and s.active`,
  )
  await Promise.all([page.waitForResponse((answer) => answer.url().includes('Inbox/GetItems')), page.reload()])
  await expect(item).toHaveCount(0)
  await worker.stop()
})
