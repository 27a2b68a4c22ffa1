import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { keepsLanguage } from './languages.queries.ts'

/** Checks that the school teaches in the language of a class or course. The language cannot be removed until the call ends. */
export async function mustTeachIn(db: Db, schoolId: string, languageId: string) {
  if (!(await keepsLanguage(db, schoolId, languageId)))
    throw invalid('This language is not assigned to the school', 'languageId')
}
