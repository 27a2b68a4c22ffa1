import { sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'

export type TermRow = { id: string; name: string; startDate: string; endDate: string; schoolYearId: string }

export type YearWithTerms = { id: string; name: string; current: boolean; terms: Omit<TermRow, 'schoolYearId'>[] }

/** The years that have terms, the current one first, then the latest; each with its terms in order. */
export async function yearsWithTerms(db: Db, schoolId: string) {
  const { rows } = await sql<YearWithTerms>`
    select y.id, y.name, y.active and not y.completed as current, jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name,
      'startDate', t.start_date, 'endDate', t.end_date) order by t.start_date) as terms
    from school_years y join terms t on t.school_id = y.school_id and t.school_year_id = y.id
    where y.school_id = ${schoolId}
    group by y.school_id, y.id
    order by current desc, max(t.start_date) desc, y.id`.execute(db)
  return rows
}

export const termRows = (schoolId: string, termId: string) =>
  sql<TermRow>`
    select id, name, start_date, end_date, school_year_id from terms where school_id = ${schoolId} and id = ${termId}`

export async function termOf(db: Db, schoolId: string, termId: string) {
  const { rows } = await termRows(schoolId, termId).execute(db)
  return rows[0]
}

export async function gradeExists(db: Db, schoolId: string, gradeId: string) {
  const { rows } = await sql`select from grades where school_id = ${schoolId} and id = ${gradeId}`.execute(db)
  return rows.length > 0
}

type Named = { id: string; name: string }
/** `whole`: every course taught in the class is in reach. */
export type GradeChoice = Named & { classes: (Named & { whole: boolean; courses: Named[] })[] }
/** `supervised`: the caller supervises the class. */
export type GradeInReach = Named & { classes: (GradeChoice['classes'][number] & { supervised: boolean })[] }

/**
 * The grades and classes of a year in reach, each class with the courses that its teachers teach there. Without a year: the classes that
 * belong to no year.
 */
export async function gradesInReach(
  db: Db,
  schoolId: string,
  { reach, yearId }: { reach: Reach; yearId: string | null },
) {
  const ofYear = sql`(c.active or c.closed_with_year) and coalesce(c.school_year_id, ${yearId}) is not distinct from ${yearId}`
  const personId = reach.of === 'classes' ? reach.personId : null
  const { rows } = await sql<GradeInReach>`
    with taught as (
      select distinct t.class_room_id, t.course_id
      from class_teacher_courses t
      where t.school_id = ${schoolId} and ${inReach(reach, { inSchool: schoolId, classRoom: 't.classRoomId', course: 't.courseId' })}
    ), class as (
      select c.id, c.name, c.grade_id, coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name)
        order by ${byName('k.name')}, k.id) filter (where k.id is not null), '[]') as courses,
        count(k.id) = (select count(distinct every.course_id) from class_teacher_courses every
          where every.school_id = ${schoolId} and every.class_room_id = c.id) as whole,
        coalesce(c.supervisor_id = ${personId}::uuid, false) as supervised
      from class_rooms c
      left join taught on taught.class_room_id = c.id
      left join courses k on k.school_id = ${schoolId} and k.id = taught.course_id
      where c.school_id = ${schoolId} and ${ofYear} and ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })}
      group by c.school_id, c.id
    )
    select g.id, g.name, jsonb_agg(jsonb_build_object('id', class.id, 'name', class.name, 'whole', class.whole,
      'supervised', class.supervised, 'courses', class.courses)
      order by ${byName('class.name')}, class.id) as classes
    from class join grades g on g.id = class.grade_id
    where g.school_id = ${schoolId}
    group by g.school_id, g.id order by g.position, ${byName('g.name')}, g.id`.execute(db)
  return rows
}

/** A class with its grade, and the course if it is taught there and in reach. */
export async function classAndCourse(db: Db, query: CourseInClass) {
  const { rows } = await classAndCourseRows(query).execute(db)
  return rows[0]
}

type CourseInClass = { schoolId: string; classRoomId: string; courseId: string; reach: Reach }

export const classAndCourseRows = ({ schoolId, classRoomId, courseId, reach }: CourseInClass) =>
  sql<{ gradeId: string; courseName: string }>`
    select c.grade_id, k.name as course_name
    from class_teacher_courses t
    join class_rooms c on c.school_id = t.school_id and c.id = t.class_room_id
    join courses k on k.school_id = t.school_id and k.id = t.course_id
    where t.school_id = ${schoolId} and t.class_room_id = ${classRoomId} and t.course_id = ${courseId}
      and ${inReach(reach, { inSchool: schoolId, classRoom: 't.classRoomId', course: 't.courseId' })}
    limit 1`

/** Whether a person supervises a class, the courses that they teach there, and all courses taught there. */
export async function taughtIn(db: Db, query: PersonInClass) {
  const { rows } = await taughtInRows(query).execute(db)
  return rows[0]!
}

type PersonInClass = { schoolId: string; classRoomId: string; personId: string }

export const taughtInRows = ({ schoolId, classRoomId, personId }: PersonInClass) =>
  sql<{ supervises: boolean; own: string[]; taught: string[] }>`
    select coalesce(c.supervisor_id = ${personId}, false) as supervises,
      to_jsonb(array(select t.course_id from class_teacher_courses t
        where t.school_id = ${schoolId} and t.class_room_id = c.id and t.teacher_id = ${personId})) as own,
      to_jsonb(array(select t.course_id from class_teacher_courses t
        where t.school_id = ${schoolId} and t.class_room_id = c.id)) as taught
    from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`

export async function gradeOfClass(db: Db, schoolId: string, classRoomId: string) {
  const { rows } = await gradeRows(schoolId, classRoomId).execute(db)
  return rows[0]?.gradeId
}

export const gradeRows = (schoolId: string, classRoomId: string) =>
  sql<{ gradeId: string }>`
    select grade_id from class_rooms where school_id = ${schoolId} and id = ${classRoomId}`
