import { type RosterCollection, rowsOfRoster } from '#contract/exchange/roster/roster.ts'
import { found, invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { Shown } from './collections.queries.ts'
import { collectionsOfRoster, type RosterField, type RowOfRoster } from './collections.rules.ts'
import { readFields, readFilter } from './filter.rules.ts'
import { hasValueIn, isRow, pageOfRoster, type RosterPage } from './page.queries.ts'

/** What a call asks of the rows of a collection, as the standard writes it. */
type AskedPage = {
  sourcedId?: string | null | undefined
  limit?: number | null | undefined
  offset?: number | null | undefined
  filter?: string | null | undefined
  sort?: string | null | undefined
  orderBy?: 'asc' | 'desc' | null | undefined
  fields?: string | null | undefined
}

/** The fields of a collection; `writtenOnly` can be asked for, but not filtered by. */
type Fields = { fields: Readonly<Record<string, RosterField>>; writtenOnly: readonly string[] }

/**
 * A page of a collection as it is answered. `writtenWith` is called once with its rows, and gives what writes each of them. Throws 400 for a
 * filter, an order or fields that are not of the collection, and 404 where the one row that is asked for is not there.
 */
export async function readCollection<Written extends object>(
  db: Db,
  asked: AskedPage,
  of: Fields,
  page: Pick<RosterPage, 'rows' | 'only'>,
  writtenWith: (rows: readonly RowOfRoster[]) => Promise<(row: RowOfRoster) => Written>,
) {
  const fields = readFields(asked.fields, [...Object.keys(of.fields), ...of.writtenOnly])
  const { rows, total } = await pageOfRoster(db, { ...page, ...wantedOf(asked, of) })
  if (asked.sourcedId != null) found(rows[0])
  const written = await writtenWith(rows)
  return { total, rows: rows.map((row) => ({ ...everyFieldOf(row), ...chosen(written(row), fields) })) }
}

/** The row of rostering to which others are to be narrowed. Throws 404 if it is not there. */
export async function ownerInRoster(db: Db, shown: Shown, collection: RosterCollection, sourcedId: string) {
  const { rows, only } = collectionsOfRoster[collection]
  const conditions = [isRow(sourcedId), ...(only ? [hasValueIn(...only)] : [])]
  const wanted = { rows: rows(shown), only: conditions, compared: [], any: false, sort: null, descending: false }
  return found((await pageOfRoster(db, { ...wanted, limit: 1, offset: 0 })).rows[0])
}

/** What the query of a page needs of the call. */
function wantedOf(asked: AskedPage, { fields }: Fields): Omit<RosterPage, 'rows' | 'only'> {
  const kinds = Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]))
  const filter = asked.filter == null ? { clauses: [], any: false } : readFilter(asked.filter, kinds)
  if (asked.sort != null && !Object.hasOwn(fields, asked.sort))
    throw invalid('These rows cannot be sorted by this field', 'sort')
  const sorted = asked.sort == null ? null : fields[asked.sort]!
  const isOne = asked.sourcedId != null
  return {
    compared: filter.clauses.map(({ field, operator, value }) => ({ ...fields[field]!, operator, value })),
    any: filter.any,
    sort: sorted && { column: sorted.column, isText: sorted.kind === 'text' },
    descending: asked.orderBy === 'desc',
    limit: isOne ? 1 : (asked.limit ?? rowsOfRoster.usual),
    offset: isOne ? 0 : (asked.offset ?? 0),
  }
}

const everyFieldOf = (row: RowOfRoster) => ({
  sourcedId: String(row['sourcedId']),
  status: row['status'] as 'active' | 'tobedeleted',
  dateLastModified: String(row['dateLastModified']),
})

const chosen = <Written extends object>(written: Written, fields: ReadonlySet<string> | null): Partial<Written> =>
  fields
    ? (Object.fromEntries(Object.entries(written).filter(([name]) => fields.has(name))) as Partial<Written>)
    : written
