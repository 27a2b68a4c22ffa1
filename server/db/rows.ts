import { type RawBuilder, sql } from 'kysely'
import type { Reach } from './reach.ts'

/** The columns that decide whether rows are within reach. */
type RowColumns = {
  classRoom: string
  /** The id of the school, if all rows belong to one school. Statements about them then read only that school. */
  inSchool?: string | undefined
  /** For rows in a reach over several schools. */
  school?: string
  /** For rows of a course: a teacher sees those of the courses that they teach in the class (api.md §3.3). */
  course?: string
  /** For notes: every teacher of the class sees a note without a course, and authors always see their own notes. */
  author?: string
  student?: string
  /** For rows about several students: the ids of these students. */
  students?: RawBuilder<unknown>
  date?: string
}

/**
 * The condition of a reach in SQL, over the columns with a row's class and student. Parents see the rows of their children up
 * to the day on which their seat ended. Staff see the classes that they supervise or teach, or the whole school.
 */
export function inReach(reach: Reach, row: RowColumns): RawBuilder<boolean> {
  switch (reach.of) {
    case 'school':
      return sql<boolean>`true`
    case 'classes':
      if (reach.coveredIds)
        return sql<boolean>`(select ${[...reach.coveredIds]}::uuid[])::uuid[] @> array[${sql.ref(row.classRoom)}]`
      if (!reach.childIds) return inClassesOf(reach.personId, row)
      return sql<boolean>`(${inClassesOf(reach.personId, row)} or ${aboutOneOf(reach.childIds, row)})`
    case 'children':
      return aboutOneOf(reach.studentIds, row)
    case 'several': {
      const { all, schools, classes, studentIds } = reach
      if (!row.school) return sql<boolean>`false`
      const at = (ids: readonly string[]) => amongSchools(row.school!, ids)
      const there = { ...row, inSchool: row.inSchool ?? onlyOne(classes.schools) }
      const taught =
        classes.schools.length > 0
          ? sql`(${at(classes.schools)} and ${inClassesOf(classes.personId, there)})`
          : sql`false`
      return sql<boolean>`(${at(all)} and (${at(schools)}
        or ${taught}
        or ${aboutOneOf(studentIds, row)}))`
    }
  }
}

/** A column that says whether the caller supervises the class of a row or teaches its course there. */
export function inOwnClasses(row: { classRoom: string; course: string; inSchool?: string | undefined }) {
  const own = sql`(select acting_user())`
  if (row.inSchool) return inClassesOf(own, row)
  const [school, classRoom, course] = [schoolOf(row.classRoom), sql.ref(row.classRoom), sql.ref(row.course)]
  // For each row separately, because a column of rows on several servers cannot use a list over all schools.
  return sql<boolean>`(exists (select from class_rooms c
      where c.school_id = ${school} and c.id = ${classRoom} and c.supervisor_id = ${own})
    or exists (select from class_teacher_courses c where c.school_id = ${school} and c.class_room_id = ${classRoom}
      and c.course_id = ${course} and c.teacher_id = ${own}))`
}

/** The school of a person who has only one. Statements then contain its id as a value. */
export const onlyOne = (schools: readonly string[]) => (schools.length === 1 ? schools[0] : undefined)

/**
 * Whether a column contains one of these schools. A single school is compared as a value, so that joined tables are limited to
 * it too.
 */
export const amongSchools = (column: string, schools: readonly string[]) =>
  schools.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${schools[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${[...schools]}::uuid[])`

/** The school column of the same row. Classes and students are searched only within it. */
export const schoolOf = (column: string) => sql.ref(`${column.split('.')[0]}.school_id`)

/** The same as a value, if all rows belong to one school. */
export const schoolAs = ({ inSchool }: { inSchool?: string | undefined }, column: string) =>
  inSchool ? sql<string>`${inSchool}::uuid` : sql<string>`${schoolOf(column)}`

/** The classes that a person supervises or teaches in, each with its school. */
export const classesOf = (personId: string, there: (column: string) => RawBuilder<boolean>) => sql`
  select school_id, id from class_rooms where ${there('school_id')} and supervisor_id = ${personId}
  union all
  select school_id, class_room_id from class_teacher_courses where ${there('school_id')} and teacher_id = ${personId}`

function inClassesOf(
  personId: string | RawBuilder<unknown>,
  { classRoom, course, author, inSchool }: RowColumns,
): RawBuilder<boolean> {
  const school = schoolOf(classRoom)
  const there = inSchool ? sql`school_id = ${inSchool} and` : sql``
  const supervised = sql`select school_id, id from class_rooms where ${there} supervisor_id = ${personId}`
  const anywhere = sql<boolean>`(${school}, ${sql.ref(classRoom)}) in (${supervised}
    union all select school_id, class_room_id from class_teacher_courses where ${there} teacher_id = ${personId})`
  if (!course) return anywhere
  const ofCourse = sql<boolean>`((${school}, ${sql.ref(classRoom)}) in (${supervised})
    or (${school}, ${sql.ref(classRoom)}, ${sql.ref(course)}) in (
      select school_id, class_room_id, course_id from class_teacher_courses where ${there} teacher_id = ${personId}))`
  if (!author) return ofCourse
  return sql<boolean>`(${ofCourse} or ${sql.ref(author)} = ${personId} or (${sql.ref(course)} is null and ${anywhere}))`
}

function aboutOneOf(studentIds: readonly string[], row: RowColumns) {
  const { classRoom, student, students, date } = row
  // The sub-select hides the number of ids. Otherwise the statement would be planned again at every call.
  const own = sql`(select ${[...studentIds]}::uuid[])::uuid[]`
  const whileSeated = date ? sql`${sql.ref(date)} <= coalesce(about.seat_ended_on, 'infinity')` : sql`true`
  if (students)
    return sql<boolean>`exists (select from students about
      where about.school_id = ${schoolAs(row, classRoom)} and about.id in (${students}) and about.id = any(${own}) and ${whileSeated})`
  if (!student) return sql<boolean>`false`

  const mine = sql<boolean>`${sql.ref(student)} = any(${own})`
  if (!date) return mine
  return sql<boolean>`(${mine} and ${sql.ref(date)} <= coalesce(
    (select seat_ended_on from students about
     where about.school_id = ${schoolAs(row, student)} and about.id = ${sql.ref(student)}), 'infinity'))`
}
