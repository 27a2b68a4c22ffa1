import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { emptyPage, type PageRequest, paged } from '#server/db/page.ts'
import { byName } from '#server/db/search.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'
import { classItems } from '#server/school/classes/class-choices.queries.ts'
import { amongSchools, onlyOne } from '#server/db/rows.ts'
import { teacherName } from '#server/school/classes/teacher-names.queries.ts'

/** The teachers of a school as options of a form, by name. */
export const teacherChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolTeachers as t')
    .innerJoin('users as u', 'u.id', 't.teacherId')
    .where('t.schoolId', '=', schoolId)
    .select(['u.id', teacherName.as('name')])
    .orderBy(byName(teacherName))
    .orderBy('u.id')
    .execute()

/** The courses of a school as options of a form, by name. */
export const courseChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('courses')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name'])
    .orderBy(byName('name'))
    .orderBy('id')
    .execute()

export const activeClassChoices = (db: Db, schoolId: string) =>
  classItems(db, schoolId).where('cr.active', '=', true).execute()

/** The courses of one teacher in one school, by name. */
export const coursesOfTeacher = (db: Db, schoolId: string, teacherId: string, page: PageRequest) =>
  paged(teacherCourseRows(db, schoolId, teacherId).orderBy(byName('c.name')).orderBy('c.id'), page)

export type TeacherCourseRow = { schoolId: string; teacherId: string; courseId: string }

export const courseOfTeacher = (db: Db, { schoolId, teacherId, courseId }: TeacherCourseRow) =>
  teacherCourseRows(db, schoolId, teacherId).where('c.id', '=', courseId).executeTakeFirst()

/**
 * Fails with `school_teacher_courses_once`. If the person is not a teacher there, fails with
 * `school_teacher_courses_of_teacher`.
 */
export async function insertTeacherCourse(db: Db, link: TeacherCourseRow) {
  await db.insertInto('schoolTeacherCourses').values(link).execute()
}

/** Inserts the course only if the teacher does not have it. */
export async function haveTeacherCourse(db: Db, link: TeacherCourseRow) {
  const inserted = db.insertInto('schoolTeacherCourses').values(link)
  await inserted.onConflict((have) => have.constraint('school_teacher_courses_once').doNothing()).execute()
}

/** Removes a course from a teacher, together with their classes in it. Returns how many rows were removed. */
export async function deleteTeacherCourse(
  db: Db,
  { schoolId, teacherId, courseId }: TeacherCourseRow,
): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with classes as (
      delete from class_teacher_courses
      where school_id = ${schoolId} and teacher_id = ${teacherId} and course_id = ${courseId} returning 1
    ), course as (
      delete from school_teacher_courses
      where school_id = ${schoolId} and teacher_id = ${teacherId} and course_id = ${courseId} returning 1
    )
    select ((select count(*) from classes) + (select count(*) from course))::integer as changed`.execute(db)
  return rows[0]!.changed
}

/** What a teacher teaches in the classes of these schools, by grade, class and course. */
export async function classesTaughtBy(db: Db, teacherId: string, schoolIds: readonly string[], page: PageRequest) {
  if (schoolIds.length === 0) return emptyPage
  const rows = classTeachingRows(db, teacherId)
    .where(amongSchools('l.school_id', schoolIds))
    .orderBy(placeOfGrade('cr', onlyOne(schoolIds)))
    .orderBy(byName('cr.name'))
    .orderBy(byName('c.name'))
    .orderBy('cr.id')
    .orderBy('c.id')
  return paged(rows, page)
}

export type ClassTeaching = TeacherCourseRow & { classRoomId: string }

export const classTeachingOf = (db: Db, { schoolId, teacherId, courseId, classRoomId }: ClassTeaching) =>
  classTeachingRows(db, teacherId)
    .where('l.schoolId', '=', schoolId)
    .where('l.classRoomId', '=', classRoomId)
    .where('l.courseId', '=', courseId)
    .executeTakeFirst()

/** Fails with `class_teacher_courses_once`. */
export async function insertClassTeaching(db: Db, link: ClassTeaching) {
  await db.insertInto('classTeacherCourses').values(link).execute()
}

type Ended = { schoolId: string; teacherId: string; classRoomId: string; courseId: string | null }

/** Ends the teaching of a person in a class, in one course or (null) in all. Returns the courses. */
export async function deleteClassTeaching(db: Db, { schoolId, teacherId, classRoomId, courseId }: Ended) {
  const query = db
    .deleteFrom('classTeacherCourses')
    .where('schoolId', '=', schoolId)
    .where('teacherId', '=', teacherId)
    .where('classRoomId', '=', classRoomId)
  const rows = await (courseId ? query.where('courseId', '=', courseId) : query).returning('courseId').execute()
  return rows.map((row) => row.courseId)
}

const teacherCourseRows = (db: Db, schoolId: string, teacherId: string) =>
  db
    .selectFrom('schoolTeacherCourses as l')
    .innerJoin('users as u', 'u.id', 'l.teacherId')
    .innerJoin('schools as s', 's.id', 'l.schoolId')
    .innerJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'l.schoolId').onRef('c.id', '=', 'l.courseId'))
    .innerJoin('schoolTeachers as t', (on) =>
      on.onRef('t.schoolId', '=', 'l.schoolId').onRef('t.teacherId', '=', 'l.teacherId'),
    )
    .where('l.schoolId', '=', schoolId)
    .where('l.teacherId', '=', teacherId)
    .select(['l.teacherId', teacherName.as('teacherName'), 'l.schoolId', 's.name as schoolName'])
    .select(['l.courseId', 'c.name as courseName'])

const classTeachingRows = (db: Db, teacherId: string) =>
  db
    .selectFrom('classTeacherCourses as l')
    .innerJoin('users as u', 'u.id', 'l.teacherId')
    .innerJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'l.schoolId').onRef('c.id', '=', 'l.courseId'))
    .innerJoin('classRooms as cr', (on) =>
      on.onRef('cr.schoolId', '=', 'l.schoolId').onRef('cr.id', '=', 'l.classRoomId'),
    )
    .innerJoin('schoolTeachers as t', (on) =>
      on.onRef('t.schoolId', '=', 'l.schoolId').onRef('t.teacherId', '=', 'l.teacherId'),
    )
    .where('l.teacherId', '=', teacherId)
    .select(['l.teacherId', teacherName.as('teacherName'), 'l.courseId', 'c.name as courseName'])
    .select(['l.classRoomId', 'cr.name as classRoomName', 'l.schoolId'])
