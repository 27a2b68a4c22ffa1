import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/** A file of a folder: the number of its rows, how many of them are marked as deleted, and whether an import reads such a file. */
export type FolderFile = { name: string; rows: number; deleted: number; isRead: boolean }

export type FolderPeriod = { name: string; from: string; to: string }

/** What a folder contains besides its students, as it is stored with an import. */
export type FolderBeside = {
  courses: { name: string; description: string; language: string }[]
  staff: {
    name: string
    phone: string
    email: string
    role: string
    /** `grade`: the grade of the class as the rows of students write it. Folders that were stored in earlier versions have none. */
    teaches: { course: string; className: string; grade?: string }[]
  }[]
  year: { name: string; from: string; to: string; months: FolderPeriod[]; terms: FolderPeriod[] } | null
}

/** What is stored of a folder besides the table of its students. */
export type Folder = {
  files: FolderFile[]
  beside: FolderBeside
  /** The numbers of the people who are to be deleted. Folders that were stored in earlier versions have none. */
  gone?: string[]
  /** Whether the folder has only what changed since the last one. */
  isDelta?: boolean
}

export type Takes = ('courses' | 'teaching' | 'staff' | 'year')[]

/** A course of a teacher, or a course that they teach in a class, as an import created it. */
export type MadeTeaching = { teacherId: string; courseId: string; classRoomId?: string }

export type KeptFolder = {
  madeBy: string
  folder: Folder | null
  takes: Takes
  madeCourses: string[]
  madeYear: string | null
  /** Whether the calendar of the school began with the terms of this folder. */
  madeCalendar: boolean
  madeTeaching: MadeTeaching[]
  madeInvitations: string[]
}

/** What is stored of a folder with its import, and what the import created from it. */
export const folderOf = (db: Db, { schoolId, id }: ImportKey) =>
  db
    .selectFrom('imports')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .select(['madeBy', 'folder', 'takes', 'madeCourses', 'madeYear', 'madeCalendar', 'madeTeaching', 'madeInvitations'])
    .executeTakeFirstOrThrow() as unknown as Promise<KeptFolder>

export const keepFolder = (db: Db, { schoolId, id }: ImportKey, folder: Folder) =>
  // Guardians of a folder are invited only if somebody chooses so.
  db
    .updateTable('imports')
    .set({ folder: JSON.stringify(folder), invites: false })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

export type Made = Pick<KeptFolder, 'madeCourses' | 'madeYear' | 'madeCalendar' | 'madeTeaching' | 'madeInvitations'>

export const keepMade = (db: Db, { schoolId, id }: ImportKey, { madeTeaching, ...made }: Made) =>
  db
    .updateTable('imports')
    .set({ ...made, madeTeaching: JSON.stringify(madeTeaching) })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

/** The names of a school's courses, folded in the same way as the database does for comparing. */
export async function knownCourses(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, fold(name) as key from courses where school_id = ${schoolId} order by created_at, id`.execute(db)
  return rows
}

type Course = { name: string; description: string; languageId: string }

/** Stores courses that do not exist yet; returns their ids. */
export async function insertCourses(db: Db, schoolId: string, courses: readonly Course[]) {
  const { rows } = await sql<{ id: string }>`
    insert into courses (id, school_id, language_id, name, description)
    select g.id, ${schoolId}::uuid, g."languageId", g.name, g.description
    from jsonb_to_recordset(${JSON.stringify(courses.map((course) => ({ id: newId(), ...course })))}::jsonb)
      as g(id uuid, "languageId" uuid, name text, description text)
    on conflict do nothing returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The teachers who have agreed to teach at a school. The school may not find others by their phone number. */
export const teachersToFind = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolTeachers as t')
    .innerJoin('users as u', 'u.id', 't.teacherId')
    .where('t.schoolId', '=', schoolId)
    .where('t.acceptedAt', 'is not', null)
    .select(['u.id', 'u.phoneNumber', fullName('u').as('name')])
    .execute()

/** Assigns courses, and courses in classes, to teachers; returns the assignments that are new. */
export async function insertTeaching(db: Db, schoolId: string, taught: readonly Required<MadeTeaching>[]) {
  const given = JSON.stringify(taught)
  const { rows } = await sql<{ teacherId: string; courseId: string }>`
    insert into school_teacher_courses (school_id, teacher_id, course_id)
    select distinct ${schoolId}::uuid, g."teacherId", g."courseId"
    from jsonb_to_recordset(${given}::jsonb) as g("teacherId" uuid, "courseId" uuid)
    on conflict do nothing returning teacher_id, course_id`.execute(db)
  const { rows: inClasses } = await sql<Required<MadeTeaching>>`
    insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id)
    select distinct ${schoolId}::uuid, g."teacherId", g."courseId", g."classRoomId"
    from jsonb_to_recordset(${given}::jsonb) as g("teacherId" uuid, "courseId" uuid, "classRoomId" uuid)
    on conflict do nothing returning teacher_id, course_id, class_room_id`.execute(db)
  return { courses: rows, classes: inClasses }
}

/** Takes back the assignments that an import made. A course for which the teacher has got a class since then stays. */
export async function deleteTeaching(db: Db, schoolId: string, made: readonly MadeTeaching[]) {
  const { rows } = await sql<Required<MadeTeaching>>`
    delete from class_teacher_courses l
    using jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as g("teacherId" uuid, "courseId" uuid, "classRoomId" uuid)
    where l.school_id = ${schoolId} and l.teacher_id = g."teacherId" and l.course_id = g."courseId"
      and l.class_room_id = g."classRoomId"
    returning l.teacher_id, l.course_id, l.class_room_id`.execute(db)
  await sql`
    delete from school_teacher_courses l
    using jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as g("teacherId" uuid, "courseId" uuid, "classRoomId" uuid)
    where l.school_id = ${schoolId} and l.teacher_id = g."teacherId" and l.course_id = g."courseId"
      and g."classRoomId" is null and not exists (
        select from class_teacher_courses c
        where c.school_id = l.school_id and c.teacher_id = l.teacher_id and c.course_id = l.course_id)`.execute(db)
  return rows
}

export async function yearNamed(db: Db, schoolId: string, name: string) {
  const { rows } = await sql<{ id: string }>`
    select id from school_years where school_id = ${schoolId} and fold(name) = fold(${name})`.execute(db)
  return rows[0]?.id
}

export const deleteCourse = (db: Db, schoolId: string, id: string) =>
  db.deleteFrom('courses').where('schoolId', '=', schoolId).where('id', '=', id).execute()

/** Withdraws the invitations of an import that nobody has changed or answered since. */
export const deleteInvitations = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`
  delete from staff_invitations where school_id = ${schoolId} and id = any (${[...ids]}::uuid[])
    and taken_at is null and removed_at is null and version = 1`.execute(db)

/** Removes a year with its months and terms. Throws if something else refers to one of them. */
export async function deleteYear(db: Db, schoolId: string, id: string) {
  await db.deleteFrom('terms').where('schoolId', '=', schoolId).where('schoolYearId', '=', id).execute()
  await db.deleteFrom('schoolYearMonths').where('schoolId', '=', schoolId).where('schoolYearId', '=', id).execute()
  await db.deleteFrom('schoolYears').where('schoolId', '=', schoolId).where('id', '=', id).execute()
}

/** Removes a calendar that nobody has changed since its first terms were stored. Throws if something is in it. */
export const deleteCalendar = (db: Db, schoolId: string) =>
  db.deleteFrom('schoolCalendars').where('schoolId', '=', schoolId).where('version', '=', 1).execute()
