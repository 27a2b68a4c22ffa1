import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { instantInJson } from '#server/db/instants.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { hasShownAlert } from '#server/people/safety/health-alerts.queries.ts'
import { seated } from '#server/people/students/seated.queries.ts'
import { nameAtSchool, askedToTeach } from '#server/school/classes/teacher-names.queries.ts'
import type { ExcuseKind } from '#server/teaching/absence/excuses.queries.ts'
import { eventOfStudent } from './elsewhere.queries.ts'
import { type LessonKey, partOf } from './lesson-facts.queries.ts'

type State = 'present' | 'absent' | 'late' | 'excused'

type StudentRow = {
  id: string
  firstName: string
  middleName: string
  lastName: string
  imageUrl: string | null
  hasAlert: boolean
  excuseKind: ExcuseKind | null
  elsewhere: string | null
  before: { number: number; since: number; state: State; leftAt: string | null } | null
  markedIn: { classRoomName: string; state: State } | null
  mark: {
    state: State
    minutesLate: number | null
    leftAt: string | null
    note: string | null
    byName: string
    lastModifyDate: string
  } | null
}

/** The kind of the accepted excuse that covers a day of student `st`, or the lesson. */
const excuseKindOf = ({ schoolId, classRoomId, date, number }: LessonKey) => sql`coalesce((
  select e.kind from excuses e
  where e.school_id = ${schoolId} and e.student_id = st.id and e.accepted and not e.of_hours
    and e.from_day <= ${date}::date and e.to_day >= ${date}::date
  order by e.from_day desc, e.id limit 1),
  (select x.kind from excused_hours(${schoolId}, st.id, ${classRoomId}, ${date}, ${number}::smallint) x))`

/** How the lesson before left student `st` (who was elsewhere for the school was there), since which number they are so, and when they left if they were there before. */
const before = (schoolId: string, date: string, number: number) => sql`(
  select jsonb_build_object('number', m.number, 'since', (
      select min(r.number) from lesson_marks r
      where r.school_id = ${schoolId} and r.student_id = st.id and r.day = ${date} and r.number <= m.number and r.number > coalesce((
        select max(o.number) from lesson_marks o
        where o.school_id = ${schoolId} and o.student_id = st.id and o.day = ${date} and o.number < m.number and o.state <> m.state), 0)),
    'leftAt', (
      select to_char(a.left_at, 'HH24:MI') from lesson_marks a
      where a.school_id = ${schoolId} and a.student_id = st.id and a.day = ${date} and a.number <= m.number
        and a.state in ('present', 'late')
      order by a.number desc limit 1),
    'state', counted.state)
  from lesson_marks m cross join lateral counted_mark(${schoolId}, m) counted
  where m.school_id = ${schoolId} and m.student_id = st.id and m.day = ${date} and m.number < ${number}
  order by m.number desc limit 1)`

