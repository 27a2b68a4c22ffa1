import type { Db } from '#server/db/db.ts'
import { type PageRequest, pageRequest, wholeAtMost } from '#server/db/page.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { isPerson, type Looked } from './user-roles.queries.ts'
import type { Caller, ScopeAcross } from '#server/access/caller.ts'

type Looking = {
  db: Db
  user: Caller
  input: { userId?: string | null | undefined; schoolId?: string | null | undefined }
} & ScopeAcross

/** People see all rows about their own rights. Staff see the schools where they have the key. The platform sees every row. */
export async function lookedAt({ db, user, input, reach, onPlatform }: Looking): Promise<Looked> {
  const { userId = null, schoolId = null } = input
  if (!userId && !schoolId) throw invalid('Required', 'userId')
  if (userId && userId !== user.id && !(await isPerson(db, userId))) throw notFound()
  return { userId, schoolId, schools: onPlatform || userId === user.id ? null : reach.schools }
}

/** For one person, the whole list. For a school, one page at a time; a file contains all pages. */
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
