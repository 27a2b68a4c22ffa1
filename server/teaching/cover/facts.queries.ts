import { sql } from 'kysely'
import { nameAtSchool, nameAtSchoolOf } from '#server/school/classes/teacher-names.queries.ts'
import { lessonWords } from '#server/school/timetable/week.queries.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'

export type CoverWay = 'cover' | 'merge' | 'moved' | 'study'

/** A lesson that takes place on the day. Times are those of its hours; null where the school has none. */
export type DayLesson = {
  id: string
  number: number
  starts: string | null
  ends: string | null
  courseId: string
  courseName: string
  classIds: string[]
  groupIds: (string | null)[]
  classNames: string[]
  roomNames: string[]
  teacherIds: string[]
  teacherNames: string[]
  lacksTeacher: boolean
}

/** Somebody who teaches at the school, with what decides who takes a lesson. */
export type TeacherOfDay = {
  id: string
  name: string
  /** Lessons in the week of the day, by the timetable. */
  load: number
  fullLoad: number
  /** Covers in the month of the day and in its year, and the last day with one. */
  month: number
  year: number
  lastDay: string | null
  exempt: boolean
  classIds: string[]
  courseIds: string[]
  /** Numbers of this day in which they are there to cover. */
  standby: number[]
}

/** The lessons of a day that take place, with their times. */
const lessonsOn = (schoolId: string, day: string) => sql<DayLesson>`
  with hours as materialized (
    select g.id as grade_id, hours_set_on(${schoolId}, g.id, ${day}) as set_id from grades g
    where g.school_id = ${schoolId} and open_day(${schoolId}, g.id, ${day}))
  select l.id, l.number, to_char(p.starts, 'HH24:MI') as starts,
    to_char(p.starts + make_interval(mins => p.minutes), 'HH24:MI') as ends, l.course_id, l.class_ids, l.group_ids, l.teacher_ids,
    ${lessonWords(schoolId)}
  from timetable_on(${schoolId}, ${day}) t
  join lessons l on l.school_id = ${schoolId} and l.timetable_id = t.timetable_id
    and l.weekday = extract(dow from ${day}::date) and l.week in (0, t.week)
  join class_rooms c on c.school_id = ${schoolId} and c.id = l.class_ids[1]
  join hours h on h.grade_id = c.grade_id
  left join numbered_periods(${schoolId}) p on p.hours_set_id = h.set_id and p.number = l.number
  where p.number is not null or h.set_id is null
  order by p.starts nulls first, l.number, l.id`

export type AbsenceRow = {
  id: string
  teacherId: string
  teacherName: string
  fromDay: string
  toDay: string
  fromTime: string | null
  toTime: string | null
  numbers: number[] | null
  absenceKind: 'illness' | 'leave' | 'duty' | 'training' | 'other'
  isWaiting: boolean
  toldByName: string
  toldAt: string
  version: number
}

type Absences = { schoolId: string; from: string; to: string; teacherId?: string; id?: string }

/** The absences that fall into these days, of one teacher or one of them if named. */
export const absencesIn = ({ schoolId, from, to, teacherId, id }: Absences) => sql<AbsenceRow>`
  select a.id, a.teacher_id, ${nameAtSchoolOf(schoolId, 'a.teacher_id')} as teacher_name, a.from_day, a.to_day,
    to_char(a.from_time, 'HH24:MI') as from_time, to_char(a.to_time, 'HH24:MI') as to_time, a.numbers, a.kind as absence_kind,
    a.decided_by is null as is_waiting, ${nameAtSchoolOf(schoolId, 'a.told_by')} as told_by_name, a.told_at, a.version
  from staff_absences a
  where a.school_id = ${schoolId} and a.removed_at is null and a.from_day <= ${to} and a.to_day >= ${from}
    and (${teacherId ?? null}::uuid is null or a.teacher_id = ${teacherId ?? null})
    and (${id ?? null}::uuid is null or a.id = ${id ?? null})
  order by a.from_day, teacher_name, a.id`

export type CoverOfDay = {
  id: string
  lessonId: string
  absentId: string
  teacherId: string | null
  teacherName: string | null
  way: CoverWay
  state: 'asked' | 'given' | 'declined' | 'undone'
  reason: string | null
  answer: string | null
  askedAt: string
  lateAskedAt: string | null
  reopenedUntil: string | null
}

export const coversOn = (schoolId: string, day: string) => sql<CoverOfDay>`
  select a.id, a.lesson_id, a.absent_id, a.teacher_id, ${nameAtSchoolOf(schoolId, 'a.teacher_id')} as teacher_name, a.way, a.state, a.reason, a.answer,
    a.asked_at, a.late_asked_at, a.reopened_until
  from covers a where a.school_id = ${schoolId} and a.day = ${day} order by a.asked_at, a.id`

