import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/call/errors.ts'
import { keepsLanguage } from './languages.queries.ts'

/** A class or a course is in a language of its school, which cannot be taken away meanwhile. */
export async function mustTeachIn(db: Db, schoolId: string, languageId: string) {
  if (!(await keepsLanguage(db, schoolId, languageId)))
    throw invalid('This language is not assigned to the school', 'languageId')
}
