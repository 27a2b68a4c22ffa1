import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'
import { nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'
import type { Reach } from '#server/db/reach.ts'
import { classItems } from '#server/school/classes/class-choices.queries.ts'

/** Teachers of a school and supervisors of its classes, by name. */
export const teachersAndSupervisors = (db: Db, schoolId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('schoolTeachers as asked', (on) =>
      on.on('asked.schoolId', '=', schoolId).onRef('asked.teacherId', '=', 'u.id'),
    )
    .where(
      sql<boolean>`u.id in (
        select teacher_id from school_teachers where school_id = ${schoolId}
        union select supervisor_id from class_rooms where school_id = ${schoolId})`,
    )
    .select(['u.id', nameAtSchool('u').as('name')])
    .orderBy(byName(nameAtSchool('u')))
    .orderBy('u.id')
    .execute()

/** The classes of a school within reach. Closed classes are included, because their exams can still be read. */
export const classChoices = (db: Db, schoolId: string, reach: Reach) =>
  classItems(db, schoolId)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'cr.id' }))
    .execute()

/**
 * The courses in which a person may set exams: those that they teach. Supervisors of a class there, and staff who are not
 * teachers, may use all courses.
 */
export const settableCourses = (db: Db, schoolId: string, personId: string, all: boolean) =>
  db
    .selectFrom('courses as c')
    .where('c.schoolId', '=', schoolId)
    .where(
      sql<boolean>`(${all}
        or exists (select from class_rooms own where own.school_id = ${schoolId} and own.supervisor_id = ${personId})
        or not exists (select from school_teachers where school_id = ${schoolId} and teacher_id = ${personId})
        or c.id in (select course_id from class_teacher_courses
          where school_id = ${schoolId} and teacher_id = ${personId}))`,
    )
    .select(['c.id', 'c.name'])
    .orderBy(byName('c.name'))
    .orderBy('c.id')
    .execute()

/** The active months of the current year, in their order; empty if there is no current year. */
export const openMonths = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolYearMonths as m')
    .innerJoin('schoolYears as y', (on) =>
      on.onRef('y.schoolId', '=', 'm.schoolId').onRef('y.id', '=', 'm.schoolYearId'),
    )
    .where('m.schoolId', '=', schoolId)
    .where('y.active', '=', true)
    .where('y.completed', '=', false)
    .where('m.isActive', '=', true)
    .select(['m.id', 'm.name'])
    .orderBy('m.position')
    .orderBy('m.startDate')
    .orderBy('m.id')
    .execute()
