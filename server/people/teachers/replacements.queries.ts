import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { otherYearOf } from '#server/school/classes/class-year.queries.ts'
import { lessonsLeftOf } from '#server/school/timetable/replaced.queries.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { signed } from '#server/db/signing.ts'

export type Passing = { schoolId: string; fromTeacherId: string; toTeacherId: string }

/** What a teacher teaches in classes, and whether the other teacher already teaches it there. */
export const linksToPass = (db: Db, { schoolId, fromTeacherId, toTeacherId }: Passing) =>
  db
    .selectFrom('classTeacherCourses as l')
    .innerJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'l.schoolId').onRef('c.id', '=', 'l.courseId'))
    .innerJoin('classRooms as cr', (on) =>
      on.onRef('cr.schoolId', '=', 'l.schoolId').onRef('cr.id', '=', 'l.classRoomId'),
    )
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'cr.schoolId').onRef('g.id', '=', 'cr.gradeId'))
    .where('l.schoolId', '=', schoolId)
    .where('l.teacherId', '=', fromTeacherId)
    .select(['l.courseId', 'l.classRoomId', 'c.name as courseName', 'cr.name as classRoomName', 'g.name as gradeName'])
    .select(otherYearOf(schoolId, 'cr').as('otherYearName'))
    .select(
      sql<boolean>`exists (select from class_teacher_courses o where o.school_id = ${schoolId} and o.class_room_id = l.class_room_id
        and o.course_id = l.course_id and o.teacher_id = ${toTeacherId})`.as('had'),
    )
    .orderBy(byName('cr.name'))
    .orderBy(byName('c.name'))
    .execute()

export async function classesSupervised(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ name: string }>`
    select name from class_rooms where school_id = ${schoolId} and supervisor_id = ${personId} order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Those of these people who are teachers of a school and agreed to it. */
export async function teachersAmong(db: Db, schoolId: string, personIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select teacher_id as id from school_teachers
    where school_id = ${schoolId} and teacher_id = any(${[...personIds]}::uuid[]) and accepted_at is not null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The day on which the current year of a school began; undefined if there is none. */
export async function yearBegan(db: Db, schoolId: string) {
  const { rows } = await sql<{ beganOn: string | null }>`
    select began_on::text from school_years where school_id = ${schoolId} and active and not completed`.execute(db)
  return rows[0]?.beganOn ?? undefined
}

type Planned = Passing & { fromDay: string; requestedBy: string }

/** Stores a replacement and returns its id. Fails with `teacher_replacements_one_planned`. */
export async function planReplacement(db: Db, { schoolId, fromTeacherId, toTeacherId, fromDay, requestedBy }: Planned) {
  const id = newId()
  const mac = signed(db, 'plan teacher replacement', id, schoolId, fromTeacherId, toTeacherId, fromDay, requestedBy)
  await sql`select plan_teacher_replacement(${id}, ${schoolId}, ${fromTeacherId}, ${toTeacherId}, ${fromDay},
    ${requestedBy}, ${mac})`.execute(db)
  return id
}

export function doReplacement(db: Db, schoolId: string, id: string, now: Date) {
  const at = now.toISOString()
  const mac = signed(db, 'do teacher replacement', id, schoolId, at)
  return sql`select do_teacher_replacement(${id}, ${schoolId}, ${at}, ${mac})`.execute(db)
}

/** Undoes or cancels a replacement. Returns false if later changes prevent it. */
export async function undoReplacement(db: Db, schoolId: string, id: string, by: string, now: Date) {
  const at = now.toISOString()
  const mac = signed(db, 'undo teacher replacement', id, schoolId, by, at)
  const { rows } = await sql<{ undone: boolean }>`
    select undo_teacher_replacement(${id}, ${schoolId}, ${by}, ${at}, ${mac}) as undone`.execute(db)
  return rows[0]!.undone
}

type School = { id: string; today: string }

export const replacementsOf = (db: Db, school: School, page: PageRequest) =>
  paged(rowsOf(db, school).orderBy('r.createdAt', 'desc').orderBy('r.id'), page)

export const replacementOf = (db: Db, school: School, id: string) =>
  rowsOf(db, school).where('r.id', '=', id).executeTakeFirst()

const rowsOf = (db: Db, { id: schoolId, today }: School) =>
  db
    .selectFrom('teacherReplacements as r')
    .innerJoin('users as f', 'f.id', 'r.fromTeacher')
    .innerJoin('users as t', 't.id', 'r.toTeacher')
    .innerJoin('users as b', 'b.id', 'r.requestedBy')
    .where('r.schoolId', '=', schoolId)
    .select(['r.id', 'r.schoolId', 'r.fromTeacher as fromTeacherId', fullName('f').as('fromTeacherName')])
    .select(['r.toTeacher as toTeacherId', fullName('t').as('toTeacherName'), 'r.fromDay'])
    .select([fullName('b').as('requestedByName'), 'r.doneAt', 'r.endedAt', 'r.outcome'])
    .select(sql<number>`jsonb_array_length(r.links)`.as('linksCount'))
    .select(sql<number>`cardinality(r.classes)`.as('supervisedCount'))
    .select(lessonsLeftOf(schoolId, today).as('lessonsLeft'))
