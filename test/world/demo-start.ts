import type pg from 'pg'
import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { at, publishAt, rowsOf } from './demo-day.ts'
import { dayOf, teach } from './demo-fill.ts'
import { coverToday } from './demo-covers.ts'
import { address, classesGiven } from './demo-news.ts'
import { people } from './people.ts'
import { posts } from './post-rows.ts'
import { schools } from './schools.ts'

const nile = schools.nile.id

/** The times of the morning that the rows of the world contain, whatever the hour is. */
const timesOfMorning = [
  ['attendance_sheets', 'created_at'],
  ['attendance_sheets', 'modified_at'],
  ['attendance_marks', 'created_at'],
  ['attendance_marks', 'modified_at'],
  ['absence_calls', 'created_at'],
  ['conduct_records', 'published_at'],
  ['phone_changes', 'requested_at'],
  ['health_alerts', 'created_at'],
  ['health_alerts', 'modified_at'],
  ['emergency_contacts', 'created_at'],
  ['emergency_contacts', 'modified_at'],
  ['record_proposals', 'created_at'],
  ['record_proposals', 'modified_at'],
]

/** What the two weeks before the start have left behind: work, marks, notes and announcements, and people were notified of them. */
export async function liveBefore(client: pg.ClientBase, { today, schoolDays }: Calendar, now: Date): Promise<void> {
  for (const [nth, day] of [...schoolDays.slice(0, 10).toReversed(), today].entries())
    await teach({ ...(await dayOf(client, day, now)), isQuiet: nth < 8 })
  for (const [table, column] of timesOfMorning)
    await client.query(`update ${table} set ${column} = $1 where ${column} > $1`, [now])
  const on = await dayOf(client, today, now)
  await classesGiven(on)
  await coverToday(on)
  // One family has read it already.
  await client.query('delete from post_readers where school_id = $1 and post_id = $2', [nile, posts.trip4a.id])
  await address(on, posts.openDay.id, people.manager.id, `${daysFrom(today, -6)}T08:00:00Z`)
  await address(on, posts.trip4a.id, people.supervisor.id, `${daysFrom(today, -2)}T09:00:00Z`)
  const registers = await rowsOf<{ classRoomId: string; by: string; marks: { studentId: string; state: string }[] }>(
    on,
    `select s.class_room_id as "classRoomId", s.saved_by as by, jsonb_agg(jsonb_build_object('studentId', m.student_id, 'state', m.state)) as marks
     from attendance_sheets s
     join attendance_marks m on m.school_id = s.school_id and m.class_room_id = s.class_room_id and m.date = s.date and m.state <> 'present'
     where s.school_id = $1 and s.date = $2 group by s.school_id, s.class_room_id, s.date`,
    [nile, today],
  )
  await publishAt(
    on,
    at(on, '06:30'),
    registers.map(({ classRoomId, by, marks }) => ({
      event: 'attendance',
      schoolId: nile,
      actorId: by,
      payload: { classRoomId, date: today, marks },
    })),
  )
}
