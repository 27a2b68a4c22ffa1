import { reference } from '#contract/platform/reference/reference.ts'
import { implement } from '#server/call/implement.ts'
import { entriesOf } from './reference.queries.ts'
import { referenceListOperations } from './reference-lists.ts'

const choices = implement(reference, {
  languages: ({ db, page }) => entriesOf(db, 'languages', page),
  relations: ({ db, page }) => entriesOf(db, 'relationTypes', page),
  schoolTypes: ({ db, page }) => entriesOf(db, 'schoolTypes', page),
  contactTypes: ({ db, page }) => entriesOf(db, 'schoolContactTypes', page),
})

export const referenceOperations = [choices, ...referenceListOperations]
