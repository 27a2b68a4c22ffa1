import type { Db } from '#server/db/db.ts'
import { type PageRequest, pageRequest, wholeAtMost } from '#server/db/page.ts'
import { invalid, notFound } from '#server/call/errors.ts'
import { isPerson, type Looked } from './user-roles.queries.ts'
import type { Caller, ScopeAcross } from '#server/access/caller.ts'

type Looking = {
  db: Db
  user: Caller
  input: { userId?: string | null | undefined; schoolId?: string | null | undefined }
} & ScopeAcross

/** A person's own rights: all rows. Staff: the schools where they have the key. The platform: every row. */
export async function lookedAt({ db, user, input, reach, onPlatform }: Looking): Promise<Looked> {
  const { userId = null, schoolId = null } = input
  if (!userId && !schoolId) throw invalid('Required', 'userId')
  if (userId && userId !== user.id && !(await isPerson(db, userId))) throw notFound()
  return { userId, schoolId, schools: onPlatform || userId === user.id ? null : reach.schools }
}

/** Of one person the whole list; of a whole school a page at a time, and all of it into a file. */
export const pageOfPeople = ({
  input,
  page,
}: {
  input: {
    userId?: string | null | undefined
    pageNumber?: number | null | undefined
    pageSize?: number | null | undefined
  }
  page: PageRequest
}) =>
  input.userId || page.limit > wholeAtMost
    ? page
    : pageRequest('paged', { pageNumber: input.pageNumber ?? null, pageSize: input.pageSize ?? null })
