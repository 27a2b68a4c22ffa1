import { parents } from '#contract/parents/parents.ts'
import { implement } from '#server/call/serve.ts'
import { linkedChildren } from './parents.queries.ts'

export const parentOperations = implement(parents, {
  children: ({ db, user, input: { relationId }, page }) => linkedChildren(db, user.id, relationId ?? null, page),
})
