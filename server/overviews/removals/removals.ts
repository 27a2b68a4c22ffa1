import { wholeSchoolKey } from '#contract/language/access.ts'
import { removals, removableKinds, removedForDays } from '#contract/overviews/removals/removals.ts'
import { mayIn } from '#server/access/may.ts'
import { found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { removable, type RemovalCall } from './kinds.ts'
import { removedThings, type Remover, thingsOf } from './removed.queries.ts'

export const removalOperations = implement(removals, {
  async effect(call) {
    const { db, school, input } = call
    const ids = [...new Set(input.ids)]
    const things = found(await thingsOf(db, removerOf(call), input.kind, ids, removedForDays))
    found(things.some(({ isRemoved }) => isRemoved) ? null : things)
    const counted = await removable[input.kind].effect(db, school.id, ids)
    return { students: 0, marks: 0, readers: 0, answers: 0, files: 0, registers: 0, ...counted }
  },

  list(call) {
    const { db, input, page } = call
    return removedThings(db, removerOf(call), { ...input, days: removedForDays }, page)
  },

  async putBack(call) {
    const { db, school, input } = call
    const kind = removable[input.kind]
    const named = [...new Set(input.ids)]
    found(await thingsOf(db, removerOf(call), input.kind, named, removedForDays))
    await kind.lock(db, school.id, named)
    // Read again, because another call may have put it back before this one got the lock.
    const things = found(await thingsOf(db, removerOf(call), input.kind, named, removedForDays))
    const ids = things.flatMap(({ id, isRemoved }) => (isRemoved ? [id] : []))
    if (ids.length === 0) return { done: true as const, changed: 0 }
    const more = await kind.putBack(call, ids)
    await signalChanges(db, [schoolChanged(school.id)])
    return { done: true as const, changed: ids.length + more }
  },
})

/** The kinds that the caller may remove, by the same keys as the removals themselves. */
const removerOf = ({ user, school, reach, may }: Pick<RemovalCall, 'user' | 'school' | 'reach' | 'may'>): Remover => ({
  schoolId: school.id,
  personId: user.id,
  reach: may(wholeSchoolKey) ? { of: 'school' } : reach,
  managesPosts: may('ManagePosts'),
  kinds: removableKinds.filter((kind) => mayIn(user, removable[kind].removal, school.id)),
})
