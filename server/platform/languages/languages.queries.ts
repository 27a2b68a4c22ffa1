import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName } from '#server/db/search.ts'

/** Adds a language to a school, also one that it had before. Returns whether the school did not have it. */
export async function giveLanguage(db: Db, schoolId: string, languageId: string) {
  const { numAffectedRows } = await sql`
    insert into school_languages (school_id, language_id) values (${schoolId}, ${languageId})
    on conflict on constraint school_languages_once do update set removed_at = null, removed_by = null, created_at = excluded.created_at
    where school_languages.removed_at is not null`.execute(db)
  return numAffectedRows === 1n
}

export const schoolLanguageOf = (db: Db, schoolId: string, languageId: string) =>
  db
    .selectFrom('schoolLanguages as s')
    .innerJoin('languages as l', 'l.id', 's.languageId')
    .where('s.schoolId', '=', schoolId)
    .where('s.languageId', '=', languageId)
    .where('s.removedAt', 'is', null)
    .select(['s.schoolId', 's.languageId', 'l.name', 'l.description'])
    .executeTakeFirstOrThrow()

/**
 * Locks a school's language, so that it cannot be removed until the call ends. Returns false if the school does not have it.
 */
export const keepsLanguage = async (db: Db, schoolId: string, languageId: string) =>
  (await assigned(db, schoolId, languageId).forShare().executeTakeFirst()) !== undefined

/** Locks a language that will be removed. */
export const lockLanguage = async (db: Db, schoolId: string, languageId: string) =>
  (await assigned(db, schoolId, languageId).forUpdate().executeTakeFirst()) !== undefined

/** Whether a class or a course of the school is in this language. */
export async function isLanguageUsed(db: Db, schoolId: string, languageId: string) {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from class_rooms where school_id = ${schoolId} and language_id = ${languageId})
    or exists (select from courses where school_id = ${schoolId} and language_id = ${languageId}) as used`.execute(db)
  return rows[0]!.used
}

export const takeLanguage = (db: Db, schoolId: string, languageId: string, by: string) =>
  db
    .updateTable('schoolLanguages')
    .set({ removedAt: sql`now()`, removedBy: by })
    .where('schoolId', '=', schoolId)
    .where('languageId', '=', languageId)
    .execute()

/** The languages of a school as options of a form, by name. */
export const languageChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolLanguages as s')
    .innerJoin('languages as l', 'l.id', 's.languageId')
    .where('s.schoolId', '=', schoolId)
    .where('s.removedAt', 'is', null)
    .select(['l.id', 'l.name'])
    .orderBy(byName('l.name'))
    .orderBy('l.id')
    .execute()

const assigned = (db: Db, schoolId: string, languageId: string) =>
  db
    .selectFrom('schoolLanguages')
    .where('schoolId', '=', schoolId)
    .where('languageId', '=', languageId)
    .where('removedAt', 'is', null)
    .select('languageId')