/** The lessons a week of each teacher, by the version in force on a day. */
export const loadsOn = (schoolId: string, day: string) => sql`
  select one.id, count(*)::integer as lessons
  from timetable_on(${schoolId}, ${day}) t
  join lessons l on l.school_id = ${schoolId} and l.timetable_id = t.timetable_id and l.week in (0, t.week)
  cross join unnest(l.teacher_ids) as one (id) group by one.id`

/**
 * The teachers of a school with what decides the order on a day: their load in its week by the timetable, the covers of its month and year, and
 * what they teach.
 */
const teachersOn = (schoolId: string, day: string) => sql<TeacherOfDay>`
  with load as (${loadsOn(schoolId, day)}), given as (
    select c.teacher_id as id, max(c.day) as last_day,
      count(*) filter (where c.day between date_trunc('month', ${day}::date)::date
        and (date_trunc('month', ${day}::date) + interval '1 month - 1 day')::date)::integer as month,
      count(*)::integer as year
    from covers c
    where c.school_id = ${schoolId} and c.state in ('asked', 'given') and c.teacher_id is not null
      and c.day >= coalesce((
        select y.first_day from school_year_days y
        where y.school_id = ${schoolId} and ${day}::date between y.first_day and y.last_day), '-infinity')
      and c.day <= greatest(${day}::date, (date_trunc('month', ${day}::date) + interval '1 month - 1 day')::date)
    group by c.teacher_id
  ), taught as (
    select t.teacher_id as id, array_agg(distinct t.class_room_id order by t.class_room_id) as class_ids,
      array_agg(distinct t.course_id order by t.course_id) as course_ids
    from class_teacher_courses t where t.school_id = ${schoolId} group by t.teacher_id
  ), standby as (
    select s.teacher_id as id, array_agg(s.number order by s.number) as numbers from cover_standby s
    where s.school_id = ${schoolId} and s.weekday = extract(dow from ${day}::date) group by s.teacher_id
  )
  select u.id, ${nameAtSchool('u')} as name, coalesce(load.lessons, 0) as load,
    coalesce(own.load, (select r.load from cover_rules r where r.school_id = ${schoolId}), 24)::integer as full_load,
    coalesce(given.month, 0) as month, coalesce(given.year, 0) as year, given.last_day, coalesce(own.exempt, false) as exempt,
    coalesce(taught.class_ids, '{}') as class_ids, coalesce(taught.course_ids, '{}') as course_ids,
    coalesce(standby.numbers, '{}') as standby
  from school_teachers asked
  join users u on u.id = asked.teacher_id
  left join cover_teachers own on own.school_id = ${schoolId} and own.teacher_id = u.id
  left join load on load.id = u.id
  left join given on given.id = u.id
  left join taught on taught.id = u.id
  left join standby on standby.id = u.id
  where asked.school_id = ${schoolId} and asked.accepted_at is not null
  order by 2, 1`

type NoteOfDay = { lessonId: string; authorId: string; text: string }

export const notesOn = (schoolId: string, day: string) => sql<NoteOfDay>`
  select n.lesson_id, n.author_id, n.text from cover_notes n where n.school_id = ${schoolId} and n.day = ${day}`

type RulesOfSchool = { aDay: number; inRow: number; fullLoad: number; consent: boolean; version: number }

export const rulesRow = (schoolId: string) => sql<RulesOfSchool>`
  select r.a_day, r.in_row, r.load::integer as full_load, r.consent, r.version from cover_rules r where r.school_id = ${schoolId}`

/** What holds until a school says otherwise. */
export const usualRules: RulesOfSchool = { aDay: 2, inRow: 5, fullLoad: 24, consent: false, version: 0 }

type DayRow = { isClosed: boolean; hasTimetable: boolean }

const dayRow = (schoolId: string, day: string) => sql<DayRow>`
  select not open_day(${schoolId}, null, ${day}) as is_closed,
    exists (select from timetable_on(${schoolId}, ${day})) as has_timetable`

/** Everything about the covers of one day, in one round trip. */
export async function readDay(db: Db, schoolId: string, day: string) {
  const read = await sideBySide(db, {
    lessons: lessonsOn(schoolId, day),
    absences: absencesIn({ schoolId, from: day, to: day }),
    covers: coversOn(schoolId, day),
    teachers: teachersOn(schoolId, day),
    notes: notesOn(schoolId, day),
    rules: rulesRow(schoolId),
    day: dayRow(schoolId, day),
  })
  return { ...read, ...read.day[0]!, rules: read.rules[0] ?? usualRules }
}

export type ReadDay = Awaited<ReturnType<typeof readDay>>
