import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { seated } from '#server/people/students/seated.queries.ts'
import { closingRow } from '#server/school/presence/open-days.queries.ts'
import { countsAbsence } from '#server/teaching/absence/rules.queries.ts'
import { activeRow, lockDay } from '#server/teaching/attendance/register.queries.ts'

type OfDay = { schoolId: string; classRoomId: string; date: string }
type Numbers = { fromNumber: number; toNumber: number }

/**
 * What must be known before the lessons of a class count otherwise by an event. The sheet of the day is locked, as for a register; that of a
 * coming day is not made before its first mark.
 */
export async function openElsewhere(db: Db, of: OfDay & { today: string }, personId: string) {
  const { schoolId, classRoomId, date, today } = of
  const read = await sideBySide(db, {
    rooms: activeRow(schoolId, classRoomId, date),
    ...(date <= today && { locked: lockDay(schoolId, classRoomId, date, personId) }),
    corrected: correctableUntil(schoolId, classRoomId, date),
    closings: closingRow(schoolId, classRoomId, date),
    rules: countsAbsence(schoolId),
  })
  return {
    ...read.rooms[0]!,
    until: read.corrected[0]!.until,
    closing: read.closings[0],
    countsAbsence: read.rules[0]!.counts,
  }
}

/** The last day on which the teachers of a class correct its lessons of a day: the next school day. */
const correctableUntil = fixed(
  (schoolId: string, classRoomId: string, date: string) => sql<{ until: string | null }>`
    select (select min(d) from open_days(${schoolId}, c.grade_id, ${date}::date + 1, ${date}::date + 60) d) as until
    from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`,
)

/** Whether a class has a lesson with such a number on a day, and which of these students are in it then, within reach. */
export async function whoseLessons(db: Db, of: OfDay & Numbers, studentIds: string[], reach: Reach) {
  const { schoolId, classRoomId, date, fromNumber, toNumber } = of
  const read = await sideBySide(db, {
    lessons: sql<{ has: boolean }>`
      select exists (
        select from timetable_on(${schoolId}, ${date}) t
        join lessons o on o.school_id = ${schoolId} and o.timetable_id = t.timetable_id and o.weekday = extract(dow from ${date}::date)
          and o.week in (0, t.week) and o.number between ${fromNumber}::smallint and ${toNumber}::smallint
        where ${classRoomId}::uuid = any (o.class_ids)) as has`,
    students: sql<{ id: string }>`
      select st.id from students st join student_classes h on h.school_id = st.school_id and h.student_id = st.id
      where st.school_id = ${schoolId} and st.id = any (${studentIds}::uuid[]) and h.class_room_id = ${classRoomId}
        and ${seated(schoolId, classRoomId, date)}
        and ${inReach(reach, { inSchool: schoolId, classRoom: 'h.classRoomId', student: 'st.id' })}`,
  })
  return { hasLesson: read.lessons[0]!.has, known: new Set(read.students.map(({ id }) => id)) }
}

/** Stores who is at an event, and answers its id. */
export async function insertElsewhere(
  db: Db,
  { schoolId, classRoomId, date, ...event }: OfDay & Numbers & { name: string; madeBy: string },
  studentIds: string[],
) {
  const eventId = newId()
  const of = { schoolId, classRoomId, day: date, eventId, ...event }
  await db
    .insertInto('studentsElsewhere')
    .values(studentIds.map((studentId) => ({ id: newId(), studentId, ...of })))
    .execute()
  return eventId
}

/** Removes an event of a class; answers who was at it. */
export async function removeElsewhere(db: Db, { schoolId, classRoomId, date }: OfDay, eventId: string) {
  const rows = await db
    .deleteFrom('studentsElsewhere')
    .where('schoolId', '=', schoolId)
    .where('classRoomId', '=', classRoomId)
    .where('day', '=', date)
    .where('eventId', '=', eventId)
    .returning('studentId')
    .execute()
  return rows.map(({ studentId }) => studentId)
}

type Event = Numbers & {
  eventId: string
  eventName: string
  students: { id: string; name: string }[]
  byName: string
}

/** The events of a class on a day with their students within reach, by their first lesson. */
export const elsewhereOn = ({ schoolId, classRoomId, date }: OfDay, reach: Reach) => sql<Event>`
  select e.event_id, e.name as event_name, e.from_number, e.to_number, ${fullName('u')} as by_name,
    jsonb_agg(jsonb_build_object('id', st.id, 'name', ${fullName('st')}) order by ${byName(fullName('st'))}, st.id) as students
  from students_elsewhere e
  join students st on st.school_id = ${schoolId} and st.id = e.student_id
  join users u on u.id = e.made_by
  where e.school_id = ${schoolId} and e.class_room_id = ${classRoomId} and e.day = ${date}
    and ${inReach(reach, { inSchool: schoolId, classRoom: 'e.classRoomId', student: 'e.studentId' })}
  group by e.event_id, e.name, e.from_number, e.to_number, u.id
  order by e.from_number, e.event_id`

/** The event at which student `st` is during a lesson; null if there is none. */
export const eventOfStudent = (schoolId: string, date: string, number: number) => sql<string | null>`(
  select e.name from students_elsewhere e
  where e.school_id = ${schoolId} and e.student_id = st.id and e.day = ${date} and ${number}::smallint between e.from_number and e.to_number
  order by e.created_at desc, e.id limit 1)`
