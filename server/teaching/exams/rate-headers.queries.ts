import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockName } from '#server/db/named-lock.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, contains } from '#server/db/search.ts'

type Filter = { name?: string | null | undefined; percentage?: number | null | undefined }

/** The rate headers of a school, by name. */
export function headersOf(db: Db, schoolId: string, { name, percentage }: Filter, page: PageRequest) {
  let query = headerRows(db, schoolId)
  if (name) query = query.where(contains('name', name))
  if (percentage != null) query = query.where('percentage', '=', percentage)
  return paged(query.orderBy(byName('name')).orderBy('id'), page)
}

export const headerOf = (db: Db, schoolId: string, id: string) =>
  headerRows(db, schoolId).where('id', '=', id).executeTakeFirst()

type NewHeader = { schoolId: string; name: string; notes?: string | null | undefined; percentage: number }

/** Stores a rate header and returns its id. */
export async function insertHeader(db: Db, { schoolId, name, notes = null, percentage }: NewHeader) {
  const id = newId()
  await db.insertInto('rateHeaders').values({ id, schoolId, name, notes, percentage }).execute()
  return id
}

/** What remains of 100 percent without this header. Until the call ends, nobody else can change percentages of the school. */
export async function percentageLeft(db: Db, schoolId: string, besides: string | null) {
  await lockName(db, `rate headers ${schoolId}`)
  const { rows } = await sql<{ left: number }>`
    select 100 - coalesce(sum(percentage), 0) as left from rate_headers
    where school_id = ${schoolId} and id is distinct from ${besides}`.execute(db)
  return rows[0]!.left
}

const headerRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('rateHeaders')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name', 'notes', 'percentage', 'schoolId', 'version'])
