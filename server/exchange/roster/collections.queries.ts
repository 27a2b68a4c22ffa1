import { type RawBuilder, sql } from 'kysely'
import { removedFrom } from './removed.queries.ts'
import { homeroom, sqlRosterName, sqlSectionId, sqlSectionTitle } from './mapping.queries.ts'

/** What of a school is shown. `contacts`: numbers and addresses; `records`: guardians, and births and sex of students. */
export type Shown = {
  schoolId: string
  today: string
  /** The codes of grades by their id, as JSON. */
  grades: string
  /** The relations that are parents. */
  parents: readonly string[]
  contacts: boolean
  records: boolean
}

export type CollectionRows = RawBuilder<unknown>

const moment = (...columns: RawBuilder<unknown>[]) =>
  sql`date_trunc('milliseconds', greatest(${sql.join(columns, sql`, `)}))`

const state = (isThere: RawBuilder<unknown>) => sql`case when ${isThere} then 'active' else 'tobedeleted' end`

const gradeCodeOf = ({ grades }: Shown, gradeId: RawBuilder<unknown>) => sql`(${grades}::jsonb ->> ${gradeId}::text)`

export const orgRows = ({ schoolId }: Shown): CollectionRows => sql`
  select s.id::text as sourced_id, 'active' as status, ${moment(sql`s.modified_at`)} as date_last_modified,
    s.name, 'school' as type, s.id::text as identifier
  from schools s where s.id = ${schoolId}`

/** The current year and those that are completed, with their terms and dated months. A year has the days of these, or from its first day on. */
export const sessionRows = ({ schoolId }: Shown): CollectionRows => sql`
  select * from (
    with inside as (
      select m.id, m.name, m.start_date, m.end_date, m.school_year_id, 'gradingPeriod' as type, m.modified_at, true as is_there
      from school_year_months m where m.school_id = ${schoolId} and m.start_date is not null and m.end_date is not null
      union all
      select t.id, t.name, t.start_date, t.end_date, t.school_year_id, 'term', greatest(t.created_at, k.modified_at), true
      from terms t join school_calendars k on k.school_id = ${schoolId} where t.school_id = ${schoolId}
      union all
      select (r.was ->> 'id')::uuid, r.was ->> 'name', (r.was ->> 'start_date')::date, (r.was ->> 'end_date')::date,
        (r.was ->> 'school_year_id')::uuid, 'term', r.gone_at, false
      from ${removedFrom('terms', schoolId)} r
    ), years as (
      select y.id, y.name, y.completed, y.modified_at, least(y.began_on, min(i.start_date)) as starts,
        coalesce(max(i.end_date), y.began_on + 364) as ends
      from school_years y left join inside i on i.school_year_id = y.id and i.is_there
      where y.school_id = ${schoolId} and (y.active or y.completed)
      group by y.id, y.name, y.completed, y.modified_at, y.began_on
    )
    select y.id::text as sourced_id, ${state(sql`not y.completed`)} as status, ${moment(sql`y.modified_at`)} as date_last_modified,
      y.name as title, 'schoolYear' as type, y.starts as start_date, y.ends as end_date, null::text as parent_id,
      left(y.ends::text, 4) as school_year
    from years y where y.starts is not null
    union all
    select i.id::text, ${state(sql`i.is_there and not y.completed`)}, ${moment(sql`i.modified_at`, sql`y.modified_at`)}, i.name, i.type, i.start_date,
      i.end_date, y.id::text, left(y.ends::text, 4)
    from inside i join years y on y.id = i.school_year_id
  ) sessions`

export const courseRows = ({ schoolId }: Shown): CollectionRows => sql`
  select ${homeroom} as sourced_id, 'active' as status, ${moment(sql`s.created_at`)} as date_last_modified, 'Homeroom' as title,
    ${homeroom} as course_code, null::text as subjects
  from schools s where s.id = ${schoolId}
  union all
  select c.id::text, 'active', ${moment(sql`c.modified_at`)}, c.name, c.name, c.name
  from courses c where c.school_id = ${schoolId}
  union all
  select r.was ->> 'id', 'tobedeleted', ${moment(sql`r.gone_at`)}, r.was ->> 'name', r.was ->> 'name', r.was ->> 'name'
  from ${removedFrom('courses', schoolId)} r`

/** Which courses are taught in which classes, and which were taught there before. */
const taught = ({ schoolId }: Shown) => sql`(
  select t.class_room_id, t.course_id, max(t.linked_at) as linked_at, bool_or(t.is_taught) as is_taught
  from (
    select l.class_room_id, l.course_id, l.created_at as linked_at, true as is_taught
    from class_teacher_courses l where l.school_id = ${schoolId}
    union all
    select (r.was ->> 'class_room_id')::uuid, (r.was ->> 'course_id')::uuid, r.gone_at, false
    from ${removedFrom('class_teacher_courses', schoolId)} r
  ) t group by t.class_room_id, t.course_id)`

