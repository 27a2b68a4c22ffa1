import type pg from 'pg'

export type Row = Record<string, unknown>

/** Tables with their rows, in such an order that every row can refer to the ones before it. */
export type Rows = [table: string, rows: Row[]][]

/** All rows of one table in one statement. All rows must have the columns of the first. */
export async function insert(client: pg.ClientBase, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

/** The same, but leaves out rows that are there already; returns the others as they were stored. */
export async function insertNew(client: pg.ClientBase, table: string, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  const columns = Object.keys(rows[0]!).join(', ')
  const stored = await client.query<Row>(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)
     on conflict do nothing returning ${columns}`,
    [JSON.stringify(rows)],
  )
  return stored.rows
}

export type Lists = Record<'languages' | 'relations' | 'contactTypes' | 'paymentTypes', Map<string, string>> &
  Record<'schoolType' | 'coinType', string>

/** The ids of the initial rows of every installation, by list and name. */
export async function startedLists(client: pg.ClientBase): Promise<Lists> {
  const idsOf = async (table: string) => {
    const { rows } = await client.query<{ id: string; name: string }>(`select id, name from ${table}`)
    return new Map(rows.map(({ id, name }) => [name, id]))
  }
  return {
    languages: await idsOf('languages'),
    relations: await idsOf('relation_types'),
    contactTypes: await idsOf('school_contact_types'),
    paymentTypes: await idsOf('payment_types'),
    schoolType: (await idsOf('school_types')).get('general')!,
    coinType: (await idsOf('coin_types')).get('standard')!,
  }
}
