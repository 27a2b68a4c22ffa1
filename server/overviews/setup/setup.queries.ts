import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** The names that a school does not have yet in a table, in their order. */
export async function missingNames(db: Db, table: 'grades' | 'courses', schoolId: string, names: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select wanted.name from unnest(${[...names]}::text[]) with ordinality as wanted(name, place)
    where not exists (select from ${sql.table(table)} had
      where had.school_id = ${schoolId} and fold(had.name) = fold(wanted.name))
    order by wanted.place`.execute(db)
  return rows.map(({ name }) => name)
}

/** The language of the platform's list that has one of some names; one that the school teaches in before any other. */
export async function languageNamed(db: Db, schoolId: string, names: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select l.id from languages l
    left join school_languages s on s.language_id = l.id and s.school_id = ${schoolId} and s.removed_at is null
    where fold(l.name) in (select fold(name) from unnest(${[...names]}::text[]) as name)
    order by s.language_id is null, l.created_at, l.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The language in which a school teaches for longest; null without any. */
export async function firstLanguageOf(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string }>`
    select language_id as id from school_languages where school_id = ${schoolId} and removed_at is null
    order by created_at, language_id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

type Taken = { schoolId: string; step: string; taken: string[]; takenBy: string }

/** Keeps what was taken, so that it can be taken back. */
export const keepSet = (db: Db, set: Taken) =>
  db
    .insertInto('usualSets')
    .values({ id: newId(), ...set })
    .execute()

/** Locks what was taken last in a step and not taken back. */
export const lockLastSet = (db: Db, schoolId: string, step: string) =>
  db
    .selectFrom('usualSets')
    .where('schoolId', '=', schoolId)
    .where('step', '=', step)
    .where('undoneAt', 'is', null)
    .select(['id', 'taken'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const closeSet = (db: Db, schoolId: string, id: string, by: string) =>
  db
    .updateTable('usualSets')
    .set({ undoneAt: sql`now()`, undoneBy: by })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

/** The steps of which something was taken and not taken back. */
export async function stepsTaken(db: Db, schoolId: string) {
  const { rows } = await sql<{ step: string }>`
    select distinct step from usual_sets where school_id = ${schoolId} and undone_at is null`.execute(db)
  return rows.map(({ step }) => step)
}

/** Deletes rows of a school by their ids; the foreign keys refuse what something builds on. Answers how many. */
export async function deleteRows(
  db: Db,
  table: 'grades' | 'courses' | 'schoolYears' | 'schoolYearMonths',
  schoolId: string,
  ids: readonly string[],
) {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where school_id = ${schoolId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