/** Classes with those that were removed, and courses with those that were. */
const everyClass = (schoolId: string) => sql`(
  select c.id, c.name, c.grade_id, c.supervisor_id, c.active, c.modified_at from class_rooms c where c.school_id = ${schoolId}
  union all
  select (r.was ->> 'id')::uuid, r.was ->> 'name', (r.was ->> 'grade_id')::uuid, null, false, r.gone_at
  from ${removedFrom('class_rooms', schoolId)} r)`

const everyCourse = (schoolId: string) => sql`(
  select k.id, k.name, k.modified_at from courses k where k.school_id = ${schoolId}
  union all
  select (r.was ->> 'id')::uuid, r.was ->> 'name', r.gone_at from ${removedFrom('courses', schoolId)} r)`

/** Each class as a homeroom, and each course that is taught in it as a class of its own. */
export const classRows = (shown: Shown): CollectionRows => sql`
  select c.id::text as sourced_id, ${state(sql`c.active`)} as status, ${moment(sql`c.modified_at`, sql`g.modified_at`)} as date_last_modified,
    c.name as title, 'homeroom' as class_type, ${gradeCodeOf(shown, sql`c.grade_id`)} as grades, null::text as subjects,
    ${homeroom} as course_id, c.id as class_key, null::uuid as course_key
  from ${everyClass(shown.schoolId)} c left join grades g on g.school_id = ${shown.schoolId} and g.id = c.grade_id
  union all
  select ${sqlSectionId('l.classRoomId', 'l.courseId')}, ${state(sql`c.active and l.is_taught`)},
    ${moment(sql`c.modified_at`, sql`k.modified_at`, sql`l.linked_at`)}, ${sqlSectionTitle('k.name', 'c.name')}, 'scheduled',
    ${gradeCodeOf(shown, sql`c.grade_id`)}, k.name, l.course_id::text, l.class_room_id, l.course_id
  from ${taught(shown)} l
  join ${everyClass(shown.schoolId)} c on c.id = l.class_room_id
  join ${everyCourse(shown.schoolId)} k on k.id = l.course_id`

/** Who supervised which class until when, also those who do now. */
const supervisedBefore = (schoolId: string) => sql`(
  select f.row_id as class_room_id, (f.was ->> 'supervisor_id')::uuid as person_id, max(f.changed_at) as until
  from former_values f
  where f.school_id = ${schoolId} and f.table_name = 'class_rooms' and f.was ->> 'supervisor_id' is not null
  group by 1, 2)`

/**
 * The students of each class and of each course in it, its supervisor and its teachers. Who was in a class before, or has left, is there as
 * removed, so that a receiver that reads only changes learns of it.
 */
export const enrollmentRows = (shown: Shown): CollectionRows => {
  const { schoolId } = shown
  return sql`
  select * from (
    with taught as (select * from ${taught(shown)} l), learning as (
      select s.id as student_id, s.class_room_id, s.active and c.active as is_there, greatest(s.modified_at, c.modified_at) as modified_at
      from students s join class_rooms c on c.school_id = ${schoolId} and c.id = s.class_room_id
      where s.school_id = ${schoolId}
      union all
      select distinct s.id, f.class_room_id, false, s.modified_at
      from student_classes f join students s on s.school_id = ${schoolId} and s.id = f.student_id
      where f.school_id = ${schoolId} and f.class_room_id <> s.class_room_id
    ), enrolled as (
      select n.class_room_id, null::uuid as course_id, n.student_id as user_id, 'student' as role, false as is_first, n.is_there, n.modified_at
      from learning n
      union all
      select n.class_room_id, t.course_id, n.student_id, 'student', false, n.is_there and t.is_taught, greatest(n.modified_at, t.linked_at)
      from learning n join taught t on t.class_room_id = n.class_room_id
      union all
      select c.id, null, c.supervisor_id, 'teacher', true, c.active, c.modified_at
      from class_rooms c join school_teachers t on t.school_id = ${schoolId} and t.teacher_id = c.supervisor_id
      where c.school_id = ${schoolId}
      union all
      select l.class_room_id, l.course_id, l.teacher_id, 'teacher',
        row_number() over (partition by l.class_room_id, l.course_id order by l.created_at, l.teacher_id) = 1, c.active,
        greatest(l.created_at, c.modified_at)
      from class_teacher_courses l join class_rooms c on c.school_id = ${schoolId} and c.id = l.class_room_id
      where l.school_id = ${schoolId}
      union all
      select (r.was ->> 'class_room_id')::uuid, (r.was ->> 'course_id')::uuid, (r.was ->> 'teacher_id')::uuid, 'teacher', false, false, r.gone_at
      from ${removedFrom('class_teacher_courses', schoolId)} r
      union all
      select c.id, null, f.person_id, 'teacher', false, false, f.until
      from class_rooms c join ${supervisedBefore(schoolId)} f on f.class_room_id = c.id and f.person_id is distinct from c.supervisor_id
      where c.school_id = ${schoolId}
    )
    select e.class_room_id::text || coalesce('.' || e.course_id::text, '') || '.' || e.user_id::text as sourced_id,
      ${state(sql`e.is_there`)} as status, ${moment(sql`e.modified_at`)} as date_last_modified,
      e.class_room_id::text || coalesce('.' || e.course_id::text, '') as class_id, e.user_id::text as user_id, e.role,
      e.is_first::text as "primary", e.class_room_id as class_key, e.course_id as course_key, e.user_id as user_key
    from enrolled e
  ) enrollments`
}

