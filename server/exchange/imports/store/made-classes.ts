import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { savepoint } from '#server/db/savepoint.ts'
import { deleteClass, emptyMadeClasses } from './made-classes.queries.ts'

const foreignKeyViolation = '23503'

/** Removes the classes that were made for an import. A class that has been used since then stays. */
export async function takeBackClasses(db: Db, key: ImportKey) {
  for (const id of await emptyMadeClasses(db, key))
    await savepoint(db, () => deleteClass(db, key.schoolId, id)).catch((problem: { code?: string }) => {
      if (problem.code !== foreignKeyViolation) throw problem
    })
}
