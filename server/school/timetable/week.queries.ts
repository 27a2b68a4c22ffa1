import { type RawBuilder, sql } from 'kysely'
import { holidayOf, isRegisterTaken } from '#server/school/presence/open-days.queries.ts'
import { askedToTeach, nameAtSchool, nameAtSchoolOf } from '#server/school/classes/teacher-names.queries.ts'
import { fullName } from '#server/db/search.ts'
import { teachesIt } from './replaced.queries.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The number of a weekday in the database: 0 is Sunday. */
export const weekdayNumber = (weekday: string) => weekdays.indexOf(weekday)

export const weekdayNamed = (number: number) => weekdays[number]!

/** Whose week it is; without one of them, that of the whole school. */
export type Subject = {
  classRoomId?: string | null | undefined
  teacherId?: string | null | undefined
  roomId?: string | null | undefined
  studentId?: string | null | undefined
}

type DayRow = {
  day: string
  timetableId: string | null
  weeks: number | null
  week: number | null
  open: boolean
  holiday: string | null
  hoursSetId: string | null
}

const days = (schoolId: string, from: string, count: number) => sql`
  select d.day::date as day, t.timetable_id, t.weeks, t.week
  from generate_series(${from}::timestamp, ${from}::timestamp + ${count - 1} * interval '1 day', interval '1 day') as d (day)
  left join lateral timetable_on(${schoolId}, d.day::date) t on true`

/** Seven days, with the version in force and whether the grade of the class has school. */
export const daysOfWeek = (schoolId: string, from: string, subject: Subject) => sql<DayRow>`
  select w.day, w.timetable_id, w.weeks, w.week, open_day(${schoolId}, c.grade_id, w.day) as open,
    ${holidayOf('c', sql<string>`w.day`, schoolId)} as holiday, hours_set_on(${schoolId}, c.grade_id, w.day) as hours_set_id
  from (${days(schoolId, from, 7)}) w cross join (${gradeOf(schoolId, subject)}) c
  order by w.day`

const gradeOf = (schoolId: string, { classRoomId, studentId }: Subject) => sql`
  select (
    select k.grade_id from class_rooms k where k.school_id = ${schoolId} and k.id = coalesce(${classRoomId ?? null}::uuid, (
      select s.class_room_id from students s where s.school_id = ${schoolId} and s.id = ${studentId ?? null}::uuid))) as grade_id`

export type LessonRow = {
  day: string
  number: number
  hoursSetId: string | null
  courseName: string
  classNames: string[]
  teacherNames: string[]
  roomNames: string[]
  lacksTeacher: boolean
}

/** The lessons of published versions on these days that take place: not those of days on which the grade has no school. */
export const lessonsOfDays = (schoolId: string, from: string, count: number, subject: Subject) => sql<LessonRow>`
  with days as materialized (${days(schoolId, from, count)}),
  hours as materialized (
    select d.day, g.id as grade_id, hours_set_on(${schoolId}, g.id, d.day) as set_id
    from days d join grades g on g.school_id = ${schoolId}
    where d.timetable_id is not null and open_day(${schoolId}, g.id, d.day))
  select d.day, l.number, h.set_id as hours_set_id, ${lessonWords(schoolId)}
  from days d
  join lessons l on l.school_id = ${schoolId} and l.timetable_id = d.timetable_id
    and l.weekday = extract(dow from d.day) and l.week in (0, d.week)
  join class_rooms c on c.school_id = ${schoolId} and c.id = l.class_ids[1]
  join hours h on h.day = d.day and h.grade_id = c.grade_id
  where ${concerns(schoolId, subject)}
  order by d.day, l.number, l.week, l.id`

/** The words of lesson `l`, as people read it. */
export const lessonWords = (schoolId: string): RawBuilder<unknown> => sql`
  (select co.name from courses co where co.school_id = ${schoolId} and co.id = l.course_id) as course_name,
  (select array_agg(k.name || coalesce(' · ' || g.name, '') order by k.name, g.name)
    from unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
    join class_rooms k on k.school_id = ${schoolId} and k.id = one.class_id
    left join class_groups g on g.school_id = ${schoolId} and g.id = one.group_id) as class_names,
  coalesce((select array_agg(${nameAtSchool('u')} order by one.place)
    from unnest(l.teacher_ids) with ordinality as one (id, place)
    join users u on u.id = one.id ${askedToTeach(schoolId, 'u')}), '{}') as teacher_names,
  coalesce((select array_agg(r.name order by one.place)
    from unnest(l.room_ids) with ordinality as one (id, place)
    join rooms r on r.school_id = ${schoolId} and r.id = one.id), '{}') as room_names,
  (cardinality(l.teacher_ids) = 0 or exists (
    select from unnest(l.teacher_ids) as one (id)
    where not ${teachesIt(schoolId)})) as lacks_teacher`

