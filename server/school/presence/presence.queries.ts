import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import { counts, countsOfMany } from './open-days.queries.ts'
import { inReach } from '#server/db/rows.ts'
import { isSettled } from './settled-marks.queries.ts'

/** Whose attendance the reader sees (null: nobody's), on the school's current day. */
export type Seeing = { reach: Reach | null; today: string }

const daysOfWeek = 7
const daysOfPresence = 28

type Week = { percent: number; days: (number | null)[] }

/** The last seven days of the class `c`, as a column; null if none of them has a register. */
export function weekOfClass(schoolId: string, { reach, today }: Seeing): RawBuilder<Week | null> {
  if (!reach) return sql<null>`null::jsonb`
  return sql<Week | null>`(
    select jsonb_build_object('percent', ${percent(sql`sum(present)`, sql`sum(listed)`)},
      'days', jsonb_agg(${percent(sql`present`, sql`listed`)} order by day))
    from generate_series(0, ${daysOfWeek - 1}) as day
    left join lateral (
      select count(*) filter (where m.state in ('present', 'late')) as present, count(*) as listed
      from attendance_marks m
      where m.school_id = ${schoolId} and m.class_room_id = c.id and m.date = ${today}::date - ${daysOfWeek - 1}::integer + day and ${isSettled}
        and ${counts({ inSchool: schoolId, classRoom: 'm.class_room_id', date: 'm.date' })}) counted on true
    where ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })}
    having sum(listed) > 0)`
}

/** 100 percent only if the whole class was present; otherwise at most 99. */
const percent = (present: RawBuilder<unknown>, listed: RawBuilder<unknown>) => sql`
  case when ${present} = ${listed} and ${listed} > 0 then 100
    when ${listed} > 0 then least(99, round(${present} * 100.0 / ${listed}))::integer end`

type Presence = { present: number; days: number }

/** The last four weeks of the student `st`, as a column; null for readers who may not see the student's attendance. */
export function presenceOfStudent(schoolId: string, { reach, today }: Seeing): RawBuilder<Presence | null> {
  if (!reach) return sql<null>`null::jsonb`
  return sql<Presence | null>`case when ${inReach(reach, { inSchool: schoolId, classRoom: 'st.classRoomId' })} then (
    select jsonb_build_object('present', count(*) filter (where m.state in ('present', 'late')), 'days', count(*))
    from attendance_marks m
    where m.school_id = ${schoolId} and m.student_id = st.id and m.date between ${today}::date - ${daysOfPresence - 1}::integer and ${today}
      and ${isSettled} and ${countsOfMany(schoolId, { classRoom: 'm.class_room_id', date: 'm.date' })}) end`
}
