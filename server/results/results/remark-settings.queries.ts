import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type StoredRemarkSettings = {
  classBy: 'supervisor' | 'office' | 'nobody'
  courses: boolean
  proofs: boolean
  longestOfClass: number
  longestOfCourse: number
  version: number
}

/** How a school that has saved none writes remarks. */
const atFirst: StoredRemarkSettings = {
  classBy: 'supervisor',
  courses: true,
  proofs: false,
  longestOfClass: 600,
  longestOfCourse: 600,
  version: 1,
}

export const remarkSettingsRows = (schoolId: string) =>
  sql<StoredRemarkSettings>`
    select class_by, courses, proofs, longest_of_class, longest_of_course, version
    from remark_settings where school_id = ${schoolId}`

export const remarkSettingsIn = (rows: readonly StoredRemarkSettings[]) => rows[0] ?? atFirst

export async function remarkSettingsOf(db: Db, schoolId: string) {
  const { rows } = await remarkSettingsRows(schoolId).execute(db)
  return remarkSettingsIn(rows)
}

/** Locks the settings of a school until the call ends, and creates them if they are new. */
export async function lockRemarkSettings(db: Db, schoolId: string) {
  const { rows } = await sql<{ version: number }>`
    insert into remark_settings (school_id) values (${schoolId})
    on conflict (school_id) do update set version = remark_settings.version
    returning version`.execute(db)
  return rows[0]!.version
}

export const storeRemarkSettings = (db: Db, schoolId: string, to: Omit<StoredRemarkSettings, 'version'>) =>
  sql`
    update remark_settings set class_by = ${to.classBy}, courses = ${to.courses}, proofs = ${to.proofs},
      longest_of_class = ${to.longestOfClass}, longest_of_course = ${to.longestOfCourse}, version = version + 1, modified_at = now()
    where school_id = ${schoolId}`.execute(db)

/** Whether the school writes such remarks at all: of the class (`courseId` null), or of a course. */
export const isWritten = ({ classBy, courses }: StoredRemarkSettings, courseId: string | null) =>
  courseId === null ? classBy !== 'nobody' : courses
