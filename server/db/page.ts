import { type SelectQueryBuilder, sql } from 'kysely'

/** One page of a list: at most `limit` rows after `offset`. */
export type PageRequest = { limit: number; offset: number }

/** A list's rows and how many there are in all pages (the header X-Total-Count). */
export type Page<Row> = { rows: Row[]; total: number }

const wholeAtMost = 5000
const rowsOnAPage = 30

/** The page by api.md §6: 30 rows, or, when the query names no page, a whole list of up to 5,000 rows. */
export function pageRequest(
  paging: 'paged' | 'whole' | null,
  { pageNumber, pageSize }: { pageNumber?: number | null; pageSize?: number | null },
): PageRequest {
  if (paging === 'whole' && pageNumber == null && pageSize == null) return { limit: wholeAtMost, offset: 0 }
  const limit = pageSize ?? rowsOnAPage
  return { limit, offset: ((pageNumber ?? 1) - 1) * limit }
}

/** Runs an ordered query for one page, counting all of it; a page past the end is empty but still counted. */
export async function paged<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: PageRequest,
): Promise<Page<Row>> {
  const counted = query.select(sql<number>`count(*) over ()`.as('inAll'))
  const found = (await counted.limit(limit).offset(offset).execute()) as (Row & { inAll: number })[]
  if (found.length === 0 && offset > 0) {
    const [first] = (await counted.limit(1).execute()) as (Row & { inAll: number })[]
    return { rows: [], total: first?.inAll ?? 0 }
  }
  return { rows: found.map(({ inAll: _, ...row }) => row as Row), total: found[0]?.inAll ?? 0 }
}