/** Who is in the register of a lesson, by name: the class or group of that day, and who has a mark in it. */
export const studentsOfLesson = (key: LessonKey, reach: Reach) => {
  const { schoolId, classRoomId, groupId, date, number } = key
  const ofNumber = sql`m.school_id = ${schoolId} and m.student_id = st.id and m.day = ${date} and m.number = ${number}`
  const part = partOf(key)
  return sql<StudentRow>`
    select st.id, st.first_name, st.middle_name, st.last_name, st.image_url, ${hasShownAlert(schoolId)} as has_alert,
      ${excuseKindOf(key)} as excuse_kind,
      ${eventOfStudent(schoolId, date, number)} as elsewhere, ${before(schoolId, date, number)} as before, (
        select jsonb_build_object('classRoomName', c.name || coalesce(' · ' || g.name, ''), 'state', m.state)
        from lesson_marks m join class_rooms c on c.school_id = m.school_id and c.id = m.class_room_id
        left join class_groups g on g.school_id = m.school_id and g.id = m.part
        where ${ofNumber} and (m.class_room_id, m.part) <> (${classRoomId}::uuid, ${part}::uuid)) as marked_in, (
        select jsonb_build_object('state', m.state, 'minutesLate', m.minutes_late, 'leftAt', to_char(m.left_at, 'HH24:MI'), 'note', m.note,
          'byName', ${fullName('u')}, 'lastModifyDate', ${instantInJson('m.modified_at')})
        from lesson_marks m join users u on u.id = m.marked_by
        where ${ofNumber} and m.class_room_id = ${classRoomId} and m.part = ${part}) as mark
    from students st
    where st.school_id = ${schoolId} and (
      exists (select from student_classes h
        where h.school_id = ${schoolId} and h.student_id = st.id and h.class_room_id = ${classRoomId}
          and ${seated(schoolId, classRoomId, date)}
          and ${inReach(reach, { inSchool: schoolId, classRoom: 'h.classRoomId', student: 'st.id' })}
          and (${groupId}::uuid is null or ${groupId}::uuid in (select groups_on(${schoolId}, st.id, ${date}))))
      or exists (select from lesson_marks m where ${ofNumber} and m.class_room_id = ${classRoomId} and m.part = ${part}))
    order by ${byName('st.firstName')}, ${byName('st.middleName')}, ${byName('st.lastName')}, st.id`
}

type LessonRow = {
  number: number
  groupId: string | null
  groupName: string | null
  starts: string | null
  ends: string | null
  courseName: string
  teacherNames: string[]
  version: number
}

/** The lessons of a class on a day, by number: those of the timetable, and those whose register is kept. */
export const lessonsOfClass = (schoolId: string, classRoomId: string, date: string) => sql<LessonRow>`
  select l.number, l.group_id, g.name as group_name, to_char(p.starts, 'HH24:MI') as starts,
    to_char(p.starts + make_interval(mins => p.minutes), 'HH24:MI') as ends,
    (select co.name from courses co where co.school_id = ${schoolId} and co.id = l.course_id) as course_name,
    coalesce((select array_agg(${nameAtSchool('u')} order by one.place)
      from unnest(l.teacher_ids) with ordinality as one (id, place)
      join users u on u.id = one.id ${askedToTeach(schoolId, 'u')}), '{}') as teacher_names, l.version
  from class_rooms c
  cross join lateral (
    select coalesce(s.number, o.number) as number, coalesce(s.group_id, o.group_id) as group_id, coalesce(s.course_id, o.course_id) as course_id,
      coalesce(o.teacher_ids, '{}') as teacher_ids, coalesce(s.version, 0) as version
    from (
      select k.number, one.group_id, k.course_id, k.teacher_ids
      from timetable_on(${schoolId}, ${date}) t
      join lessons k on k.school_id = ${schoolId} and k.timetable_id = t.timetable_id
        and k.weekday = extract(dow from ${date}::date) and k.week in (0, t.week)
      cross join lateral unnest(k.class_ids, k.group_ids) as one (class_id, group_id)
      where one.class_id = ${classRoomId} and open_day(${schoolId}, c.grade_id, ${date})
    ) o
    full join (
      select s.number, s.group_id, s.course_id, s.version from lesson_sheets s
      where s.school_id = ${schoolId} and s.class_room_id = ${classRoomId} and s.day = ${date} and exists (
        select from lesson_marks m where m.school_id = ${schoolId} and m.class_room_id = ${classRoomId} and m.day = ${date}
          and m.number = s.number and m.part = s.part)
    ) s on s.number = o.number and coalesce(s.group_id, ${classRoomId}) = coalesce(o.group_id, ${classRoomId})
  ) l
  left join class_groups g on g.school_id = ${schoolId} and g.id = l.group_id
  left join numbered_periods(${schoolId}) p on p.hours_set_id = hours_set_on(${schoolId}, c.grade_id, ${date}) and p.number = l.number
  where c.school_id = ${schoolId} and c.id = ${classRoomId}
    and (l.version > 0 or p.number is not null or hours_set_on(${schoolId}, c.grade_id, ${date}) is null)
  order by l.number, g.position nulls first, l.group_id`

