import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { instantInJson } from '#server/db/instants.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { askedToTeach, nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

/** How many minutes after its end a lesson without a register is listed as missing. */
const missingAfter = 15

/** `time`: the school's clock, as in 10:05. `most`: how many are listed at most. */
type Missing = { schoolId: string; reach: Reach; today: string; time: string; most: number }

type Row = {
  classRoomId: string
  classRoomName: string
  groupId: string | null
  groupName: string | null
  number: number
  ends: string
  courseName: string
  teacherNames: string[]
  reminder: { byName: string | null; at: string } | null
}

/** The lessons of today that ended a while ago and that nobody took, in grades that take lessons, by number and class. */
export const missingLessons = ({ schoolId, reach, today, time, most }: Missing) => sql<Row>`
  select c.id as class_room_id, c.name as class_room_name, l.group_id, g.name as group_name, l.number,
    to_char(l.ends, 'HH24:MI') as ends, co.name as course_name,
    coalesce((select array_agg(${nameAtSchool('u')} order by ${nameAtSchool('u')}) from takers_of_lesson(${schoolId}, l.lesson_id, ${today}) as taker (id)
      join users u on u.id = taker.id ${askedToTeach(schoolId, 'u')}), '{}') as teacher_names, (
      select jsonb_build_object('byName', nullif(${fullName('by')}, ''), 'at', ${instantInJson('k.created_at')})
      from register_reminders k left join users by on by.id = k.made_by
      where k.school_id = ${schoolId} and k.class_room_id = c.id and k.day = ${today} and k.number = l.number
        and k.group_id is not distinct from l.group_id and not k.to_office
      order by k.created_at desc, k.id desc limit 1) as reminder
  from lessons_to_take_on(${schoolId}, ${today}) l
  join class_rooms c on c.school_id = ${schoolId} and c.id = l.class_room_id
  join lessons o on o.school_id = ${schoolId} and o.id = l.lesson_id
  join courses co on co.school_id = ${schoolId} and co.id = o.course_id
  left join class_groups g on g.school_id = ${schoolId} and g.id = l.group_id
  where ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })} and not l.is_taken
    and l.ends + make_interval(mins => ${missingAfter}::integer) <= ${time}::time
  order by l.number, ${placeOfGrade('c', schoolId)}, ${byName('c.name')}, g.position nulls first, l.lesson_id
  limit ${most}`

/** Whether a class takes lessons on a day. */
export const takesLessonsRow = (schoolId: string, classRoomId: string, day: string) => sql<{ takesLessons: boolean }>`
  select exists (select from day_rule_on(${schoolId}, c.grade_id, ${day})) as takes_lessons
  from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`

type Lesson = {
  schoolId: string
  classRoomId: string
  groupId: string | null
  day: string
  number: number
}

/** The lesson of a class, or of a group of it, in the timetable of a day; undefined if there is none. */
export async function lessonInTimetable(db: Db, { schoolId, classRoomId, groupId, day, number }: Lesson) {
  const { rows } = await sql<{ id: string }>`
    select l.id from timetable_on(${schoolId}, ${day}) t
    join lessons l on l.school_id = ${schoolId} and l.timetable_id = t.timetable_id and l.weekday = extract(dow from ${day}::date)
      and l.week in (0, t.week) and l.number = ${number}::smallint
    cross join lateral unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
    where one.class_id = ${classRoomId} and one.group_id is not distinct from ${groupId}::uuid
    order by l.id limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Stores a reminder of the register of a lesson and returns its time; undefined if the register is already there or a reminder of it was sent
 * within the last ten minutes.
 */
export async function insertLessonReminder(
  db: Db,
  { schoolId, classRoomId, groupId, day, number, madeBy }: Lesson & { madeBy: string },
) {
  const { rows } = await sql<{ at: string }>`
    insert into register_reminders as made (school_id, id, class_room_id, group_id, day, number, made_by)
    select c.school_id, ${newId()}::uuid, c.id, ${groupId}::uuid, ${day}::date, ${number}::smallint, ${madeBy}::uuid from class_rooms c
    where c.school_id = ${schoolId} and c.id = ${classRoomId}
      and not exists (select from lesson_marks m
        where m.school_id = ${schoolId} and m.class_room_id = ${classRoomId} and m.day = ${day} and m.number = ${number}::smallint
          and m.part = coalesce(${groupId}::uuid, c.id))
      and not exists (select from register_reminders k
        where k.school_id = ${schoolId} and k.class_room_id = ${classRoomId} and k.day = ${day} and k.number = ${number}::smallint
          and k.group_id is not distinct from ${groupId}::uuid and not k.to_office and k.created_at > now() - interval '10 minutes')
    returning made.created_at as at`.execute(db)
  return rows[0]
}

/** Who takes the register of a lesson on a day: its teachers, and in place of who is absent who covers it. */
export async function takersOfLesson(db: Db, schoolId: string, lessonId: string, day: string) {
  const { rows } = await sql<{
    id: string
  }>`select id from takers_of_lesson(${schoolId}, ${lessonId}, ${day}) as taker (id)`.execute(db)
  return rows.map(({ id }) => id)
}
