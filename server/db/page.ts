import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { shaped, value } from './speculation/compiled.ts'
import type { Db } from './db.ts'

/** One page of a list: at most `limit` rows after `offset`. */
export type PageRequest = { limit: number; offset: number }

/** The rows of a page, and the total number of rows in all pages (the header X-Total-Count). */
export type Page<Row> = { rows: Row[]; total: number }

/** The empty list, for cases that need no query. */
export const emptyPage: Page<never> = { rows: [], total: 0 }

/** The largest number of rows in a list that is loaded completely. A file may have more. */
export const wholeAtMost = 5000
const rowsOnAPage = 30

/** The page according to api.md §6: 30 rows, or a complete list of up to 5,000 rows if the query contains no page. */
export function pageRequest(
  paging: 'paged' | 'whole' | null,
  { pageNumber, pageSize }: { pageNumber?: number | null; pageSize?: number | null },
): PageRequest {
  if (paging === 'whole' && pageNumber == null && pageSize == null) return { limit: wholeAtMost, offset: 0 }
  const limit = pageSize ?? rowsOnAPage
  return { limit, offset: ((pageNumber ?? 1) - 1) * limit }
}

/** Runs an ordered query for one page and counts all rows. A page after the end is empty, but the count is still correct. */
export async function paged<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: PageRequest,
): Promise<Page<Row>> {
  const counted = query.select(inAll(sql`count(*) over ()`))
  const found = (await counted.limit(limit).offset(offset).execute()) as Counted<Row>[]
  return pageOf(found, offset, async () => countIn(await counted.limit(1).execute()))
}

/**
 * The same for rows that need expensive joins. The page is taken from `rows` first, and `complete` adds the joins only to its
 * rows. `rows` must be ordered; the order is ignored for the count.
 */
export async function pagedFirst<DB, TB extends keyof DB, Row, Whole extends object>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { limit, offset }: PageRequest,
  complete: (page: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Whole>,
): Promise<Page<Whole>> {
  const total = rows.clearSelect().clearOrderBy().select(inAll(sql`count(*)::integer`))
  const found = await complete(rows.limit(limit).offset(offset))
    .select(inAll(sql`(${total})`))
    .execute()
  return pageOf(found as Counted<Whole>[], offset, async () => countIn(await total.execute()))
}

/** `paged` for a list that is read often. Its statement is compiled once for each shape of `input` (compiled.ts). */
export function pagedOnce<Input extends unknown[], DB, TB extends keyof DB, Row>(
  build: (db: Db, ...input: Input) => SelectQueryBuilder<DB, TB, Row>,
) {
  const counted = (db: Db, input: Input) => build(db, ...input).select(inAll(sql`count(*) over ()`))
  const rows = shaped((db: Db, limit: number, offset: number, input: Input) =>
    counted(db, input).limit(limit).offset(offset),
  )
  return async (db: Db, { limit, offset }: PageRequest, ...input: Input): Promise<Page<Row>> => {
    const found = await rows(value(limit), value(offset), input).execute(db)
    return pageOf(found.rows as Counted<Row>[], offset, async () =>
      countIn(await counted(db, input).limit(1).execute()),
    )
  }
}

/** `pagedFirst` in the same way. */
export function pagedFirstOnce<Input extends unknown[], DB, TB extends keyof DB, Row, Whole extends object>(
  build: (
    db: Db,
    ...input: Input
  ) => {
    rows: SelectQueryBuilder<DB, TB, Row>
    complete: (page: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Whole>
  },
) {
  const totalOf = (rows: SelectQueryBuilder<DB, TB, Row>) =>
    rows.clearSelect().clearOrderBy().select(inAll(sql`count(*)::integer`))
  const whole = shaped((db: Db, limit: number, offset: number, input: Input) => {
    const { rows, complete } = build(db, ...input)
    return complete(rows.limit(limit).offset(offset)).select(inAll(sql`(${totalOf(rows)})`))
  })
  return async (db: Db, { limit, offset }: PageRequest, ...input: Input): Promise<Page<Whole>> => {
    const found = await whole(value(limit), value(offset), input).execute(db)
    return pageOf(found.rows as Counted<Whole>[], offset, async () =>
      countIn(await totalOf(build(db, ...input).rows).execute()),
    )
  }
}

type Counted<Row> = Row & { inAll: number }

const countIn = (rows: unknown[]) => (rows[0] as { inAll: number } | undefined)?.inAll

const inAll = (count: RawBuilder<unknown>) => sql<number>`${count}`.as('inAll')

/** Counts in a separate statement if the page is after the end, because it has no rows that could contain the count. */
async function pageOf<Row>(found: Counted<Row>[], offset: number, count: () => Promise<number | undefined>) {
  const total = found[0]?.inAll ?? (offset > 0 ? await count() : 0) ?? 0
  return { rows: found.map(({ inAll: _, ...row }) => row as Row), total }
}
