import { sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'
import { fullName } from '#server/db/search.ts'

/** One lesson of a class, or of a group of it, on a day. */
export type LessonKey = { schoolId: string; classRoomId: string; groupId: string | null; date: string; number: number }

/** The group, else the class: what a sheet is kept under. */
export const partOf = ({ classRoomId, groupId }: LessonKey) => groupId ?? classRoomId

export type LessonFacts = {
  classRoomName: string
  groupName: string | null
  /** Null if neither the timetable of the day has the lesson nor a register of it is kept. */
  lessonId: string | null
  courseId: string | null
  courseName: string | null
  starts: string | null
  ends: string | null
  takesLessons: boolean
  /** The last day on which its teacher corrects it: the next school day. */
  correctableUntil: string | null
  /** Whether the person covers this very lesson. */
  isCovering: boolean
  /** 0 while it has no marks. */
  version: number
  savedByName: string | null
  lastModifyDate: string | null
}

/** Everything about one lesson but its students. No row without the class. */
const lessonFacts = fixed(
  (
    schoolId: string,
    classRoomId: string,
    groupId: string | null,
    part: string,
    date: string,
    number: number,
    personId: string,
  ) => sql<LessonFacts>`
    select c.name as class_room_name, g.name as group_name, coalesce(s.lesson_id, l.lesson_id) as lesson_id,
      coalesce(s.course_id, l.course_id) as course_id, (
        select co.name from courses co where co.school_id = ${schoolId} and co.id = coalesce(s.course_id, l.course_id)) as course_name,
      to_char(p.starts, 'HH24:MI') as starts, to_char(p.starts + make_interval(mins => p.minutes), 'HH24:MI') as ends,
      exists (select from day_rule_on(${schoolId}, c.grade_id, ${date})) as takes_lessons, (
        select min(d) from open_days(${schoolId}, c.grade_id, ${date}::date + 1, ${date}::date + 60) d) as correctable_until,
      exists (
        select from covers v join lessons o on o.school_id = ${schoolId} and o.id = v.lesson_id
        cross join lateral unnest(o.class_ids, o.group_ids) as one (class_id, group_id)
        where v.school_id = ${schoolId} and v.day = ${date} and v.teacher_id = ${personId} and v.state = 'given'
          and o.number = ${number}::smallint and one.class_id = ${classRoomId}
          and one.group_id is not distinct from ${groupId}::uuid) as is_covering,
      case when exists (
        select from lesson_marks m where m.school_id = ${schoolId} and m.class_room_id = ${classRoomId} and m.day = ${date}
          and m.number = ${number}::smallint and m.part = ${part}) then s.version else 0 end as version,
      nullif(${fullName('u')}, '') as saved_by_name, s.modified_at as last_modify_date
    from class_rooms c
    left join class_groups g on g.school_id = ${schoolId} and g.class_room_id = c.id and g.id = ${groupId}::uuid
    left join lesson_sheets s on s.school_id = ${schoolId} and s.class_room_id = c.id and s.day = ${date}
      and s.number = ${number}::smallint and s.part = ${part}
    left join users u on u.id = s.saved_by
    left join numbered_periods(${schoolId}) p
      on p.hours_set_id = hours_set_on(${schoolId}, c.grade_id, ${date}) and p.number = ${number}::integer
    left join lateral (
      select o.id as lesson_id, o.course_id
      from timetable_on(${schoolId}, ${date}) t
      join lessons o on o.school_id = ${schoolId} and o.timetable_id = t.timetable_id
        and o.weekday = extract(dow from ${date}::date) and o.week in (0, t.week) and o.number = ${number}::smallint
      cross join lateral unnest(o.class_ids, o.group_ids) as one (class_id, group_id)
      where one.class_id = c.id and one.group_id is not distinct from ${groupId}::uuid
        and (p.number is not null or hours_set_on(${schoolId}, c.grade_id, ${date}) is null)
      order by o.id limit 1) l on true
    where c.school_id = ${schoolId} and c.id = ${classRoomId}`,
)

export const factsOfLesson = (key: LessonKey, personId: string) =>
  lessonFacts(key.schoolId, key.classRoomId, key.groupId, partOf(key), key.date, key.number, personId)
