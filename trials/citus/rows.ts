import type pg from 'pg'

export type Row = Record<string, string | null>

export const rowsOf = async (client: pg.Client, text: string): Promise<Row[]> => (await client.query<Row>(text)).rows
