import { reference } from '#contract/reference.ts'
import { implement } from '#server/serve.ts'
import { allContactTypes, allLanguages, allRelations, allSchoolTypes } from './reference.queries.ts'

export const referenceOperations = implement(reference, {
  languages: ({ db, page }) => allLanguages(db, page),
  relations: ({ db, page }) => allRelations(db, page),
  schoolTypes: ({ db, page }) => allSchoolTypes(db, page),
  contactTypes: ({ db, page }) => allContactTypes(db, page),
})
