import type pg from 'pg'
import { civilDay, daysFrom } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { coverLessons } from './demo-covers.ts'
import { beginLessons, takeLessons } from './demo-by-lesson.ts'
import { type Day, rowsOf } from './demo-day.ts'
import { markExams, markWork, setWork, writeNotes } from './demo-lessons.ts'
import { announce, beginMonths, readInbox, recordConduct } from './demo-news.ts'
import {
  askForRegister,
  decideExcuses,
  inTheMorning,
  laterThatDay,
  sitAtDesk,
  takeRegisters,
} from './demo-registers.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'

const { nile } = schools

/** Two are called, and one is excused. */
const absentInTheMorning = 3

/** After a longer pause only the last days are filled. */
const daysAtMost = 120

/**
 * Fills the school days of the demo up to now: those that are over completely, and today as on a morning. On a weekend nothing happens, and
 * the last school day is complete. What is there already stays as it is: a day is filled once, and a register that somebody has begun is
 * theirs. Returns the days that were filled; none in a database without the schools of the demo. Needs the owner's connection.
 */
export async function fillDemo(connection: pg.ClientConfig, now: Date): Promise<string[]> {
  return withClient(connection, async (client) => {
    const zone = await zoneOfDemo(client)
    if (!zone) return []
    const today = civilDay(now, zone)
    const days = await emptyDays(client, today)
    for (const day of days) {
      await client.query('begin')
      // Of several processes, one fills a day.
      await client.query(`select pg_advisory_xact_lock(hashtext('days of the demo'))`)
      await fillDay(await dayOf(client, day, now), day === today)
      await client.query('commit')
    }
    // Where no day was missing, the demo has lessons of the days that are there.
    await beginLessons(await dayOf(client, today, now))
    return days
  })
}

/** The time zone of the first school, if this is the demo. Nobody else has its ids. */
async function zoneOfDemo(client: pg.ClientBase): Promise<string | null> {
  const found = await rowsOf<{ zone: string }>(
    { client },
    `select s.time_zone as zone from schools s join users u on u.id = $2 where s.id = $1 and s.active`,
    [nile.id, people.manager.id],
  )
  return found[0]?.zone ?? null
}

/** School days with classes whose register is missing, earliest first. */
const missing = `
  select d::date::text as day, c.id as "classRoomId"
  from class_rooms c
  left join lateral closures_of(c.school_id, c.grade_id) k on true
  cross join generate_series($2::date, $3::date, interval '1 day') as d
  where c.id = any ($1) and c.active and is_open(d::date, coalesce(k.open_weekdays, 31::smallint), coalesce(k.closed, '{}'))
    and not exists (select from attendance_sheets s
      where s.school_id = c.school_id and s.class_room_id = c.id and s.date = d::date)
  order by 1, c.name`

type Missing = { day: string; classRoomId: string }

/** The days after the last register of a class, and today as far as it has a morning. */
async function emptyDays(client: pg.ClientBase, today: string): Promise<string[]> {
  const [last] = await rowsOf<{ day: string | null }>(
    { client },
    `select min(last)::text as day from (
       select max(s.date) as last from class_rooms c
       join attendance_sheets s on s.school_id = c.school_id and s.class_room_id = c.id and s.date <= $2
       where c.id = any ($1) and c.active group by c.id) taken`,
    [[...inTheMorning, ...laterThatDay], today],
  )
  const earliest = daysFrom(today, -daysAtMost)
  const from = last?.day && last.day > earliest ? last.day : earliest
  const all = await rowsOf<Missing>({ client }, missing, [[...inTheMorning, ...laterThatDay], from, today])
  const open = all.filter(({ day, classRoomId }) => day < today || inTheMorning.includes(classRoomId))
  return [...new Set(open.map(({ day }) => day))]
}

/** A day with the school days around it. */
export async function dayOf(client: pg.ClientBase, day: string, now: Date): Promise<Day> {
  const around = await rowsOf<{ day: string }>({ client }, 'select open_days($1, null, $2, $3)::text as day', [
    nile.id,
    daysFrom(day, -35),
    daysFrom(day, 14),
  ])
  const days = around.map((one) => one.day).toSorted()
  return {
    client,
    day,
    now,
    before: days.filter((other) => other < day).toReversed(),
    after: days.filter((other) => other > day),
  }
}

async function fillDay(on: Day, isToday: boolean) {
  const { client, day } = on
  const all = await rowsOf<Missing>({ client }, missing, [[...inTheMorning, ...laterThatDay], day, day])
  const classIds = all.map(({ classRoomId }) => classRoomId)
  const now = classIds.filter((id) => !isToday || inTheMorning.includes(id))
  const isNew = await begins(on, now)
  if (isNew) {
    await readInbox(on)
    await decideExcuses(on)
  }
  const marks = await takeRegisters(on, now, isNew ? absentInTheMorning : 0)
  if (isNew) await takeLessons(on, isToday)
  if (!isNew) return
  await sitAtDesk(on, marks)
  if (isToday) await askForRegister(on)
  await teach(on)
}

/** Whether a register of the first school is still missing that is there in the morning. */
const begins = async (on: Day, classIds: string[]) =>
  (
    await rowsOf(on, 'select from class_rooms where school_id = $1 and id = any ($2) and id = any ($3)', [
      nile.id,
      classIds,
      inTheMorning,
    ])
  ).length > 0

/** What is taught, marked, written and announced on a day. */
export async function teach(on: Day): Promise<void> {
  await beginMonths(on)
  await markWork(on)
  await markExams(on)
  await setWork(on)
  await writeNotes(on)
  await coverLessons(on)
  await recordConduct(on)
  await announce(on)
}