type ClassRow = { classRoomName: string; takesLessons: boolean }

export const classOfDay = (schoolId: string, classRoomId: string, date: string) => sql<ClassRow>`
  select c.name as class_room_name, exists (select from day_rule_on(${schoolId}, c.grade_id, ${date})) as takes_lessons
  from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`

type Mark = {
  number: number
  state: State
  minutesLate: number | null
  leftAt: string | null
  elsewhere: string | null
}
type DayRow = {
  id: string
  name: string
  day: { state: State; origin: 'taken' | 'derived' | 'office'; leftAt: string | null } | null
  marks: Mark[]
}

/** The students of a class on a day, by name, each with the marks of the day's lessons and of the day. */
export const studentsOfDay = (
  { schoolId, classRoomId, date }: { schoolId: string; classRoomId: string; date: string },
  reach: Reach,
) => sql<DayRow>`
  select st.id, ${fullName('st')} as name, (
      select jsonb_build_object('state', m.state, 'origin', m.origin,
        'leftAt', case when m.state in ('present', 'late') then to_char(m.left_at, 'HH24:MI') end)
      from attendance_marks m
      where m.school_id = ${schoolId} and m.student_id = st.id and m.date = ${date} and not m.superseded) as day,
    coalesce((
      select jsonb_agg(jsonb_build_object('number', m.number, 'state', m.state, 'minutesLate', m.minutes_late,
        'leftAt', to_char(m.left_at, 'HH24:MI'), 'elsewhere', event.name) order by m.number)
      from lesson_marks m left join lateral event_of_mark(${schoolId}, m) event on true
      where m.school_id = ${schoolId} and m.student_id = st.id and m.day = ${date}), '[]') as marks
  from students st
  where st.school_id = ${schoolId} and (
    exists (select from student_classes h
      where h.school_id = ${schoolId} and h.student_id = st.id and h.class_room_id = ${classRoomId}
        and ${inReach(reach, { inSchool: schoolId, classRoom: 'h.classRoomId', student: 'st.id' })}
        and ${seated(schoolId, classRoomId, date)})
    or exists (select from lesson_marks m
      where m.school_id = ${schoolId} and m.student_id = st.id and m.day = ${date} and m.class_room_id = ${classRoomId}))
  order by ${byName(fullName('st'))}, st.id`

type OwnRow = Mark & { courseName: string; note: string | null; outcome: 'found' | 'sentHome' | 'truant' | null }

/** The lessons of a student on a day that have a mark. Parents see them as long as they see the days. */
export async function lessonsOfStudent(
  db: Db,
  of: { schoolId: string; studentId: string; date: string },
  reach: Reach,
) {
  const { rows } = await sql<OwnRow>`
    select m.number, co.name as course_name, m.state, m.minutes_late, to_char(m.left_at, 'HH24:MI') as left_at, m.note,
      event.name as elsewhere, (
      select g.outcome from lesson_gaps g
      where g.school_id = ${of.schoolId} and g.student_id = m.student_id and g.day = m.day and g.number = m.number
        and m.state = 'absent') as outcome
    from lesson_marks m
    left join lateral event_of_mark(${of.schoolId}, m) event on true
    join lesson_sheets s on s.school_id = ${of.schoolId} and s.class_room_id = m.class_room_id and s.day = m.day
      and s.number = m.number and s.part = m.part
    join courses co on co.school_id = ${of.schoolId} and co.id = s.course_id
    where m.school_id = ${of.schoolId} and m.student_id = ${of.studentId} and m.day = ${of.date}
      and ${inReach(reach, { inSchool: of.schoolId, classRoom: 'm.classRoomId', student: 'm.studentId', date: 'm.day' })}
    order by m.number`.execute(db)
  return rows
}
