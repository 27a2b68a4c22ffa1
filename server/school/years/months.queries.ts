import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'

type Filter = { yearId: string; name?: string | null | undefined; isActive?: boolean | null | undefined }

/** The months of a year in their order. */
export function monthsOf(db: Db, schoolId: string, { yearId, name, isActive }: Filter, page: PageRequest) {
  let query = monthRows(db, schoolId).where('schoolYearId', '=', yearId)
  if (name) query = query.where(contains('name', name))
  if (isActive != null) query = query.where('isActive', '=', isActive)
  return paged(query.orderBy('position').orderBy('startDate').orderBy('id'), page)
}

export const monthOf = (db: Db, schoolId: string, id: string) =>
  monthRows(db, schoolId).where('id', '=', id).executeTakeFirst()

type NewMonth = {
  schoolId: string
  yearId: string
  name: string
  description?: string | null | undefined
  isActive?: boolean | null | undefined
  /** Null: after all other months. */
  order?: number | null | undefined
  startDate?: string | null | undefined
  endDate?: string | null | undefined
}

/** Stores a month and returns its id. */
export async function insertMonth(db: Db, month: NewMonth) {
  const id = newId()
  const { schoolId, yearId, name, description = null, isActive, order, startDate = null, endDate = null } = month
  const position = order ?? (await placeAfterAll(db, schoolId, yearId))
  await db
    .insertInto('schoolYearMonths')
    .values({
      id,
      schoolId,
      schoolYearId: yearId,
      name,
      description,
      isActive: isActive ?? true,
      position,
      startDate,
      endDate,
    })
    .execute()
  return id
}

async function placeAfterAll(db: Db, schoolId: string, yearId: string) {
  const { rows } = await sql<{ place: number }>`
    select least(coalesce(max(position) + 1, 1), 100) as place from school_year_months
    where school_id = ${schoolId} and school_year_id = ${yearId}`.execute(db)
  return rows[0]!.place
}

const monthRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolYearMonths')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name', 'description', 'isActive', 'schoolYearId as yearId', 'position as order'])
    .select(['startDate', 'endDate', 'version'])
