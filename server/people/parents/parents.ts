import { parents } from '#contract/people/parents/parents.ts'
import { implement } from '#server/call/implement.ts'
import { linkedChildren } from './parents.queries.ts'
import { invitationOperations } from './invitations.ts'
import { studentParentOperations } from './student-parents.ts'

const ownChildren = implement(parents, {
  children: ({ db, user, input: { relationId }, page }) => linkedChildren(db, user, relationId ?? null, page),
})

export const parentOperations = [ownChildren, studentParentOperations, invitationOperations]
