import type pg from 'pg'

/** The rows of a query in portions; each is fetched after the one before was used. Must be called within a transaction. */
export async function* inPortions<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { text, values, size }: { text: string; values: unknown[]; size: number },
): AsyncGenerator<Row[]> {
  await client.query(`declare portions no scroll cursor for ${text}`, values)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${size} from portions`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close portions')
}
