import { wholeSchoolKey } from '#contract/language/access.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { forbidden, notFound } from '#server/base/errors.ts'
import type { Part } from './audience.queries.ts'

type Call = { user: { id: string }; may: (key: Permission) => boolean }

/** The person whose classes limit to whom a caller writes; null if the caller may write to all classes. */
export const classesOfWriter = ({ user, may }: Pick<Call, 'user' | 'may'>) => (may(wholeSchoolKey) ? null : user.id)

export const isForAll = (post: { public: boolean; audience: readonly Part[] }) =>
  post.public || post.audience.some(({ kind }) => kind === 'school' || kind === 'staff' || kind === 'grade')

export type Reaching = { publishedAt: string | null; public: boolean; audience: readonly Part[]; isBeyond: boolean }

/**
 * The refusal for a caller who may no longer write to all of a post's audience; else null. A person who manages all posts may change any.
 * An unpublished post reaches nobody until its rights are checked again at that time.
 */
export function beyondReach({ may }: Pick<Call, 'may'>, post: Reaching) {
  if (post.publishedAt === null || may('ManagePosts')) return null
  if (post.isBeyond) return notFound()
  return isForAll(post) && !may('AddSchoolPost') ? notToEverybody() : null
}

export function mustStillReach(call: Call, post: Reaching) {
  const refusal = beyondReach(call, post)
  if (refusal) throw refusal
}

export function mustHold(may: (key: Permission) => boolean, key: Permission) {
  if (!may(key)) throw notToEverybody()
}

const notToEverybody = () => forbidden('Only people who may write to the whole school do this')
