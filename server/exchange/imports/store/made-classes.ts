import type { Db } from '#server/db/db.ts'
import { unlessUsed } from '#server/db/savepoint.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { deleteClass, deleteGrade, emptyMadeClasses, unusedMadeGrades } from './made-classes.queries.ts'

/** Removes the classes that were made for an import. A class that has been used since then stays. */
export async function takeBackClasses(db: Db, key: ImportKey) {
  for (const id of await emptyMadeClasses(db, key)) await unlessUsed(db, () => deleteClass(db, key.schoolId, id))
}

/** Removes the grades that were made for an import, after its classes. A grade that was changed or is used stays. */
export async function takeBackGrades(db: Db, key: ImportKey) {
  for (const id of await unusedMadeGrades(db, key)) await unlessUsed(db, () => deleteGrade(db, key.schoolId, id))
}