/** Students, and as removed those who left; teachers; and where records are shown, guardians. */
export const userRows = (shown: Shown): CollectionRows => {
  const { schoolId, today, contacts } = shown
  const people = [
    sql`
  select s.id::text as sourced_id, ${state(sql`s.active`)} as status, ${moment(sql`s.modified_at`, sql`c.modified_at`)} as date_last_modified,
    s.active::text as enabled_user, s.code as username, s.code as identifier, s.first_name as given_name,
    nullif(s.middle_name, '') as middle_name, s.last_name as family_name, null::text as email, null::text as phone, 'student' as role,
    ${gradeCodeOf(shown, sql`c.grade_id`)} as grades, s.merged_into::text as merged_id, s.id as user_key
  from students s join class_rooms c on c.school_id = ${schoolId} and c.id = s.class_room_id
  where s.school_id = ${schoolId}`,
    sql`
  select u.id::text, 'active', ${moment(sql`u.modified_at`, sql`t.created_at`, sql`t.accepted_at`)}, 'true', ${sqlRosterName('staff', 'u.id')},
    null, u.first_name, case when t.accepted_at is not null then nullif(u.middle_name, '') end, coalesce(nullif(u.last_name, ''), u.first_name),
    ${contacts ? sql`a.email` : sql`null`}, ${contacts ? sql`case when t.accepted_at is not null then u.phone_number end` : sql`null`},
    'teacher', null, null, u.id
  from school_teachers t join users u on u.id = t.teacher_id
  left join teacher_addresses a on a.school_id = ${schoolId} and a.teacher_id = t.teacher_id
  where t.school_id = ${schoolId}
  union all
  select u.id::text, 'tobedeleted', ${moment(sql`u.modified_at`, sql`r.gone_at`)}, 'false', ${sqlRosterName('staff', 'u.id')}, null, u.first_name,
    null, coalesce(nullif(u.last_name, ''), u.first_name), null, null, 'teacher', null, null, u.id
  from ${removedFrom('school_teachers', schoolId)} r join users u on u.id = (r.was ->> 'teacher_id')::uuid`,
    sql`
  select g.id::text, ${state(sql`s.active and coalesce(g.until_day >= ${today}::date, true)`)}, ${moment(sql`g.modified_at`, sql`s.modified_at`)},
    'true', ${sqlRosterName('guardian', 'g.id')}, null, split_part(g.name, ' ', 1), null,
    coalesce(nullif(substr(g.name, length(split_part(g.name, ' ', 1)) + 2), ''), g.name), null, ${contacts ? sql`g.phone` : sql`null`},
    case when g.relation_id = any (${[...shown.parents]}::uuid[]) then 'parent' else 'guardian' end, null, null, g.id
  from guardians g join students s on s.school_id = ${schoolId} and s.id = g.student_id
  where g.school_id = ${schoolId} and g.from_day <= ${today}::date`,
  ]
  return sql.join(shown.records ? people : people.slice(0, 2), sql` union all `)
}

export const demographicRows = ({ schoolId }: Shown): CollectionRows => sql`
  select s.id::text as sourced_id, ${state(sql`s.active`)} as status, ${moment(sql`s.modified_at`, sql`r.modified_at`)} as date_last_modified,
    s.birth_date, r.sex, r.birth_place as city_of_birth
  from students s left join official_records r on r.school_id = ${schoolId} and r.student_id = s.id
  where s.school_id = ${schoolId}`