function concerns(schoolId: string, { classRoomId, teacherId, roomId, studentId }: Subject) {
  if (studentId)
    return sql`exists (
      select from students s, unnest(l.class_ids, l.group_ids) as one (class_id, group_id)
      where s.school_id = ${schoolId} and s.id = ${studentId} and one.class_id = s.class_room_id
        and (one.group_id is null or one.group_id in (select groups_on(${schoolId}, ${studentId}, d.day))))`
  if (classRoomId) return sql`${classRoomId}::uuid = any (l.class_ids)`
  if (teacherId) return sql`${teacherId}::uuid = any (l.teacher_ids)`
  if (roomId) return sql`${roomId}::uuid = any (l.room_ids)`
  return sql`true`
}

/** The name of whose week it is; no row if it is not of the school. */
export function subjectRow(schoolId: string, { classRoomId, teacherId, roomId, studentId }: Subject) {
  type Row = { name: string | null }
  if (studentId)
    return sql<Row>`
      select ${fullName('s')} as name from students s where s.school_id = ${schoolId} and s.id = ${studentId}`
  if (classRoomId)
    return sql<Row>`select c.name from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`
  if (teacherId)
    return sql<Row>`
      select ${nameAtSchool('u')} as name from school_teachers asked
      join users u on u.id = asked.teacher_id where asked.school_id = ${schoolId} and asked.teacher_id = ${teacherId}`
  if (roomId) return sql<Row>`select r.name from rooms r where r.school_id = ${schoolId} and r.id = ${roomId}`
  return sql<Row>`select null as name`
}

type Named = { id: string; name: string }

/** The active classes, the teachers and the rooms of a school. */
export const subjectsOf = (schoolId: string) => ({
  classes: sql<Named & { gradeName: string }>`
    select c.id, c.name, g.name as grade_name from class_rooms c
    join grades g on g.school_id = ${schoolId} and g.id = c.grade_id
    where c.school_id = ${schoolId} and c.active order by g.position, g.id, c.name collate by_name, c.id`,
  teachers: sql<Named>`
    select u.id, ${nameAtSchool('u')} as name from school_teachers asked
    join users u on u.id = asked.teacher_id where asked.school_id = ${schoolId} order by 2, 1`,
  rooms: sql<Named>`
    select r.id, r.name from rooms r where r.school_id = ${schoolId} and r.active order by r.name collate by_name, r.id`,
})

type SetRow = {
  id: string
  name: string
  periods: { name: string; starts: string; minutes: number; isBreak: boolean }[]
}

/** The hours of a school, in its order. */
export const hoursOfSchool = (schoolId: string) => sql<SetRow>`
  select h.id, h.name, coalesce((
    select jsonb_agg(jsonb_build_object('name', p.name, 'starts', to_char(p.starts, 'HH24:MI'), 'minutes', p.minutes,
      'isBreak', p.is_break) order by p.position)
    from periods p where p.school_id = ${schoolId} and p.hours_set_id = h.id), '[]') as periods
  from hours_sets h where h.school_id = ${schoolId} order by h.position, h.id`

export type OwnRow = Omit<LessonRow, 'day' | 'hoursSetId'> & {
  starts: string | null
  minutes: number | null
  classRoomId: string
  registerTaken: boolean
  takesLessons: boolean
  groupId: string | null
  cover: { id: string; absentName: string; note: string | null } | null
}

/** The lessons that a teacher gives on a day, also for others, with their times and whether the register of the class is taken. */
export const ownLessons = (schoolId: string, teacherId: string, day: string) => sql<OwnRow>`
  select l.number, to_char(p.starts, 'HH24:MI') as starts, p.minutes, ${lessonWords(schoolId)}, c.id as class_room_id,
    case when r.rule is null then ${isRegisterTaken(schoolId, { classRoom: 'c.id', date: 'd.day' })}
      else exists (select from lesson_marks m where m.school_id = ${schoolId} and m.class_room_id = c.id and m.day = d.day
        and m.number = l.number and m.part = coalesce(l.group_ids[1], c.id)) end as register_taken,
    r.rule is not null as takes_lessons, l.group_ids[1] as group_id,
    case when v.id is not null then jsonb_build_object('id', v.id, 'absentName', ${nameAtSchoolOf(schoolId, 'v.absent_id')}, 'note', (
      select n.text from cover_notes n
      where n.school_id = ${schoolId} and n.day = d.day and n.lesson_id = l.id and n.author_id = v.absent_id)) end as cover
  from (${days(schoolId, day, 1)}) d
  join lessons l on l.school_id = ${schoolId} and l.timetable_id = d.timetable_id
    and l.weekday = extract(dow from d.day) and l.week in (0, d.week)
  join class_rooms c on c.school_id = ${schoolId} and c.id = l.class_ids[1]
  left join numbered_periods(${schoolId}) p
    on p.hours_set_id = hours_set_on(${schoolId}, c.grade_id, d.day) and p.number = l.number
  left join lateral day_rule_on(${schoolId}, c.grade_id, d.day) r on true
  left join covers v on v.school_id = ${schoolId} and v.day = d.day and v.lesson_id = l.id and v.teacher_id = ${teacherId}
    and v.state = 'given'
  where (${teacherId}::uuid = any (l.teacher_ids) or v.id is not null) and open_day(${schoolId}, c.grade_id, d.day)
    and (p.number is not null or hours_set_on(${schoolId}, c.grade_id, d.day) is null)
  order by p.starts nulls last, l.number, l.id`
